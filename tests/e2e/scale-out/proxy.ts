import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@rosella/testkit/free-port'
import { startNameServer } from '@rosella/testkit/name-server'
import { findProgram } from '../../../tools/test/programs.mjs'

export const opsFile = (name: string): string =>
  fileURLToPath(new URL(`../../../ops/${name}`, import.meta.url))

/** Where the processes listen: on the same port, each at its own IP address, like containers. */
export interface Behind {
  hosts: readonly string[]
  port: number
  /** Host and port of the bucket, if there is one. */
  storage?: string
}

export interface RunningProxy {
  url: string
  pid: number
  /** Everything logged so far. */
  logged(): Promise<string>
  close(): Promise<void>
}

/** Runs HAProxy with the file we ship. Only the addresses come from its environment. */
export async function startHaproxy({ hosts, port, storage = '127.0.0.1:9' }: Behind): Promise<RunningProxy> {
  const names = await startNameServer(() => hosts)
  const bind = `127.0.0.1:${await freePort()}`
  const env = {
    BIND: bind,
    DNS: names.address,
    SITE: `rosella.test:${port}`,
    STORAGE: storage,
    // A test machine may allow fewer connections than a production one.
    MAXCONN: '1000',
  }
  const { child, said, end } = start(findProgram('haproxy'), ['-db', '-f', opsFile('haproxy.cfg')], env)
  return {
    url: `http://${bind}`,
    pid: child.pid ?? 0,
    logged: async () => said(),
    async close() {
      await end('SIGTERM')
      await names.close()
    },
  }
}

/** nginx has no variables for its addresses, so this changes those lines of the file and no others. */
export async function startNginx(dir: string, { hosts, port }: Behind): Promise<RunningProxy> {
  const listen = `127.0.0.1:${await freePort()}`
  const servers = hosts.map((host) => `    server ${host}:${port} max_fails=0;\n`)
  const text = (await readFile(opsFile('nginx.conf'), 'utf8'))
    .replace('    listen 80;', `    listen ${listen};`)
    .replace(/( {4}server 127\.0\.0\.1:300\d max_fails=0;\n)+/, servers.join(''))
    .replaceAll('/var/log/nginx/', `${dir}/logs/`)
  await mkdir(join(dir, 'logs'))
  const file = join(dir, 'nginx.conf')
  await writeFile(file, text)
  const own = `daemon off; pid ${join(dir, 'nginx.pid')};`
  const { child, said, end } = start(findProgram('nginx'), [
    '-c',
    file,
    '-e',
    join(dir, 'logs/error.log'),
    '-g',
    own,
  ])
  const read = (name: string) => readFile(join(dir, 'logs', name), 'utf8').catch(() => '')
  return {
    url: `http://${listen}`,
    pid: child.pid ?? 0,
    logged: async () => `${await read('access.log')}${await read('error.log')}${said()}`,
    close: () => end('SIGTERM'),
  }
}

/** Starts a program that ends with this process at the latest, and collects its output. */
export function start(program: string, args: readonly string[], env: Record<string, string> = {}) {
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output.on('data', (data) => {
      said += data
    })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const gone = once(child, 'exit')
  return {
    child,
    said: () => said,
    async end(signal: NodeJS.Signals) {
      process.off('exit', kill)
      child.kill(signal)
      await gone
    },
  }
}
