import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createConnection, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A Redis of one test's own, which may be killed and come back on the same port. */
export class RedisServer {
  #child: ChildProcess | undefined

  private constructor(
    private readonly dir: string,
    private readonly port: number,
    private readonly keeps: boolean,
  ) {}

  /** One that keeps has every write on its disk before it answers; the other forgets all when it dies. */
  static async start({ keeps }: { keeps: boolean }): Promise<RedisServer> {
    const dir = await mkdtemp(join(tmpdir(), 'rosella-redis-'))
    const server = new RedisServer(dir, await freePort(), keeps)
    await server.start()
    return server
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`
  }

  async start(): Promise<void> {
    const disk = this.keeps ? ['--appendonly', 'yes', '--appendfsync', 'always'] : ['--appendonly', 'no']
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
    const child = spawn('redis-server', args, { stdio: 'ignore' })
    process.once('exit', () => child.kill('SIGKILL'))
    this.#child = child
    for (let tries = 0; tries < 200; tries++) {
      if (await answers(this.port)) return
      await sleep(50)
    }
    throw new Error('redis-server did not start')
  }

  /** kill -9. */
  async kill(): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.on('exit', resolve))
    child.kill('SIGKILL')
    await gone
  }

  /** Nothing answers and nothing is refused. */
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

function answers(port: number): Promise<boolean> {
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
