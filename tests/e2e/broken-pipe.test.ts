import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { opened, type ServerProcess, startServer } from './server-process'

let dir: string
let database: Awaited<ReturnType<typeof freshPostgresDatabase>>
let server: ServerProcess
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'rosella-pipe-'))
  database = await freshPostgresDatabase()
})
afterAll(async () => {
  server.child.kill('SIGKILL')
  await database.drop()
  await rm(dir, { recursive: true, force: true })
})

const ADMIN = 'admin@rosella.test'

test('`npm start | head -1` keeps running without a reader of its output, and stops on SIGTERM', async () => {
  const env = { DATA_DIR: dir, DATABASE_URL: database.url, ADMIN_EMAILS: ADMIN, LOG_LEVEL: 'info' }
  server = await startServer(env)
  const { url, child, exit, errors } = server
  await opened(server)
  child.stdout?.destroy()

  // Logs a line for the email and one for each call.
  const requestAccess = () =>
    fetch(`${url}/api/request-access`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: ADMIN, kind: 'link' }),
    })
  expect([(await requestAccess()).status, (await requestAccess()).status]).toEqual([200, 200])
  expect((await fetch(`${url}/healthz`)).status).toBe(200)

  const last = Array.from({ length: 20 }, () => fetch(`${url}/api/nothing`).catch(() => undefined))
  child.kill('SIGTERM')
  await Promise.all(last)
  expect([await exit, errors()]).toEqual([0, ''])
}, 60_000)
