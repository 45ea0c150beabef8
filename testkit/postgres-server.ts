import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { endProcess, untilReady } from './child-process'
import { freePort } from './free-port'
import { postgresUrl } from './services'

/**
 * A test's own PostgreSQL server, which can crash and restart on the same port. Unlike the shared one it is
 * durable: what it has committed is on disk.
 */
export class PostgresServer {
  #child: ChildProcess | undefined

  private constructor(
    readonly programs: string,
    private readonly home: string,
    private readonly user: { uid: number; gid: number },
    private readonly port: number,
  ) {}

  /** In a temporary folder, or below the given one. */
  static async start(below = tmpdir()): Promise<PostgresServer> {
    const server = await PostgresServer.#prepare(below)
    const { programs, user } = server
    const cwd = join(server.home, 'own')
    const initdb = [
      '-D',
      server.#data,
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--locale=C',
      '--no-sync',
    ]
    execFileSync(join(programs, 'initdb'), initdb, { ...user, cwd, stdio: ['ignore', 'ignore', 'pipe'] })
    await server.start()
    return server
  }

  /** A streaming replica, made with pg_basebackup. */
  async replica(): Promise<PostgresServer> {
    const copy = await PostgresServer.#prepare(tmpdir())
    const from = ['-h', '127.0.0.1', '-p', String(this.port), '-U', 'postgres']
    const how = ['-D', copy.#data, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
    const cwd = join(copy.home, 'own')
    execFileSync(join(this.programs, 'pg_basebackup'), [...from, ...how], {
      ...this.user,
      cwd,
      stdio: 'ignore',
    })
    await copy.start()
    return copy
  }

  static async #prepare(below: string): Promise<PostgresServer> {
    const { programs, user } = await sharedServer()
    const home = await mkdtemp(join(below, 'rosella-postgres-'))
    chmodSync(home, 0o755)
    const own = join(home, 'own')
    mkdirSync(own, { mode: 0o700 })
    chownSync(own, user.uid, user.gid)
    return new PostgresServer(programs, home, user, await freePort())
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`
  }

  get #data(): string {
    return join(this.home, 'own', 'data')
  }

  async start(): Promise<void> {
    const cwd = join(this.home, 'own')
    const args = ['-D', this.#data, '-h', '127.0.0.1', '-p', String(this.port), '-k', cwd]
    const child = spawn(join(this.programs, 'postgres'), args, { ...this.user, cwd, stdio: 'ignore' })
    process.once('exit', () => child.kill('SIGQUIT'))
    this.#child = child
    await untilReady('PostgreSQL', () => responds(this.url))
  }

  isUp(): Promise<boolean> {
    return responds(this.url)
  }

  /** Cuts every connection; the next start recovers as after a crash. */
  async crash(): Promise<void> {
    if (this.#child) await endProcess(this.#child, 'SIGQUIT')
  }

  /** Connections stay open, but nothing responds, as when its disk or machine hangs. */
  pause(): void {
    this.#signal('SIGSTOP')
  }

  resume(): void {
    this.#signal('SIGCONT')
  }

  /** Signals the server and all its connection processes. */
  #signal(signal: NodeJS.Signals): void {
    const parent = this.#child?.pid
    if (parent === undefined) return
    const found = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(/\s+/)
    const children = found.filter((pid) => pid !== '').map(Number)
    for (const pid of signal === 'SIGSTOP' ? [parent, ...children] : [...children, parent])
      process.kill(pid, signal)
  }

  async remove(): Promise<void> {
    await this.crash()
    await rm(this.home, { recursive: true, force: true })
  }
}

/** The programs and the user of the shared test server: PostgreSQL refuses to run as root. */
export async function sharedServer(): Promise<{ programs: string; user: { uid: number; gid: number } }> {
  const client = new pg.Client({ connectionString: postgresUrl() })
  await client.connect()
  const { rows } = await client.query(`
    select setting as programs, current_setting('data_directory') as data from pg_config where name = 'BINDIR'`)
  await client.end()
  const { uid, gid } = statSync(rows[0].data)
  return { programs: rows[0].programs, user: { uid, gid } }
}

async function responds(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}
