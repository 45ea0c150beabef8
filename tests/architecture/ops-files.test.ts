import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './imports'

const read = (path: string): string => readFileSync(join(root, path), 'utf8')

test('every file in ops/ is exercised by a test or named as untested', () => {
  const rows = [...read('docs/operations/tested.md').matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)]
  expect(rows.map(([, file]) => file).sort()).toEqual(readdirSync(join(root, 'ops')).sort())
  for (const [, file, by = ''] of rows) {
    const named = [...by.matchAll(/`([^`]+\.(?:ts|mjs))`/g)].map(([, path]) => path ?? '')
    expect(named.length > 0 || by.includes('untested'), file).toBe(true)
    expect(
      named.filter((path) => !existsSync(join(root, path))),
      file,
    ).toEqual([])
  }
})

test('the files that the systemd unit and the Dockerfile start or copy exist', () => {
  expect(read('tools/build.mjs')).toContain("'server/src/main.ts'")
  expect(read('ops/rosella.service')).toMatch(
    /^ExecStart=\/usr\/bin\/env node \/opt\/rosella\/server\/dist\/main\.js$/m,
  )
  const copied = [...read('ops/Dockerfile').matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files]) =>
    files?.split(' '),
  )
  expect(copied.length).toBeGreaterThan(5)
  expect(copied.filter((file) => !existsSync(join(root, file ?? '')))).toEqual([])
})

test('the systemd unit keeps its limits', () => {
  const unit = read('ops/rosella.service')
  for (const line of [
    'NoNewPrivileges=yes',
    'ProtectSystem=strict',
    'CapabilityBoundingSet=',
    'PrivateDevices=yes',
    'OOMPolicy=continue',
    'MemoryMax=85%',
    'RuntimeDirectory=rosella',
    'StartLimitBurst=120',
  ])
    expect(unit.split('\n')).toContain(line)
})

/** The environment of the site's container, by name. */
function containerEnvironment(file: string): Map<string, string> {
  const site = read(`ops/${file}`).split(/^ {2}rosella:$/m)[1] ?? ''
  const block = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(site)?.[1] ?? ''
  return new Map(
    [...block.matchAll(/^ {6}([A-Z0-9_]+): (.+)$/gm)].map(([, name = '', value = '']) => [name, value]),
  )
}

const settings = [...read('.env.example').matchAll(/^# ([A-Z0-9_]+)=/gm)].map(([, name = '']) => name)

/** Settings that the services of the production file fix, or that have no meaning in it. */
const fixed = [
  'NODE_ENV PORT HOST DATA_DIR SITE_URL TRUST_PROXY DATABASE_URL REDIS_URL S3_BUCKET S3_ENDPOINT',
  'AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY PHOTO_BASE_URL EMBEDDED_IN_PRODUCTION MAIL_FOLDER DEMO',
].flatMap((names) => names.split(' '))

test.each([
  ['compose.yaml', ['PORT', 'HOST', 'DATA_DIR']],
  ['compose.production.yaml', fixed],
])('every setting of .env.example reaches the container of %s', (file, without) => {
  const given = containerEnvironment(file)
  expect(settings.length).toBeGreaterThan(35)
  const passed = settings.filter((name) => given.get(name)?.startsWith(`\${${name}:`))
  expect(settings.filter((name) => !passed.includes(name) && !without.includes(name))).toEqual([])
  expect([...given.keys()].filter((name) => !settings.includes(name))).toEqual([])
})

test.each(['compose.yaml', 'compose.production.yaml'])('every service of %s has limits', (file) => {
  const [, services = ''] = /^services:\n([\s\S]*?)^(?:configs|volumes):/m.exec(read(`ops/${file}`)) ?? []
  const each = services
    .split(/^ {2}(?=\w+:$)/m)
    .filter((service) => service.includes('restart: unless-stopped'))
  expect(each.length).toBeGreaterThan(0)
  for (const service of each)
    for (const limit of ['mem_limit:', 'logging:'])
      expect(service, `${limit} ${service.split('\n')[0]}`).toContain(limit)
  const site = services.split(/^ {2}rosella:$/m)[1] ?? ''
  for (const line of ['read_only: true', "tmpfs: ['/tmp']", 'cap_drop: [ALL]', 'stop_grace_period: 30s'])
    expect(site).toContain(line)
})
