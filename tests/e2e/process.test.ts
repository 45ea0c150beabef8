import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { latestDue, PLAN } from '@rosella/server/features/settings/summary'
import { freePort } from '@rosella/testkit/free-port'
import { confirmAddresses } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { openTestSmtp } from '@rosella/testkit/smtp-server'
import { openTestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { opened, type ServerProcess, startServer } from './server-process'

const started: ServerProcess[] = []
let dir: string
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rosella-process-'))
})
afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await rm(dir, { recursive: true, force: true })
})

const start = async (env: Record<string, string>): Promise<ServerProcess> => {
  const server = await startServer({ DATA_DIR: join(dir, 'data'), ...env })
  started.push(server)
  return server
}

/** Expects one sentence on stderr without a stack trace, and exit code 1. */
async function refusal(env: Record<string, string>): Promise<string> {
  const server = await start(env)
  expect(await server.exit).toBe(1)
  const lines = server.errors().trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

const signUp = (url: string, n: number, signal?: AbortSignal) =>
  fetch(`${url}/api/signup`, {
    method: 'POST',
    signal: signal ?? null,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.1.${Math.floor(n / 200)}.${n % 200}`,
    },
    body: JSON.stringify({
      username: 'Anna',
      gender_birth: 'f',
      interested: 'both',
      relationship_goals: 's',
      birthday: '1990-01-01',
      email: `anna-${n}@rosella.test`,
      password: 'Correct-Horse-9',
      country: 'AU',
      city: 'Hobart, TAS',
      lat: -42.88,
      lng: 147.33,
    }),
  })

describe('a failed start explains itself in one sentence', () => {
  test('wrong configuration', async () => {
    expect(await refusal({ PORT: '99999' })).toMatch(/^PORT must be/)
    expect(await refusal({ DATABASE_URL: 'mysql://u:hidden@x/y' })).toMatch(
      /^DATABASE_URL must be(?!.*hidden)/,
    )
  })

  test('a database that cannot be reached', async () => {
    const port = await freePort()
    const message = await refusal({ DATABASE_URL: `postgres://user:hidden@127.0.0.1:${port}/none` })
    expect(message).toMatch(/^Cannot connect to PostgreSQL/)
    expect(message).not.toContain('hidden')
  })

  test('a port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const { url, drop } = await freshPostgresDatabase()
    expect(await refusal({ PORT: String(port), DATABASE_URL: url })).toMatch(/port is in use/)
    other.close()
    await drop()
  })

  test('a half-written or foreign data folder', async () => {
    const broken = join(dir, 'broken')
    await mkdir(join(broken, 'database'), { recursive: true })
    await writeFile(join(broken, 'database', 'PG_VERSION'), '18')
    expect(await refusal({ DATA_DIR: broken })).toContain(join(broken, 'database'))
  })
})

