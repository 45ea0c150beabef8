import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPglite } from '@rosella/server/adapters/database/pglite'
import { openPostgres } from '@rosella/server/adapters/database/postgres'
import type { Database } from '@rosella/server/ports/database'
import { openBucket } from '@rosella/testkit/bucket'
import { testPhoto } from '@rosella/testkit/cast'
import { Person } from '@rosella/testkit/person'
import { type FreshDatabase, freshPostgresDatabase } from '@rosella/testkit/services'
import { openTestHouse, type TestHouse } from '@rosella/testkit/test-house'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf, command, everyPhoto, everyRow, fillWorld } from './backup/world'
import { opened, startServer } from './server-process'

let dir: string
const cleanUp: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rosella-backup-'))
})
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean()
  await rm(dir, { recursive: true, force: true })
})

interface Place {
  env: Record<string, string>
  photos: string
  open(): Promise<Database>
}
let places = 0

/** Somewhere nothing is yet. */
async function elsewhere(kind: 'pglite' | 'postgres'): Promise<Place> {
  const DATA_DIR = join(dir, `place-${++places}`)
  const photos = join(DATA_DIR, 'photos')
  if (kind === 'pglite')
    return { env: { DATA_DIR }, photos, open: () => openPglite(join(DATA_DIR, 'database')) }
  const fresh: FreshDatabase = await freshPostgresDatabase()
  cleanUp.push(fresh.drop)
  return { env: { DATA_DIR, DATABASE_URL: fresh.url }, photos, open: () => openPostgres(fresh.url) }
}

/** Reads until nothing is on its way any more, such as who was active. */
async function quietRows({ db }: TestHouse) {
  for (let before = await everyRow(db); ; ) {
    await sleep(3500)
    const now = await everyRow(db)
    if (JSON.stringify(now) === JSON.stringify(before)) return now
    before = now
  }
}

async function rowsAt(place: Place) {
  const database = await place.open()
  try {
    return await everyRow(database.db)
  } finally {
    await database.close()
  }
}

const session = { anna: new Person(''), ben: new Person('') }
const at = (name: string) => join(dir, name)

/** Backs the running house up and restores it elsewhere, where it must equal what it was. */
async function backUpAndRestore(house: TestHouse, kind: 'pglite' | 'postgres') {
  const rows = await quietRows(house)
  const photos = await everyPhoto(join(house.dataDir, 'photos'))
  const made = await command('backup', [at(kind)], addressOf(house))
  expect(made.printed).toMatch(/^\d+ rows of \d+ tables and \d+ photos are in [^\n]+\n$/)
  expect(await everyRow(house.db), 'the backup itself changes nothing').toEqual(rows)
  expect(rows.audit?.length).toBeGreaterThan(3)
  expect(rows.report_snapshot).toHaveLength(2)
  expect(Object.keys(photos).length).toBeGreaterThan(12)
  const place = await elsewhere(kind)
  expect((await command('restore', [at(kind)], place.env)).printed).toMatch(/ are as they were at 2/)
  expect(await rowsAt(place)).toEqual(rows)
  expect(await everyPhoto(place.photos)).toEqual(photos)
  return { place, rows, photos }
}

/** A backup while one chats and changes photos all the time: one moment of all of it, and nothing of that lost. */
async function backUpUnderLoad(house: TestHouse, kind: 'pglite' | 'postgres') {
  const [eve, fay] = (await house.cast({ username: 'Eve', photos: 6 }, 'Fay')) as [Person, Person]
  let over = false
  const chat = (async () => {
    const socket = await eve.socket({ receiver_id: fay.id })
    for (let n = 0; !over; n++) {
      const message = { receiver_id: fay.id, message: `number ${n}`, client_id: crypto.randomUUID() }
      await socket.emitWithAck('sendMessage', message)
      await sleep(350)
    }
  })()
  const churn = (async () => {
    for (let n = 0; !over; n++) {
      const [oldest] = await eve.call('GET /api/photos')
      if (oldest) await eve.call('DELETE /api/photo', { photo: oldest.filename })
      await eve.upload(await testPhoto(500 + n))
    }
  })()
  await sleep(500)
  const made = await command('backup', [at(`${kind}-busy`)], addressOf(house))
  over = true
  await Promise.all([chat, churn])
  expect(made).toEqual({ code: 0, printed: expect.stringMatching(/^\d+ rows [^\n]+\n$/) })

  const place = await elsewhere('postgres')
  expect((await command('restore', [at(`${kind}-busy`)], place.env)).code).toBe(0)
  const { db, close } = await place.open()
  // A prefix of what was said, and as many as the pair's counter says: one moment of both tables.
  const mine = db.selectFrom('message').where('sender_id', '=', eve.id)
  const said = await mine.select('text').orderBy('id').execute()
  expect(said.map(({ text }) => text)).toEqual(said.map((_, n) => `number ${n}`))
  const pair = db.selectFrom('relation').where('me', '=', eve.id).where('other', '=', fay.id)
  expect(await pair.select('messages').execute()).toEqual([{ messages: said.length }])
  expect(said.length).toBeGreaterThan(0)
  // Every photo of the snapshot has its files, those deleted since among them.
  const own = await db.selectFrom('photo').select(['name', 'approved']).execute()
  await close()
  const files = Object.keys(await everyPhoto(place.photos))
  for (const { name, approved } of own)
    for (const size of ['tmb', 'lg'])
      expect(files).toContain(`/${approved ? 'public' : 'private'}/${size}/${name}.jpg`)
  const now = new Set((await house.db.selectFrom('photo').select('name').execute()).map(({ name }) => name))
  expect(own.filter(({ name }) => !now.has(name)).length, 'deleted meanwhile').toBeGreaterThan(0)
  // It lets go: nothing is held, and no copy lies about.
  await expect.poll(() => house.db.selectFrom('photo_hold').selectAll().execute()).toEqual([])
  const copies = async () => (await readdir(house.dataDir)).filter((name) => name.includes('snapshot-'))
  await expect.poll(copies).toEqual([])
}

