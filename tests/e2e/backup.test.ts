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

let targets: RestoreTargets
beforeAll(async () => {
  targets = await openRestoreTargets()
})
afterAll(() => targets?.close())

/** Reads the rows until delayed writes, such as the last activity, have finished. */
async function settledRows({ db }: TestApp) {
  for (let before = await everyRow(db); ; ) {
    await sleep(3500)
    const now = await everyRow(db)
    if (JSON.stringify(now) === JSON.stringify(before)) return now
    before = now
  }
}

async function rowsAt(target: RestoreTarget) {
  const database = await target.open()
  try {
    return await everyRow(database.db)
  } finally {
    await database.close()
  }
}

const session = { anna: new Person(''), ben: new Person('') }
const at = (name: string) => targets.at(name)

/** Backs up the running site, restores it elsewhere and compares the two. */
async function backUpAndRestore(app: TestApp, kind: 'pglite' | 'postgres') {
  const rows = await settledRows(app)
  const photos = await everyPhoto(join(app.dataDir, 'photos'))
  const made = await command('backup', [at(kind)], siteEnv(app))
  expect(made.printed).toMatch(/^Backed up \d+ rows of \d+ tables and \d+ photos to [^\n]+\n$/)
  expect(await everyRow(app.db), 'the backup itself changes nothing').toEqual(rows)
  expect(rows.audit?.length).toBeGreaterThan(3)
  expect(rows.report_snapshot).toHaveLength(2)
  expect(Object.keys(photos).length).toBeGreaterThan(12)
  const target = await targets.newTarget(kind)
  expect((await command('restore', [at(kind), '--keep-sessions'], target.env)).printed).toMatch(
    / from the backup of 2/,
  )
  expect(await rowsAt(target)).toEqual(rows)
  expect(await everyPhoto(target.photos)).toEqual(photos)
  return { target, rows, photos }
}

describe('a site on the embedded database', () => {
  let app: TestApp
  let restored: Awaited<ReturnType<typeof backUpAndRestore>>
  let movedEnv: Record<string, string>
  beforeAll(async () => {
    app = await openTestApp({ on: 'pglite' })
    Object.assign(session, await fillSite(app))
  })
  afterAll(() => app?.close())

  test('is backed up while it runs and restored with every row and photo', async () => {
    restored = await backUpAndRestore(app, 'pglite')
  })

  test('rehearses the restore of its backup while it runs', async () => {
    const { code, printed } = await command('rehearse-restore', [at('pglite')], siteEnv(app))
    expect([code, printed]).toEqual([
      0,
      expect.stringMatching(/^The backup of \S+ can be restored: \d+ rows of \d+ tables are identical/),
    ])
  })

  test('moves to PostgreSQL and a bucket with one command and loses nothing', async () => {
    const fresh = await freshPostgresDatabase()
    targets.cleanUp.push(fresh.drop)
    const bucket = await openBucket()
    targets.cleanUp.push(bucket.close)
    movedEnv = { ...restored.target.env, ...bucket.env, DATABASE_URL: fresh.url }
    const running = await command('move', [], { ...movedEnv, ...siteEnv(app) })
    expect(running.printed).toMatch(/in use by another process\. Stop that process first\.$/m)
    const { printed } = await command('move', [], movedEnv)
    expect(printed).toMatch(/rows of \d+ tables to PostgreSQL and \d+ photos to the bucket/)

    const { db, close } = await openPostgres(fresh.url)
    expect(await everyRow(db)).toEqual(restored.rows)
    await expect(sql`delete from audit`.execute(db)).rejects.toThrow('audit is append-only')
    await close()
    expect(await bucket.everyPhoto()).toEqual(restored.photos)
    expect((await command('verify-reports', [], movedEnv)).printed).toMatch(/^2 snapshots .*all unchanged/)
  })

  test('continues there with the same sessions, and new rows follow the old ones', async () => {
    const server = await startServer({ ...movedEnv, TRUST_PROXY: '1' })
    await opened(server)
    const [anna, ben] = [session.anna.elsewhere(server.url), session.ben.elsewhere(server.url)]
    const photos = await anna.call('GET /api/photos')
    expect(photos).toHaveLength(2)
    expect((await fetch(server.url + photos[0]?.lg_url)).status).toBe(200)
    const socket = await anna.socket({ receiver_id: ben.id })
    const message = { receiver_id: ben.id, message: 'After', client_id: crypto.randomUUID() }
    expect(await socket.emitWithAck('sendMessage', message)).toMatchObject({ ok: true, id: 4 })
    anna.disconnect()

    // It can be backed up from the bucket too, while it runs.
    expect((await command('backup', [at('from-bucket')], movedEnv)).code).toBe(0)
    server.child.kill('SIGTERM')
    expect(await server.exit).toBe(0)
    const target = await targets.newTarget('postgres')
    expect((await command('restore', [at('from-bucket')], target.env)).code).toBe(0)
    expect(await everyPhoto(target.photos)).toEqual(restored.photos)
    expect((await rowsAt(target)).message).toHaveLength(4)
  })
})

describe('a site on PostgreSQL', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp({ on: 'postgres' })
    await fillSite(app)
  })
  afterAll(() => app?.close())

  test('is backed up consistently under load, and is overwritten only with --replace', async () => {
    const { target } = await backUpAndRestore(app, 'postgres')
    await backUpUnderLoad(app, targets)
    const again = await command('restore', [at('postgres')], target.env)
    expect(again).toEqual({
      code: 1,
      printed: expect.stringMatching(/^The database is not empty\. Add --replace/),
    })
    const running = await command('restore', [at('postgres'), '--replace', '--yes'], siteEnv(app))
    expect(running).toEqual({
      code: 1,
      printed: expect.stringMatching(/^The site is running on this database/),
    })
    const unconfirmed = await command('restore', [at('busy'), '--replace'], target.env)
    expect(unconfirmed).toEqual({
      code: 1,
      printed: expect.stringMatching(/^This deletes the site in the database, with \d+ members\. Add --yes/),
    })
    const replaced = await command('restore', [at('busy'), '--replace', '--yes'], target.env)
    expect(replaced.printed).toMatch(/ from the backup of /)
    expect((await rowsAt(target)).message?.join()).toContain('number 0')
  })

  test('rehearses the restore in a temporary database and drops it afterwards', async () => {
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

  test('is not restored from a damaged or incomplete backup', async () => {
    // In an existing folder, the backup gets a subfolder for the day.
    await mkdir(at('daily'))
    expect(await command('backup', [at('daily')], siteEnv(app))).toMatchObject({ code: 0 })
    const [made = ''] = await readdir(at('daily'))
    const copy = join(at('daily'), made)
    await writeFile(join(copy, 'tables', 'message.ndjson.gz'), 'damage', { flag: 'a' })
    const target = await targets.newTarget('postgres')
    const isDamaged = {
      code: 1,
      printed: expect.stringMatching(/^The backup is damaged: tables\/message/m),
    }
    expect(await command('restore', [copy], target.env)).toEqual(isDamaged)
    expect(await rowsAt(target)).toEqual({ '(sequences)': [] })
    expect(await command('rehearse-restore', [copy], siteEnv(app))).toEqual(isDamaged)
    await rm(join(copy, 'backup.json'))
    expect((await command('restore', [copy], target.env)).printed).toMatch(/^There is no complete backup at /)
  })
})
