// Runs PostgreSQL and Redis until the parent process closes our stdin. The pipe closes however the parent ends,
// also with kill -9, so nothing is left running and no files are left behind.
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const programs = JSON.parse(process.argv[2] ?? '{}')
const folder = mkdtempSync(join(fastFolder(), 'rosella-services-'))
const children = []
let ending = false

process.stdin.resume().on('close', () => end(0))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})

try {
  const user = postgresUser()
  const [databaseUrl, redisUrl] = await Promise.all([startPostgres(user), startRedis()])
  // The tests keep their temporary files there too.
  const env = { TEST_DATABASE_URL: databaseUrl, TEST_REDIS_URL: redisUrl, TMPDIR: folder }
  process.stdout.write(`${JSON.stringify(env)}\n`)
} catch (error) {
  if (!ending) console.error(error.message)
  await end(1)
}

/**
 * Every test copies a database of hundreds of files, which takes five times as much of the processor on a disk as in
 * memory. The tests need less than a quarter of this much space.
 */
function fastFolder() {
  const memory = '/dev/shm'
  const enough = 4 * 1024 ** 3
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem() / 2) < enough ? tmpdir() : memory
}

/** PostgreSQL refuses to run as root, so root runs it as the user of its package. */
function postgresUser() {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout)
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL cannot run as root, and there is no user postgres.')
}

async function startPostgres(user) {
  const home = join(folder, 'postgres')
  const data = join(home, 'data')
  chmodSync(folder, 0o755)
  mkdirSync(home, { mode: 0o700 })
  if (user.uid !== undefined) chownSync(home, user.uid, user.gid)
  const program = (name) => join(programs.postgres, name)
  const locale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  const initdb = [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    `--locale=${locale}`,
    '--no-sync',
  ]
  execFileSync(program('initdb'), initdb, { ...user, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] })
  const port = await freePort()
  // Durability would cost time and protect nothing, because the folder is deleted after the tests. No database lives
  // long enough to need a vacuum.
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'wal_level=minimal',
    'max_wal_senders=0',
    'autovacuum=off',
    'max_connections=200',
    // Few pages at a time are in use, and every new database has all of the buffers searched.
    'shared_buffers=24MB',
    'checkpoint_timeout=1h',
    'max_wal_size=8GB',
    'bgwriter_lru_maxpages=0',
  ]
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), '-k', home]
  const log = join(folder, 'postgres.log')
  keep(program('postgres'), [...args, ...settings.flatMap((setting) => ['-c', setting])], log, {
    ...user,
    cwd: home,
    stop: 'SIGQUIT',
  })
  const check = ['-q', '-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
  await ready('PostgreSQL', log, () => spawnSync(program('pg_isready'), check).status === 0)
  // Through its Unix socket, because every statement costs a fifth more over TCP.
  return `postgres://postgres@${encodeURIComponent(home)}:${port}/postgres`
}

async function startRedis() {
  const port = await freePort()
  const log = join(folder, 'redis.log')
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  keep(programs.redis, args, log, { cwd: folder, stop: 'SIGKILL' })
  await ready('Redis', log, () => readFileSync(log, 'utf8').includes('Ready to accept connections'))
  return `redis://127.0.0.1:${port}`
}

function keep(program, args, log, { stop, ...options }) {
  const out = openSync(log, 'a')
  const child = spawn(program, args, { ...options, stdio: ['ignore', out, out] })
  const gone = new Promise((resolve) => child.on('exit', resolve).on('error', resolve))
  children.push({ child, gone, stop })
}

async function ready(name, log, isReady) {
  for (let tries = 0; tries < 300 && !ending; tries++) {
    if (isReady()) return
    await sleep(100)
  }
  throw new Error(`${name} did not start:\n${readFileSync(log, 'utf8').slice(-2000)}`)
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

async function end(code) {
  if (ending) return
  ending = true
  for (const { child, stop } of children) child.kill(stop)
  await Promise.all(children.map(({ gone }) => gone))
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
