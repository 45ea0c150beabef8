import { readFileSync } from 'node:fs'
import { variables } from '@rosella/testkit/config-variables'
import { SECRET } from '@rosella/testkit/service-variables'
import { describe, expect, test } from 'vitest'
import { assertNodeVersion, type Config, ConfigError, environmentVariables, readConfig } from './config'

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

test('refuses versions of Node that it does not support', () => {
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '22.21.1', '24.0.0', '25.1.0'])
    expect(() => assertNodeVersion(version), version).not.toThrow()
  for (const version of ['16.20.2', '18.20.8', '20.18.3', '21.7.3', '22.11.0', '23.11.0'])
    expect(() => assertNodeVersion(version), version).toThrow(
      `Rosella needs Node 20.19, 22.12, 24 or newer; this is Node ${version}.`,
    )
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
  const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example', EMBEDDED_IN_PRODUCTION: '1' }
  expect(readConfig({ DATABASE_URL, DEMO: '1', ...production }).demo).toBe(false)
  expect(readConfig({ DEMO: '1', ...production }).demo).toBe(false)
  expect(refusal({ DEMO: 'maybe', NODE_ENV: 'production' })).toBe('DEMO must be 1 or 0, not "maybe".')
})

test('refuses an S3 endpoint without a bucket, because photos would silently be stored on disk', () => {
  expect(refusal({ S3_ENDPOINT: 'http://minio:9000' })).toBe('S3_BUCKET must be set when S3_ENDPOINT is.')
})

test('production needs SMTP_URL unless MAIL_FOLDER=1 allows emails in a folder', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db.example/rosella' }
  expect(refusal(production)).toBe(
    'SMTP_URL must be set in production, or MAIL_FOLDER=1 to write emails to DATA_DIR/mail, where only you can read them.',
  )
  expect(refusal({ ...production, MAIL_FOLDER: '0' })).toContain('SMTP_URL must be set')
  expect(readConfig({ ...production, MAIL_FOLDER: '1' }).mail.kind).toBe('folder')
  expect(readConfig({ ...production, SMTP_URL: 'smtp://mail.example' }).mail.kind).toBe('smtp')
})

test('production needs PostgreSQL unless EMBEDDED_IN_PRODUCTION=1 accepts that a power cut can damage the database', () => {
  const production = { NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example' }
  expect(refusal(production)).toMatch(/^DATABASE_URL must be set in production, .*power cut can damage it\.$/)
  expect(refusal({ ...production, EMBEDDED_IN_PRODUCTION: '0' })).toContain('DATABASE_URL must be set')
  expect(readConfig({ ...production, EMBEDDED_IN_PRODUCTION: '1' }).database.kind).toBe('pglite')
})
