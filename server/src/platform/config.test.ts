import { readFileSync } from 'node:fs'
import { variables } from '@rosella/testkit/config-variables'
import { SECRET } from '@rosella/testkit/service-variables'
import { describe, expect, test } from 'vitest'
import { type Config, ConfigError, environmentVariables, readConfig } from './config'

function refusal(env: Record<string, string>): string {
  try {
    readConfig(env)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as Error).message
  }
  throw new Error(`${JSON.stringify(env)} was accepted`)
}

test('this test covers every variable that is read', () => {
  const read = new Set<string>()
  const env: Record<string, string> = { REDIS_URL: 'redis://cache.example', S3_BUCKET: 'rosella-photos' }
  const get = (target: typeof env, key: string) => {
    read.add(key)
    return target[key]
  }
  readConfig(new Proxy(env, { get }))
  expect([...read].sort()).toEqual(Object.keys(variables).sort())
})

test('README.md documents every variable of the table and no other', () => {
  const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
  const [, table = ''] = /\n\| Variable \|[^\n]*\n\|[-|]*\n((?:\|[^\n]*\n)+)/.exec(readme) ?? []
  const names = table.split('\n').flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z0-9_]+/g) ?? [])
  expect(names.sort()).toEqual(Object.keys(environmentVariables).sort())
})

test('[D §11] without any variable the port is 3000, all services are embedded in ./data and the demo runs', () => {
  const defaults: Config = {
    production: false,
    port: 3000,
    host: '127.0.0.1',
    site: { name: 'Rosella', url: 'http://localhost:3000', adminEmails: [] },
    legal: { date: '2026-11-15', address: 'The operator of Rosella', contact: 'hello@localhost.localdomain' },
    logLevel: 'info',
    proxies: 0,
    drainSeconds: 0,
    processes: undefined,
    logAddresses: false,
    backups: undefined,
    telemetry: undefined,
    demo: true,
    docs: true,
    metricsToken: undefined,
    dataDir: './data',
    database: { kind: 'pglite', dir: './data/database' },
    events: { kind: 'memory' },
    photos: { kind: 'disk', dir: './data/photos' },
    photoBaseUrl: '/media',
    push: undefined,
    mail: { kind: 'folder', dir: './data/mail', from: 'hello@localhost.localdomain' },
  }
  expect(readConfig({})).toEqual(defaults)
  const blank = Object.fromEntries(Object.keys(variables).map((key) => [key, '  ']))
  expect(readConfig(blank)).toEqual(defaults)
})

describe.each(Object.entries(variables))('%s', (name, { good, with: others }) => {
  test.each(Object.entries(good))('may be %j', (value, check) => {
    expect.hasAssertions()
    check(readConfig({ ...others, [name]: value }))
  })
})

const wrongs = Object.entries(variables).flatMap(([name, { wrong, with: others }]) =>
  wrong.map((value) => ({ name, value, env: { ...others, [name]: value } })),
)
test.each(wrongs)(
  '$name=$value aborts start-up with one sentence that names the variable',
  ({ name, env }) => {
    const sentence = refusal(env)
    expect(sentence).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$`))
    expect(sentence, 'a secret is never repeated').not.toContain(SECRET)
  },
)

test('PROCESSES needs PostgreSQL and Redis, and DATABASE_REPLICA_URL needs DATABASE_URL', () => {
  const needs = 'PROCESSES needs PostgreSQL and Redis: set DATABASE_URL and REDIS_URL.'
  const DATABASE_URL = 'postgres://db.example/rosella'
  const halves: Record<string, string>[] = [{}, { DATABASE_URL }, { REDIS_URL: 'redis://cache.example' }]
  for (const half of halves) {
    expect(refusal({ ...half, PROCESSES: 'auto' })).toBe(needs)
    expect(refusal({ ...half, PROCESSES: '1' })).toBe(needs)
  }
  expect(refusal({ DATABASE_REPLICA_URL: DATABASE_URL })).toBe('DATABASE_REPLICA_URL needs DATABASE_URL.')
})

test('[D §11] with DATABASE_URL the demo is off unless DEMO=1, and never on in production', () => {
  const DATABASE_URL = 'postgres://db.example/rosella'
  expect(readConfig({ DATABASE_URL }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true)
  const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example' }
  expect(readConfig({ DATABASE_URL, DEMO: '1', ...production }).demo).toBe(false)
  expect(readConfig({ DEMO: '1', ...production }).demo).toBe(false)
  expect(refusal({ DEMO: 'maybe', NODE_ENV: 'production' })).toBe('DEMO must be 1 or 0, not "maybe".')
})

test('refuses an S3 endpoint without a bucket, because photos would silently be stored on disk', () => {
  expect(refusal({ S3_ENDPOINT: 'http://minio:9000' })).toBe('S3_BUCKET must be set when S3_ENDPOINT is.')
})

test('production needs SMTP_URL unless MAIL_FOLDER=1 allows emails in a folder', () => {
  const NODE_ENV = 'production'
  expect(refusal({ NODE_ENV })).toBe(
    'SMTP_URL must be set in production, or MAIL_FOLDER=1 to write emails to DATA_DIR/mail, where only you can read them.',
  )
  expect(refusal({ NODE_ENV, MAIL_FOLDER: '0' })).toContain('SMTP_URL must be set')
  expect(readConfig({ NODE_ENV, MAIL_FOLDER: '1' }).mail.kind).toBe('folder')
  expect(readConfig({ NODE_ENV, SMTP_URL: 'smtp://mail.example' }).mail.kind).toBe('smtp')
})
