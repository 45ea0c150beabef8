import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../tools/test/programs.mjs'
import { endProcess, untilReady } from './child-process'
import { freePort } from './free-port'

/** A test's own Redis server, which can be killed and restarted on the same port. */
export class RedisServer {
  #child: ChildProcess | undefined

  private constructor(
    private readonly dir: string,
    private readonly port: number,
    private readonly persistent: boolean,
  ) {}

  /** A persistent server syncs every write to disk; the other loses everything when it dies. */
  static async start({ persistent }: { persistent: boolean }): Promise<RedisServer> {
    const dir = await mkdtemp(join(tmpdir(), 'rosella-redis-'))
    const server = new RedisServer(dir, await freePort(), persistent)
    await server.start()
    return server
  }

  /** A single Sentinel that promotes a replica one second after this master has died. */
  async startSentinel(): Promise<{ url: string; kill(): Promise<void> }> {
    const port = await freePort()
    const file = join(this.dir, 'sentinel.conf')
    const watched = [`monitor test 127.0.0.1 ${this.port} 1`, 'down-after-milliseconds test 1000']
    const lines = watched.map((line) => `sentinel ${line}\n`).join('')
    await writeFile(file, `port ${port}\nbind 127.0.0.1\n${lines}`)
    const child = spawn(findProgram('redis'), [file, '--sentinel'], { stdio: 'ignore', cwd: this.dir })
    process.once('exit', () => child.kill('SIGKILL'))
    await untilReady('Sentinel', () => responds(port))
    return { url: `redis+sentinel://127.0.0.1:${port}/test`, kill: () => endProcess(child, 'SIGKILL') }
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const disk = this.persistent ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no']
    const args = [
      '--port',
      String(this.port),
      '--bind',
      '127.0.0.1',
      '--dir',
      this.dir,
      '--save',
      '',
      ...disk,
    ]
    const child = spawn(findProgram('redis'), args, { stdio: 'ignore' })
    process.once('exit', () => child.kill('SIGKILL'))
    this.#child = child
    await untilReady('Redis', () => responds(this.port))
  }

  async kill(): Promise<void> {
    if (this.#child) await endProcess(this.#child, 'SIGKILL')
  }

  /** Connections stay open, but nothing responds. */
  pause(): void {
    this.#child?.kill('SIGSTOP')
  }

  resume(): void {
    this.#child?.kill('SIGCONT')
  }

  async remove(): Promise<void> {
    await this.kill()
    await rm(this.dir, { recursive: true, force: true })
  }
}

function responds(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.on('connect', () => socket.write('PING\r\n'))
    socket.on('data', (data) => {
      socket.destroy()
      resolve(data.toString().startsWith('+PONG'))
    })
    socket.on('error', () => resolve(false))
  })
}
