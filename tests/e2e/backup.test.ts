import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import { openBucket } from '@rosella/testkit/bucket'
import { Person } from '@rosella/testkit/person'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openRestoreTargets, type RestoreTarget, type RestoreTargets } from './backup/restore-targets'
import { command, everyPhoto, everyRow, fillSite, siteEnv } from './backup/site-contents'
import { backUpUnderLoad } from './backup/under-load'
import { opened, startServer } from './server-process'

let places: RestoreTargets
beforeAll(async () => {
  places = await openRestoreTargets()
})
afterAll(() => places?.close())

/** Reads until nothing is on its way any more, such as who was active. */
async function quietRows({ db }: TestApp) {
  for (let before = await everyRow(db); ; ) {
    await sleep(3500)
    const now = await everyRow(db)
    if (JSON.stringify(now) === JSON.stringify(before)) return now
    before = now
  }
}

async function rowsAt(place: RestoreTarget) {
  const database = await place.open()
  try {
    return await everyRow(database.db)
  } finally {
    await database.close()
  }
}

const session = { anna: new Person(''), ben: new Person('') }
const at = (name: string) => places.at(name)

/** Backs the running site up and restores it elsewhere, where it must equal what it was. */
async function backUpAndRestore(app: TestApp, kind: 'pglite' | 'postgres') {
  const rows = await quietRows(app)
  const photos = await everyPhoto(join(app.dataDir, 'photos'))
  const made = await command('backup', [at(kind)], siteEnv(app))
  expect(made.printed).toMatch(/^Backed up \d+ rows of \d+ tables and \d+ photos to [^\n]+\n$/)
  expect(await everyRow(app.db), 'the backup itself changes nothing').toEqual(rows)
  expect(rows.audit?.length).toBeGreaterThan(3)
  expect(rows.report_snapshot).toHaveLength(2)
  expect(Object.keys(photos).length).toBeGreaterThan(12)
  const place = await places.newTarget(kind)
  expect((await command('restore', [at(kind)], place.env)).printed).toMatch(/ from the backup of 2/)
  expect(await rowsAt(place)).toEqual(rows)
  expect(await everyPhoto(place.photos)).toEqual(photos)
  return { place, rows, photos }
}

describe('[issue 9.5] a site on the embedded database', () => {
  let app: TestApp
  let restored: Awaited<ReturnType<typeof backUpAndRestore>>
  let target: Record<string, string>
  beforeAll(async () => {
    app = await openTestApp({ on: 'pglite' })
    Object.assign(session, await fillSite(app))
  })
  afterAll(() => app?.close())

  test('is backed up while it runs, and restored elsewhere equals it in every row and every photo', async () => {
    restored = await backUpAndRestore(app, 'pglite')
  })

  test('[issue 23] its backup is rehearsed beside it while it runs: every row comes back', async () => {
    const { code, printed } = await command('rehearse-restore', [at('pglite')], siteEnv(app))
    expect([code, printed]).toEqual([
      0,
      expect.stringMatching(/^The backup of \S+ can be restored: \d+ rows of \d+ tables are identical/),
    ])
  })

  test('moves to PostgreSQL and a bucket by one command, losing nothing', async () => {
    const fresh = await freshPostgresDatabase()
    places.cleanUp.push(fresh.drop)
    const bucket = await openBucket()
    places.cleanUp.push(bucket.close)
    target = { ...restored.place.env, ...bucket.env, DATABASE_URL: fresh.url }
    const running = await command('move', [], { ...target, ...siteEnv(app) })
    expect(running.printed).toMatch(/in use by another process\. Stop that process first\.$/m)
    const { printed } = await command('move', [], target)
    expect(printed).toMatch(/rows of \d+ tables to PostgreSQL and \d+ photos to the bucket/)

    const { db, close } = await openPostgres(fresh.url)
    expect(await everyRow(db)).toEqual(restored.rows)
    await expect(sql`delete from audit`.execute(db)).rejects.toThrow('audit is append-only')
    await close()
    expect(await bucket.everyPhoto()).toEqual(restored.photos)
    expect((await command('verify-reports', [], target)).printed).toMatch(/^2 snapshots .*all unchanged/)
  })

  test('goes on there: the same sessions, and new rows after the old ones', async () => {
    const server = await startServer({ ...target, TRUST_PROXY: '1' })
    await opened(server)
    const [anna, ben] = [session.anna.elsewhere(server.url), session.ben.elsewhere(server.url)]
    const photos = await anna.call('GET /api/photos')
    expect(photos).toHaveLength(2)
    expect((await fetch(server.url + photos[0]?.lg_url)).status).toBe(200)
    const socket = await anna.socket({ receiver_id: ben.id })
    const message = { receiver_id: ben.id, message: 'After', client_id: crypto.randomUUID() }
    expect(await socket.emitWithAck('sendMessage', message)).toMatchObject({ ok: true, id: 4 })
    anna.disconnect()

    // From the bucket it is backed up as well, while it runs.
    expect((await command('backup', [at('from-bucket')], target)).code).toBe(0)
    server.child.kill('SIGTERM')
    expect(await server.exit).toBe(0)
    const place = await places.newTarget('postgres')
    expect((await command('restore', [at('from-bucket')], place.env)).code).toBe(0)
    expect(await everyPhoto(place.photos)).toEqual(restored.photos)
    expect((await rowsAt(place)).message).toHaveLength(4)
  })
})

