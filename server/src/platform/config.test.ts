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

test('every variable that is read is tested here', () => {
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

test('[D11] without any variable: port 3000, everything embedded in ./data, the demo town', () => {
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
  test.each(Object.entries(good))('may be %j', (value, look) => {
    expect.hasAssertions()
    look(readConfig({ ...others, [name]: value }))
  })
})

const wrongs = Object.entries(variables).flatMap(([name, { wrong, with: others }]) =>
  wrong.map((value) => ({ name, value, env: { ...others, [name]: value } })),
)
test.each(wrongs)('$name=$value stops the start with one sentence that names it', ({ name, env }) => {
  const sentence = refusal(env)
  expect(sentence).toMatch(new RegExp(`^${name} must be [^\\n]+\\.$`))
  expect(sentence, 'a secret is never repeated').not.toContain(SECRET)
})

test('[issue 23] several processes need PostgreSQL and Redis, and say so; a replica needs its original', () => {
  const needs = 'PROCESSES needs PostgreSQL and Redis: set DATABASE_URL and REDIS_URL.'
  const DATABASE_URL = 'postgres://db.example/rosella'
  const halves: Record<string, string>[] = [{}, { DATABASE_URL }, { REDIS_URL: 'redis://cache.example' }]
  for (const half of halves) {
    expect(refusal({ ...half, PROCESSES: 'auto' })).toBe(needs)
    expect(refusal({ ...half, PROCESSES: '1' })).toBe(needs)
  }
  expect(refusal({ DATABASE_REPLICA_URL: DATABASE_URL })).toBe('DATABASE_REPLICA_URL needs DATABASE_URL.')
})

test('[D11] with DATABASE_URL the demo is off unless DEMO=1, and never on in production', () => {
  const DATABASE_URL = 'postgres://db.example/rosella'
  expect(readConfig({ DATABASE_URL }).demo).toBe(false)
  expect(readConfig({ DATABASE_URL, DEMO: '1' }).demo).toBe(true)
  const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example' }
  expect(readConfig({ DATABASE_URL, DEMO: '1', ...production }).demo).toBe(false)
  expect(readConfig({ DEMO: '1', ...production }).demo).toBe(false)
  expect(refusal({ DEMO: 'maybe', NODE_ENV: 'production' })).toBe('DEMO must be 1 or 0, not "maybe".')
})

test('an endpoint without a bucket is refused: the photos would go to the disk unnoticed', () => {
  expect(refusal({ S3_ENDPOINT: 'http://minio:9000' })).toBe('S3_BUCKET must be set when S3_ENDPOINT is.')
})

test('[issue 23] production without a mail server does not start unless told that mails go into a folder', () => {
  const NODE_ENV = 'production'
  expect(refusal({ NODE_ENV })).toBe(
    'SMTP_URL must be set in production; MAIL_FOLDER=1 keeps mails in DATA_DIR/mail instead, where only you read them.',
  )
  expect(refusal({ NODE_ENV, MAIL_FOLDER: '0' })).toContain('SMTP_URL must be set')
  expect(readConfig({ NODE_ENV, MAIL_FOLDER: '1' }).mail.kind).toBe('folder')
  expect(readConfig({ NODE_ENV, SMTP_URL: 'smtp://mail.example' }).mail.kind).toBe('smtp')
})
