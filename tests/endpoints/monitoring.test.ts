import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { alertFile, namesIn, promtool } from '@rosella/testkit/promtool'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../tools/test/programs.mjs'

const ops = (name: string): string => fileURLToPath(new URL(`../../ops/${name}`, import.meta.url))

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

let app: TestApp
let dir: string
let metrics: string
let alerts: string
let queries: string[]
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rosella-monitoring-'))
  const env = { METRICS_TOKEN: 'metrics-token', BACKUP_DIR: join(dir, 'backups') }
  app = await openTestApp({ on: 'postgres', env })
  const headers = { authorization: 'Bearer metrics-token' }
  metrics = await (await fetch(`${app.url}/metrics`, { headers })).text()
  alerts = await readFile(alertFile, 'utf8')
  const { panels } = JSON.parse(await readFile(ops('grafana-dashboard.json'), 'utf8')) as Dashboard
  queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
})
afterAll(async () => {
  await app?.close()
  await rm(dir, { recursive: true, force: true })
})

describe('monitoring files', () => {
  test('promtool accepts the alert rules', () => {
    expect(promtool('check', 'rules', alertFile)).toContain('SUCCESS')
  })

  test('Prometheus can parse every query of the dashboard', async () => {
    expect(queries.length).toBeGreaterThan(20)
    const rules = queries.map((expr, n) => ({ record: `panel:${n}`, expr }))
    const file = join(dir, 'queries.yml')
    // JSON is valid YAML.
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(promtool('check', 'rules', file)).toContain(`${queries.length} rules found`)
  })

  test('every metric named in the rules or on the dashboard is in /metrics', () => {
    const families = new Set([...metrics.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
    const missing = (text: string) => namesIn(text).filter((name) => !families.has(name))
    expect(families.size).toBeGreaterThan(40)
    // The supervisor adds these.
    const ofWorkers = ['rosella_worker_up', 'rosella_worker_crashes_total']
    expect(missing(alerts.replaceAll(/^\s*#.*$/gm, '')).filter((name) => !ofWorkers.includes(name))).toEqual(
      [],
    )
    expect(missing(queries.join('\n')).filter((name) => !ofWorkers.includes(name))).toEqual([])
  })

  test('every metric of ours is in docs/operations/monitoring.md', async () => {
    const page = await readFile(
      fileURLToPath(new URL('../../docs/operations/monitoring.md', import.meta.url)),
      'utf8',
    )
    const ours = [...metrics.matchAll(/^# TYPE (rosella_\S+)/gm)].map(([, name]) => name ?? '')
    expect(ours.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })

  test('promtool accepts /metrics itself', () => {
    const said = execFileSync('sh', ['-c', '"$0" check metrics 2>&1 || true', findProgram('promtool')], {
      input: metrics,
      encoding: 'utf8',
    })
    const ofOurs = said.split('\n').filter((line) => line.startsWith('rosella_'))
    expect(ofOurs).toEqual([])
  })
})

/** The value of a series; NaN if there is none. */
const value = (text: string, series: string): number => {
  const line = text.split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? Number.NaN : Number(line.slice(series.length + 1))
}
const readMetrics = async () =>
  (await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer metrics-token' } })).text()

test('metrics change with refusals, emails, moderation, the index and the services', async () => {
  const before = await readMetrics()
  const [anna] = (await app.members('Anna')) as [Person]
  await anna.upload(await testPhoto(7))
  for (let n = 0; n < 400; n++) {
    const { status } = await fetch(`${app.url}/api/check-email?email=a${n}@rosella.test`, {
      headers: { 'x-forwarded-for': '198.51.100.1' },
    })
    if (status === 429) break
  }
  await app.mail()
  const after = await readMetrics()
  const grown = (series: string) => value(after, series) - (value(before, series) || 0)
  expect(grown('rosella_too_many_requests_total{route="/api/check-email"}')).toBe(1)
  expect(grown('rosella_mails_total{outcome="sent"}')).toBeGreaterThan(0)
  expect(value(after, 'rosella_mails_total{outcome="failed"}')).toBe(0)
  for (const part of ['database', 'events', 'photos'])
    expect(value(after, `rosella_part_up{part="${part}"}`)).toBe(1)
  expect(value(after, 'rosella_database_connections{state="most"}')).toBe(10)
  expect(value(after, 'rosella_disk_free_ratio{place="data"}')).toBeGreaterThan(0)
  expect(grown('rosella_queue_waiting{queue="photos"}')).toBe(1)
  expect(value(after, 'rosella_queue_oldest_seconds{queue="photos"}')).toBeLessThan(60)
})
