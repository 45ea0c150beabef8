import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backupName, latestBackupDue } from './schedule'

let dir: string
let app: TestApp | undefined
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rosella-scheduled-'))
})
afterEach(async () => {
  await app?.close()
  app = undefined
  await rm(dir, { recursive: true, force: true })
})

const JOB = 'scheduled-backup'
const DAY = 86_400
/** Noon of a day in the near future; the latest backup was due at 3:00. */
const NOON = latestBackupDue(3, Math.floor(Date.now() / 1000) + DAY) + 9 * 3600
const open = async (on: 'pglite' | 'postgres', place = join(dir, 'backups')): Promise<TestApp> => {
  app = await openTestApp({ on, env: { BACKUP_DIR: place, METRICS_TOKEN: 'metrics-token' } })
  app.clock.stand(NOON)
  return app
}
const backupsIn = async (place = join(dir, 'backups')): Promise<string[]> =>
  (await readdir(place).catch(() => [])).sort()
const backupPart = async ({ admin }: TestApp) =>
  (await admin.call('GET /api/admin/system', {})).parts.find(({ part }) => part === 'backup')
async function metric({ url }: TestApp, name: string): Promise<number> {
  const text = await (
    await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer metrics-token' } })
  ).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

describe('scheduled backups', () => {
  test.each(['postgres', 'pglite'] as const)(
    '%s: makes one complete backup a day and reports it to admins and in the metrics',
    async (on) => {
      const { server, clock } = await open(on)
      if (!app) throw new Error('not open')
      // The age of the site.
      await expect.poll(() => metric(app as TestApp, 'rosella_backup_age_seconds')).toBeGreaterThan(0)
      await server.jobs.runPeriodic(JOB)
      const [name = ''] = await backupsIn()
      expect(name).toBe(backupName(NOON))
      const about = JSON.parse(await readFile(join(dir, 'backups', name, 'backup.json'), 'utf8'))
      const accounts = about.tables.find((table: { name: string }) => table.name === 'account')
      expect(accounts.rows).toBe(1)
      expect(about.tables.map((table: { name: string }) => table.name)).not.toContain('backup_run')
      clock.stand(NOON + 3600)
      await server.jobs.runPeriodic(JOB)
      expect(await backupsIn()).toHaveLength(1)
      expect(await backupPart(app)).toEqual({
        part: 'backup',
        ok: true,
        words: 'Every day at 3:00.',
        ts: NOON,
      })
      expect(await metric(app, 'rosella_backup_age_seconds')).toBe(3600)
      expect(await metric(app, 'rosella_backup_failed')).toBe(0)
    },
    90_000,
  )

  test('two processes make one backup, and seven daily and four weekly ones are kept', async () => {
    const { server, second, clock, db } = await open('postgres')
    const place = join(dir, 'backups')
    await mkdir(place)
    for (let n = 1; n <= 40; n++) {
      await mkdir(join(place, backupName(NOON - n * DAY)))
    }
    await mkdir(join(place, 'by-hand'))
    const other = await second()
    try {
      await Promise.all([server.jobs.runPeriodic(JOB), other.server.jobs.runPeriodic(JOB)])
      await expect.poll(() => backupsIn()).toContain(backupName(NOON))
      expect(await backupsIn()).toEqual(expect.arrayContaining(['by-hand']))
      // Seven days, of which one or two are also the latest of their weeks, the other weeks, and the folder that is
      // not ours.
      await expect.poll(async () => [10, 11].includes((await backupsIn()).length)).toBe(true)
      const runs = await db.selectFrom('backup_run').select(['tries', 'state']).execute()
      expect(runs).toEqual([{ tries: 1, state: 'done' }])
      clock.stand(NOON + DAY)
      await Promise.all([server.jobs.runPeriodic(JOB), other.server.jobs.runPeriodic(JOB)])
      await expect.poll(() => backupsIn()).toContain(backupName(NOON + DAY))
    } finally {
      await other.close()
    }
  })

  test('rehearses its restore once a week, reports a failure, and repeats that the next day', async () => {
    const { server, clock, expectErrors } = await open('postgres')
    if (!app) throw new Error('not open')
    await server.jobs.runPeriodic(JOB)
    const [name = ''] = await backupsIn()
    const file = join(dir, 'backups', name, 'tables', 'member.ndjson.gz')
    const good = await readFile(file)
    await writeFile(file, 'damaged')
    expectErrors()
    await server.jobs.runPeriodic('rehearse-restore')
    const { rehearsal_words } = await app.db
      .selectFrom('backup_run')
      .select('rehearsal_words')
      .executeTakeFirstOrThrow()
    expect(rehearsal_words).toMatch(/^The backup is damaged: tables\/member\.ndjson\.gz/)
    expect(await metric(app, 'rosella_rehearsal_failed')).toBe(1)
    await writeFile(file, good)
    const next = NOON + DAY + 60
    for (const ts of [NOON + 3600, next, next + 6 * DAY]) {
      clock.stand(ts)
      await server.jobs.runPeriodic('rehearse-restore')
    }
    expect(app.logLines.filter((line) => line.includes('restore rehearsed'))).toHaveLength(1)
    clock.stand(next)
    expect((await backupPart(app))?.words).toBe('Every day at 3:00. Restored on trial today.')
    expect(await metric(app, 'rosella_rehearsal_failed')).toBe(0)
    expect(await metric(app, 'rosella_rehearsal_age_seconds')).toBe(0)
  }, 90_000)

  test('reports a failed backup until it succeeds, and retries it after an hour', async () => {
    const place = join(dir, 'taken')
    await writeFile(place, 'not a folder')
    const { server, clock, expectErrors, logLines } = await open('postgres', place)
    if (!app) throw new Error('not open')
    expectErrors()
    await server.jobs.runPeriodic(JOB)
    expect(logLines.join('')).toContain('backup failed')
    expect(await backupPart(app)).toMatchObject({
      ok: false,
      words: expect.stringMatching(/^The latest backup failed: .*EEXIST|ENOTDIR/),
    })
    const { warnings } = await app.admin.call('GET /api/admin/system', {})
    expect(warnings.map(({ part }) => part)).toContain('backup')
    expect(await metric(app, 'rosella_backup_failed')).toBe(1)
    await rm(place)
    clock.stand(NOON + 1800)
    await server.jobs.runPeriodic(JOB)
    expect(await backupsIn(place)).toEqual([])
    clock.stand(NOON + 3600)
    await server.jobs.runPeriodic(JOB)
    expect(await backupsIn(place)).toHaveLength(1)
    expect(await metric(app, 'rosella_backup_failed')).toBe(0)
  })
})
