import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { sendSelfies } from '@rosella/testkit/camera'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeBackup } from '../../commands/backup/take-backup'
import { openPostgres } from '../../platform/adapters/database/postgres'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

/** A piece from the middle of each file, which any copy would contain. */
const piece = (file: Buffer) => file.subarray(file.length >> 1, (file.length >> 1) + 48)
const spellings = (bytes: Buffer) => [
  bytes.toString('latin1'),
  bytes.toString('hex'),
  bytes.toString('base64'),
]

async function filesBelow(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Where any of the pieces is found: in the site's folders, a backup, the database or the log. */
async function findPieces(pieces: readonly Buffer[], folders: readonly string[]): Promise<string[]> {
  const needles = pieces.flatMap(spellings)
  const found: string[] = []
  const look = (place: string, text: string) => {
    if (needles.some((needle) => text.includes(needle))) found.push(place)
  }
  for (const folder of folders) {
    for (const file of await filesBelow(folder)) {
      const bytes = await readFile(file)
      look(file, (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1'))
    }
  }
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(app.db)
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`select t::text as text from ${sql.table(name)} t`.execute(
      app.db,
    )
    look(`table ${name}`, rows.map(({ text }) => text).join('\n'))
  }
  look('log', app.logLines.join('\n'))
  return found
}

test('[P3 §8] after the decision no selfie is on disk, in the database, in the log or in a new backup', async () => {
  const [anna] = (await app.members({ username: 'Anna', photos: 1 })) as [Person]
  const sent = await sendSelfies(anna)
  const { items } = await app.admin.call('GET /api/admin/verifications')
  const shown = await Promise.all(
    (items[0]?.frames ?? []).flatMap(({ lg_url }) =>
      [lg_url].map(async (path) => Buffer.from(await (await fetch(app.url + path)).arrayBuffer())),
    ),
  )
  const pieces = [...sent, ...shown].map(piece)
  const { database } = app.config
  if (database.kind !== 'postgres') throw new Error('no PostgreSQL')
  const source = await openPostgres(database.url, { connections: 1 })
  const backups = [join(app.dataDir, 'before'), join(app.dataDir, 'after')] as [string, string]
  try {
    await takeBackup(source, app.server.services.photos, backups[0])
    // First check that the search works: waiting selfies are in the private area and nowhere else, not even
    // in backups.
    const before = await findPieces(pieces, [app.dataDir])
    expect(before).toHaveLength(2)
    for (const place of before) expect(place).toMatch(/private/)

    await app.admin.call('POST /api/admin/verification-decision', { id: items[0]?.id, approved: true })
    await takeBackup(source, app.server.services.photos, backups[1])
    expect(await findPieces(pieces, [app.dataDir])).toEqual([])
  } finally {
    await source.close()
    for (const folder of backups) await rm(folder, { recursive: true, force: true })
  }
})

test('a decision fails while the selfies cannot be deleted', async () => {
  const [bea] = (await app.members({ username: 'Bea', photos: 1 })) as [Person]
  await sendSelfies(bea)
  const { items } = await app.admin.call('GET /api/admin/verifications')
  const { photos } = app.server.services
  const { remove } = photos
  const decide = () =>
    app.admin.try('POST /api/admin/verification-decision', { id: items[0]?.id, approved: true })
  photos.remove = () => Promise.reject(new Error('the store is unavailable'))
  try {
    expect((await decide()).status).toBe(503)
    expect(await bea.call('GET /api/verification')).toMatchObject({ state: 'waiting', verified: false })
  } finally {
    photos.remove = remove
  }
  expect((await decide()).status).toBe(200)
  expect(await bea.call('GET /api/verification')).toMatchObject({ state: 'none', verified: true })
})

test('a session that ends during the upload stores nothing', async () => {
  const [cara] = (await app.members({ username: 'Cara', photos: 1 })) as [Person]
  const { images } = app.server.services
  const { process } = images
  images.process = async (bytes) => {
    await app.db.deleteFrom('session').where('member_id', '=', cara.id).execute()
    return process(bytes)
  }
  try {
    await expect(sendSelfies(cara)).rejects.toThrow('Please log in')
  } finally {
    images.process = process
  }
  const left = await app.db.selectFrom('verification').where('member_id', '=', cara.id).select('id').execute()
  expect(left).toEqual([])
})
