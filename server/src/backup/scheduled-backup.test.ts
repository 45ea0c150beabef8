import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

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
/** Noon in Sydney, so that the last one due was at 3:00 that day. */
const NOON = Date.parse('2027-03-10T12:00:00+11:00') / 1000
const open = async (on: 'pglite' | 'postgres', place = join(dir, 'backups')): Promise<TestApp> => {
  app = await openTestApp({ on, env: { BACKUP_DIR: place, METRICS_TOKEN: 'figures' } })
  app.clock.stand(NOON)
  return app
}
const backupsIn = async (place = join(dir, 'backups')) => (await readdir(place).catch(() => [])).sort()
const backupPart = async ({ admin }: TestApp) =>
  (await admin.call('GET /api/admin/system', {})).parts.find(({ part }) => part === 'backup')
async function figure({ url }: TestApp, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { authorization: 'Bearer figures' } })).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

describe('[issue 23] backups by the clock', () => {
  test.each(['postgres', 'pglite'] as const)(
    '%s: one a day, whole, told on the page and in the figures',
    async (on) => {
      const { server, admin, clock } = await open(on)
      if (!app) throw new Error('not open')
      expect(await figure(app, 'rosella_backup_age_seconds')).toBeNaN()
      await server.jobs.runPeriodic(JOB)
      const [name = ''] = await backupsIn()
      expect(name).toBe('rosella-auto-2027-03-10T01-00-00Z')
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
      expect(await figure(app, 'rosella_backup_age_seconds')).toBe(3600)
      expect(await figure(app, 'rosella_backup_failed')).toBe(0)
      expect(admin.id).toBeGreaterThan(0)
    },
  )

  test('two processes make one, and seven daily and four weekly ones stay', async () => {
    const { server, second, clock } = await open('postgres')
    const place = join(dir, 'backups')
    await mkdir(place)
    for (let n = 1; n <= 40; n++) {
      const at = new Date((NOON - n * DAY) * 1000).toISOString().slice(0, 19).replaceAll(':', '-')
      await mkdir(join(place, `rosella-auto-${at}Z`))
    }
    await mkdir(join(place, 'by-hand'))
    const other = await second()
    try {
      await Promise.all([server.jobs.runPeriodic(JOB), other.server.jobs.runPeriodic(JOB)])
      await expect
        .poll(async () => (await backupsIn()).filter((name) => name.includes('03-10T')))
        .toHaveLength(1)
      expect(await backupsIn()).toEqual(expect.arrayContaining(['by-hand']))
      // Seven days, two of which stand for their weeks, two weeks more, and what is not ours.
      expect(await backupsIn()).toHaveLength(7 + 2 + 1)
      clock.stand(NOON + DAY)
      await Promise.all([server.jobs.runPeriodic(JOB), other.server.jobs.runPeriodic(JOB)])
      await expect
        .poll(async () => (await backupsIn()).filter((name) => name.includes('03-11T')))
        .toHaveLength(1)
    } finally {
      await other.close()
    }
  })

  test('one that fails is told in words, tried again after an hour, and no longer told once it is made', async () => {
    const place = join(dir, 'taken')
    await writeFile(place, 'not a folder')
    const { server, clock, expectErrors, logLines } = await open('postgres', place)
    if (!app) throw new Error('not open')
    expectErrors()
    await server.jobs.runPeriodic(JOB)
    expect(logLines.join('')).toContain('a backup failed')
    expect(await backupPart(app)).toMatchObject({
      ok: false,
      words: expect.stringMatching(/^The latest failed: .*EEXIST|ENOTDIR/),
    })
    const { warnings } = await app.admin.call('GET /api/admin/system', {})
    expect(warnings.map(({ part }) => part)).toContain('backup')
    expect(await figure(app, 'rosella_backup_failed')).toBe(1)
    await rm(place)
    clock.stand(NOON + 1800)
    await server.jobs.runPeriodic(JOB)
    expect(await backupsIn(place)).toEqual([])
    clock.stand(NOON + 3600)
    await server.jobs.runPeriodic(JOB)
    expect(await backupsIn(place)).toHaveLength(1)
    expect(await figure(app, 'rosella_backup_failed')).toBe(0)
  })
})