describe('[issue 9.5] a site on PostgreSQL', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp({ on: 'postgres' })
    await fillSite(app)
  })
  afterAll(() => app?.close())

  test('is backed up under load as one moment, and is not overwritten unless told so', async () => {
    const { place } = await backUpAndRestore(app, 'postgres')
    await backUpUnderLoad(app, places)
    const again = await command('restore', [at('postgres')], place.env)
    expect(again).toEqual({
      code: 1,
      printed: expect.stringMatching(/^The database is not empty\. Add --replace/),
    })
    const running = await command('restore', [at('postgres'), '--replace'], siteEnv(app))
    expect(running).toEqual({
      code: 1,
      printed: expect.stringMatching(/^The site is running on this database/),
    })
    const replaced = await command('restore', [at('busy'), '--replace'], place.env)
    expect(replaced.printed).toMatch(/ from the backup of /)
    expect((await rowsAt(place)).message?.join()).toContain('number 0')
  })

  test('[issue 23] its backup is rehearsed in a database beside it, which is gone afterwards', async () => {
    const rehearsed = await command('rehearse-restore', [at('postgres')], siteEnv(app))
    expect(rehearsed).toEqual({
      code: 0,
      printed: expect.stringMatching(/^The backup of \S+ can be restored/),
    })
    const { rows } = await sql`select from pg_database where datname like 'rosella_rehearsal%'`.execute(
      app.db,
    )
    expect(rows).toEqual([])
    const nothing = await command('rehearse-restore', [], { ...siteEnv(app), BACKUP_DIR: at('nothing') })
    expect(nothing.code).toBe(1)
    expect((await command('rehearse-restore', [], siteEnv(app))).printed).toMatch(
      /^Give the folder of a backup/,
    )
  })

  test('is not restored from what is damaged or half-made', async () => {
    // Into a folder that is there goes one of the day.
    await mkdir(at('daily'))
    expect(await command('backup', [at('daily')], siteEnv(app))).toMatchObject({ code: 0 })
    const [made = ''] = await readdir(at('daily'))
    const copy = join(at('daily'), made)
    await writeFile(join(copy, 'tables', 'message.ndjson.gz'), 'spoilt', { flag: 'a' })
    const place = await places.newTarget('postgres')
    const spoilt = await command('restore', [copy], place.env)
    expect(spoilt).toEqual({
      code: 1,
      printed: expect.stringMatching(/^The backup is damaged: tables\/message/),
    })
    expect(await rowsAt(place)).toEqual({ '(sequences)': [] })
    expect(await command('rehearse-restore', [copy], siteEnv(app))).toEqual(spoilt)
    await rm(join(copy, 'backup.json'))
    expect((await command('restore', [copy], place.env)).printed).toMatch(/^There is no complete backup at /)
  })
})
