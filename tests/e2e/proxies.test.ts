import { execFileSync, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import https from 'node:https'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { SOCKET_PATH } from '@rosella/contract/messages/rules'
import { addChatMembers, type ChatMember } from '@rosella/testkit/chat-members'
import { untilReady } from '@rosella/testkit/child-process'
import { freePort } from '@rosella/testkit/free-port'
import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findProgram } from '../../tools/test/programs.mjs'
import { opsFile, type RunningProxy, start, startNginx } from './scale-out/proxy'
import { openScaledSite, type ScaledSite } from './scale-out/site'

const PHOTO = 'abcdefghijklmnopqrstuv'
let site: ScaledSite
let nginx: RunningProxy
let bucket: http.Server
const asked: { url: string; headers: http.IncomingHttpHeaders }[] = []
let members: ChatMember[]

beforeAll(async () => {
  bucket = http.createServer(({ url = '', headers }, reply) => {
    asked.push({ url, headers })
    reply.writeHead(url.endsWith(`${PHOTO}.jpg`) ? 200 : 403, { 'set-cookie': 'a=b' }).end('a picture')
  })
  const storage = await freePort()
  bucket.listen(storage, '127.0.0.1')
  site = await openScaledSite(2, { storage: `127.0.0.1:${storage}` })
  nginx = await startNginx(site.dir, site.behind)
  await untilReady(
    'nginx',
    async () => (await fetch(`${nginx.url}/healthz`).catch(() => undefined))?.ok ?? false,
  )
  members = await addChatMembers(site.postgres.url, 12)
})
afterAll(async () => {
  await nginx?.close()
  await site?.close()
  bucket?.close()
})

const proxies = { HAProxy: () => site.proxy, nginx: () => nginx } as const
type Name = keyof typeof proxies
const both = Object.keys(proxies) as Name[]

/** A socket that only uses long polling, from its own IP address and with cookies like a browser. */
function longPolling(url: string, member: ChatMember, n: number): Socket {
  const agent = new http.Agent({ keepAlive: true, localAddress: `127.0.${n + 10}.1` })
  const auth = { email: member.email, token: member.token }
  const options = { transports: ['polling'], withCredentials: true, reconnection: false, forceNew: true }
  return io(url, { path: SOCKET_PATH, agent: agent as unknown as string, auth, ...options })
}

test('the configuration files are valid', async () => {
  const haproxy = spawnSync(findProgram('haproxy'), ['-c', '-f', opsFile('haproxy.cfg')], {
    encoding: 'utf8',
  })
  expect([haproxy.status, `${haproxy.stdout}${haproxy.stderr}`]).toEqual([
    0,
    expect.not.stringMatching(/WARNING|ALERT/),
  ])
  // Only root may open ports below 1024, so check it with the addresses of the test.
  const checked = spawnSync(
    findProgram('nginx'),
    ['-t', '-c', join(site.dir, 'nginx.conf'), '-e', '/dev/null'],
    {
      encoding: 'utf8',
    },
  )
  expect([checked.status, checked.stderr]).toEqual([0, expect.stringContaining('test is successful')])
  const [ours, used] = await Promise.all(
    [opsFile('nginx.conf'), join(site.dir, 'nginx.conf')].map(async (file) =>
      (await readFile(file, 'utf8')).split('\n'),
    ),
  )
  const changed = ours?.filter((line) => !used?.includes(line)).map((line) => line.trim().split(' ')[0])
  expect(changed).toEqual(['error_log', 'access_log', 'server', 'server', 'listen'])
  execFileSync(
    findProgram('caddy'),
    ['validate', '--config', opsFile('Caddyfile'), '--adapter', 'caddyfile'],
    {
      env: { ...process.env, SITE_ADDRESS: 'dating.example.org.au' },
      stdio: 'ignore',
    },
  )
})

describe.each(both)('%s', (name) => {
  test('keeps long polling on one process and uses both processes', async () => {
    const { url, logged } = proxies[name]()
    const sockets = members.map((member, n) => longPolling(url, member, n))
    const problems: string[] = []
    for (const socket of sockets) {
      socket.on('connect_error', (error) => problems.push(error.message))
      socket.on('disconnect', (reason) => problems.push(reason))
    }
    try {
      await expect
        .poll(() => sockets.filter(({ connected }) => connected).length, { timeout: 20_000 })
        .toBe(12)
      for (let round = 0; round < 5; round++) {
        const acks = sockets.map((socket, n) => {
          const receiver_id = members[n ^ 1]?.id
          return socket.timeout(10_000).emitWithAck('fetchMessages', { receiver_id, last_id: 0 })
        })
        await Promise.allSettled(acks)
        await sleep(300)
      }
      expect(problems).toEqual([])
      expect(sockets.every(({ connected }) => connected)).toBe(true)
    } finally {
      for (const socket of sockets) socket.off('disconnect').disconnect()
    }
    const polls = async () => (await logged()).split('\n').filter((line) => line.includes(SOCKET_PATH))
    const processes = name === 'HAProxy' ? /"site"\/"(site\d+)"/ : /(127\.0\.0\.\d):/
    await expect
      .poll(async () => new Set((await polls()).flatMap((line) => processes.exec(line)?.[1] ?? [])).size)
      .toBe(2)
  })
})