describe('the embedded database', () => {
  test('keeps every acknowledged write after kill -9, and can only be used by one process', async () => {
    const data = { DATA_DIR: join(dir, 'killed'), TRUST_PROXY: '1' }
    const first = await start(data)
    await opened(first)

    const second = await refusal(data)
    expect(second).toMatch(/another process|already|in use/i)

    const acknowledged: number[] = []
    let n = 0
    const writers = Array.from({ length: 3 }, async () => {
      for (;;) {
        const mine = n++
        const response = await signUp(first.url, mine).catch(() => undefined)
        if (!response) return
        if (response.status === 200) acknowledged.push(mine)
      }
    })
    while (acknowledged.length < 8) await new Promise((resolve) => setTimeout(resolve, 20))
    first.child.kill('SIGKILL')
    await Promise.all(writers)

    const again = await start(data)
    await opened(again)
    for (const mine of acknowledged) {
      const taken = await fetch(`${again.url}/api/check-email?email=anna-${mine}@rosella.test`, {
        headers: { 'x-forwarded-for': `10.2.0.${mine % 250}` },
      })
      expect([mine, taken.status]).toEqual([mine, 403])
    }

    const stream = await fetch(`${again.url}/healthz`)
    expect(stream.status).toBe(200)
    again.child.kill('SIGTERM')
    expect(await again.exit).toBe(0)
    expect(again.errors()).toBe('')
  })

  test('finishes running requests on SIGTERM, closes streams and exits with 0', async () => {
    const server = await start({ DATA_DIR: join(dir, 'killed'), TRUST_PROXY: '1' })
    await opened(server)
    const { email, token } = (await (await signUp(server.url, 900)).json()) as {
      email: string
      token: string
    }
    await fetch(`${server.url}/api/activate-profile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, token }),
    })
    const stream = await fetch(`${server.url}/api/notifications?${new URLSearchParams({ email, token })}`)
    expect(stream.status).toBe(200)
    const inFlight = signUp(server.url, 901)
    const disconnect = new AbortController()
    const aborted = signUp(server.url, 902, disconnect.signal).catch(() => 'aborted')
    await new Promise((resolve) => setTimeout(resolve, 30))
    disconnect.abort()
    server.child.kill('SIGTERM')
    const stopped = Date.now()
    expect((await inFlight).status).toBe(200)
    await stream.text()
    expect([await server.exit, server.errors()]).toEqual([0, ''])
    // A request whose caller has disconnected also finishes before the database closes.
    expect(await aborted).toBe('aborted')
    expect(server.output()).not.toContain('call failed')
    // The client keeps its connection open for a minute, but the server does not wait for that.
    expect(Date.now() - stopped).toBeLessThan(45_000)
  })
})

test('[D §8] on SIGTERM while weekly summaries are sent, none is lost and nobody gets two', async () => {
  const smtp = await openTestSmtp()
  const app = await openTestApp({ on: 'postgres' })
  const due = latestDue(app.clock.now() + 7 * 86_400)
  app.clock.stand(due - 3600)
  const [ben, ...members] = (await app.members('Ben', 'Ada', 'Bea', 'Cleo', 'Dora')) as [Person, ...Person[]]
  await confirmAddresses(app, ...members)
  for (const { id } of members) await ben.call('POST /api/user-action', { action: 'like', recipient_id: id })
  // From now on only the built server runs jobs. Its clock starts a minute after the summaries are due.
  await app.server.jobs.close()
  const ahead = (due + 60) * 1000 - Date.now()
  const clock = encodeURIComponent(`const { now } = Date; Date.now = () => now() + ${ahead}`)
  const env = {
    DATABASE_URL: (app.config.database as { url: string }).url,
    DATA_DIR: join(dir, 'summaries'),
    SMTP_URL: smtp.url,
    NODE_OPTIONS: `--import=data:text/javascript,${clock}`,
  }
  const addresses = members.map(({ email }) => email)
  const asked = () => addresses.map((address) => smtp.asked(address))
  const sent = async () => (await smtp.emails()).map(({ to }) => to?.[0]?.address)
  let release = () => {}
  smtp.hold(
    new Promise<void>((resolve) => {
      release = resolve
    }),
  )
  try {
    const first = await start(env)
    await opened(first)
    await expect.poll(asked).toContain(1)
    first.child.kill('SIGTERM')
    await expect.poll(() => fetch(first.url).catch(() => 'closed')).toBe('closed')
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect([first.child.exitCode, await sent()]).toEqual([null, []])
    release()
    // It finishes the email that it was sending and begins no other.
    expect([await first.exit, first.errors()]).toEqual([0, ''])
    expect(await sent()).toHaveLength(1)

    // The next process sends the rest, although it also plans the week again.
    await app.db.updateTable('job').set({ run_ts: 0 }).where('kind', '=', PLAN).execute()
    const second = await start(env)
    await opened(second)
    const left = () => app.db.selectFrom('job').where('kind', '=', 'summary-mail').select('id').execute()
    await expect.poll(left).toEqual([])
    const planned = async () =>
      (await app.db.selectFrom('job').where('kind', '=', PLAN).select('run_ts').executeTakeFirst())?.run_ts
    await expect.poll(planned).toBeGreaterThan(due)
    expect(await left()).toEqual([])
    expect((await sent()).toSorted()).toEqual(addresses.toSorted())
    expect(asked()).toEqual([1, 1, 1, 1])
    second.child.kill('SIGTERM')
    expect([await second.exit, second.errors()]).toEqual([0, ''])
  } finally {
    release()
    await app.close()
    await smtp.close()
  }
})