describe('[issue 9.5] a site on the embedded database', () => {
  let house: TestHouse
  let restored: Awaited<ReturnType<typeof backUpAndRestore>>
  let target: Record<string, string>
  beforeAll(async () => {
    house = await openTestHouse({ on: 'pglite' })
    Object.assign(session, await fillWorld(house))
  })
  afterAll(() => house?.close())

  test('is backed up while it runs, and restored elsewhere equals it in every row and every photo', async () => {
    restored = await backUpAndRestore(house, 'pglite')
  })

  test('moves to PostgreSQL and a bucket by one command, losing nothing', async () => {
    const fresh = await freshPostgresDatabase()
    cleanUp.push(fresh.drop)
    const bucket = await openBucket()
    cleanUp.push(bucket.close)
    target = { ...restored.place.env, ...bucket.env, DATABASE_URL: fresh.url }
    const running = await command('move', [], { ...target, ...addressOf(house) })
    expect(running.printed).toMatch(/in use by another process: stop that one first\.$/m)
    const { printed } = await command('move', [], target)
    expect(printed).toMatch(/rows of \d+ tables are in PostgreSQL and \d+ photos in the bucket/)

    const { db, close } = await openPostgres(fresh.url)
    expect(await everyRow(db)).toEqual(restored.rows)
    await expect(sql`delete from audit`.execute(db)).rejects.toThrow('audit is append-only')
    await close()
    expect(await bucket.everyPhoto()).toEqual(restored.photos)
    expect((await command('verify-reports', [], target)).printed).toMatch(/^2 snapshots .*all as sealed/)
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
    anna.hangUp()

    // From the bucket it is backed up as well, while it runs.
    expect((await command('backup', [at('from-bucket')], target)).code).toBe(0)
    server.child.kill('SIGTERM')
    expect(await server.exit).toBe(0)
    const place = await elsewhere('postgres')
    expect((await command('restore', [at('from-bucket')], place.env)).code).toBe(0)
    expect(await everyPhoto(place.photos)).toEqual(restored.photos)
    expect((await rowsAt(place)).message).toHaveLength(4)
  })

  test('is backed up under load as one moment', () => backUpUnderLoad(house, 'pglite'))
})

describe('[issue 9.5] a site on PostgreSQL', () => {
  let house: TestHouse
  beforeAll(async () => {
    house = await openTestHouse({ on: 'postgres' })
    await fillWorld(house)
  })
  afterAll(() => house?.close())

  test('is backed up under load as one moment, and is not overwritten unless told so', async () => {
    const { place } = await backUpAndRestore(house, 'postgres')
    await backUpUnderLoad(house, 'postgres')
    const again = await command('restore', [at('postgres')], place.env)
    expect(again).toEqual({
      code: 1,
      printed: expect.stringMatching(/^The database is not empty\. Add --replace/),
    })
    const running = await command('restore', [at('postgres'), '--replace'], addressOf(house))
    expect(running).toEqual({
      code: 1,
      printed: expect.stringMatching(/^The site is running on this database/),
    })
    const replaced = await command('restore', [at('postgres-busy'), '--replace'], place.env)
    expect(replaced.printed).toMatch(/ are as they were /)
    expect((await rowsAt(place)).message?.join()).toContain('number 0')
  })

  test('is not restored from what is damaged or half-made', async () => {
    // Into a folder that is there goes one of the day.
    await mkdir(at('daily'))
    expect(await command('backup', [at('daily')], addressOf(house))).toMatchObject({ code: 0 })
    const [made = ''] = await readdir(at('daily'))
    const copy = join(at('daily'), made)
    await writeFile(join(copy, 'tables', 'message.ndjson.gz'), 'spoilt', { flag: 'a' })
    const place = await elsewhere('postgres')
    const spoilt = await command('restore', [copy], place.env)
    expect(spoilt).toEqual({
      code: 1,
      printed: expect.stringMatching(/^The backup is damaged: tables\/message/),
    })
    expect(await rowsAt(place)).toEqual({ '(sequences)': [] })
    await rm(join(copy, 'backup.json'))
    expect((await command('restore', [copy], place.env)).printed).toMatch(/^There is no whole backup at /)
  })
})