/** Everything that may be in a query: tokens, email addresses and search terms. */
const secrets = () => [
  ...members.flatMap(({ email, token }) => [token, email, encodeURIComponent(email)]),
  's3cret',
  '?',
]

test('neither proxy logs a query string, even while a process is dead', async () => {
  const [first] = members
  if (!first) throw new Error('There are no members.')
  const crawl = async (url: string) => {
    const query = new URLSearchParams({ email: first.email, token: first.token, hash: 's3cret' })
    for (const path of [
      '/api/user',
      '/api/users',
      '/access',
      '/media/tmb/x.jpg',
      '/no/such',
      '/readyz',
      '//x',
    ])
      await fetch(`${url}${path}?${query}`)
    await fetch(`${url}/api/login?${query}`, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    })
    // A stream that the client aborts.
    const cut = new AbortController()
    const stream = fetch(`${url}/api/notifications?${query}`, { signal: cut.signal }).catch(() => undefined)
    await sleep(300)
    cut.abort()
    await stream
  }
  for (const name of both) await crawl(proxies[name]().url)
  site.processes()[1]?.child.kill('SIGKILL')
  for (const name of both) await crawl(proxies[name]().url)
  site.processes()[0]?.child.kill('SIGSTOP')
  for (const name of both) {
    const impatient = AbortSignal.timeout(500)
    await fetch(`${proxies[name]().url}/api/user?token=s3cret`, { signal: impatient }).catch(() => undefined)
  }
  site.processes()[0]?.child.kill('SIGCONT')
  for (const name of both) {
    const { logged } = proxies[name]()
    await expect.poll(logged).toContain('/api/users')
    const lines = (await logged()).split('\n')
    const leaked = lines.filter((line) => secrets().some((secret) => line.includes(secret)))
    expect(leaked, name).toEqual([])
  }
})

test('the proxy serves photos from the bucket by name, and nothing else', async () => {
  const get = async (path: string) => {
    const answer = await fetch(`${site.url}${path}`, {
      headers: { cookie: 'mine=1', authorization: 'Bearer s3cret' },
    })
    const { headers } = answer
    return [
      answer.status,
      headers.get('cache-control'),
      headers.get('x-content-type-options'),
      headers.get('set-cookie'),
    ]
  }
  asked.length = 0
  expect(await get(`/photos/tmb/${PHOTO}.jpg?token=s3cret`)).toEqual([
    200,
    'public, max-age=3600',
    'nosniff',
    null,
  ])
  expect(await get('/photos/lg/another-name-0123456789.jpg')).toEqual([404, null, 'nosniff', null])
  expect(await get('/photos/lg/another-name-0123456789.1000.avif')).toEqual([404, null, 'nosniff', null])
  expect(asked.map(({ url }) => url)).toEqual([
    `/rosella/tmb/${PHOTO}.jpg`,
    '/rosella/lg/another-name-0123456789.jpg',
    '/rosella/lg/another-name-0123456789.1000.avif',
  ])
  expect(JSON.stringify(asked)).not.toMatch(/mine=1|s3cret/)
  asked.length = 0
  for (const path of [
    '/photos/private/tmb/x.jpg',
    '/photos/tmb/',
    '/photos/',
    '/photos/tmb/%2e%2e/private/x.jpg',
  ])
    await get(path)
  expect(asked).toEqual([])
})

test('Caddy in front of HAProxy serves https and redirects http', async () => {
  const ports = [await freePort(), await freePort()]
  const env = {
    SITE_ADDRESS: `localhost:${ports[1]}`,
    HTTP_PORT: String(ports[0]),
    HTTPS_PORT: String(ports[1]),
    PROXY: site.proxy.url.replace('http://', ''),
    HOME: site.dir,
    XDG_DATA_HOME: join(site.dir, 'caddy'),
  }
  const caddy = start(
    findProgram('caddy'),
    ['run', '--config', opsFile('Caddyfile'), '--adapter', 'caddyfile'],
    env,
  )
  const get = (path: string, headers = {}) =>
    new Promise<http.IncomingMessage>((resolve, reject) =>
      https
        .get(`https://localhost:${ports[1]}${path}`, { rejectUnauthorized: false, headers }, resolve)
        .on('error', reject),
    )
  try {
    await untilReady('Caddy', () =>
      get('/healthz').then(
        (answer) => answer.statusCode === 200,
        () => false,
      ),
    )
    const there = await get('/api/user?token=s3cret')
    expect([there.statusCode, JSON.parse(await text(there))]).toMatchObject([401, { code: 'session.none' }])
    const sent = await fetch(`http://localhost:${ports[0]}/faq`, { redirect: 'manual' })
    expect([sent.status, sent.headers.get('location')]).toEqual([308, 'https://localhost/faq'])
    expect(caddy.said()).not.toContain('s3cret')
  } finally {
    await caddy.end('SIGTERM')
  }
})
