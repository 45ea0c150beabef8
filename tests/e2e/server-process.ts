import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { freePort } from '@rosella/testkit/free-port'

const main = fileURLToPath(new URL('../../server/dist/main.js', import.meta.url))

/** The built server in its own process, started as an operator would start it; `.env` is in `cwd`. */
export interface ServerProcess {
  child: ChildProcess
  url: string
  output(): string
  errors(): string
  exit: Promise<number | null>
}

/** `program` is the main file of another build. */
export async function startServer(
  env: Record<string, string>,
  program = main,
  cwd?: string,
): Promise<ServerProcess> {
  const port = env.PORT ?? String(await freePort())
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, DEMO: '0', HOST: '127.0.0.1', LOG_LEVEL: 'warn', ...env, PORT: port },
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (data) => {
    out += data
  })
  child.stderr.on('data', (data) => {
    err += data
  })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const url = `http://${env.HOST ?? '127.0.0.1'}:${port}`
  return { child, url, output: () => out, errors: () => err, exit }
}

/** Starts a server and waits until it listens. It ends with this process at the latest. */
export async function openServer(env: Record<string, string>, program?: string): Promise<ServerProcess> {
  const server = await startServer(env, program)
  process.once('exit', () => server.child.kill('SIGKILL'))
  await opened(server)
  return server
}

/** Waits until the server listens. Fails with its stderr if it ends instead. */
export async function opened(server: ServerProcess): Promise<void> {
  for (;;) {
    if (server.output().includes('is open at')) return
    const ended = await Promise.race([
      server.exit.then(() => true),
      new Promise((r) => setTimeout(() => r(false), 50)),
    ])
    if (ended) throw new Error(`The server ended: ${server.errors()}`)
  }
}
