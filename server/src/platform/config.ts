import cluster from 'node:cluster'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { parseEnv } from 'node:util'
import { isEmail } from '@rosella/contract/access/rules'

/** Configuration is a value: read once, checked here, with unions so that nobody asks for a bucket on a disk. */
export interface Config {
  production: boolean
  port: number
  host: string
  site: { name: string; url: string; adminEmails: string[] }
  /** What the legal pages name: since when they are in force, who runs the site, and how to reach them. */
  legal: { date: string; address: string; contact: string }
  logLevel: LogLevel
  /** How many proxies stand in front of the site and may name the caller's address, or their addresses and ranges. */
  proxies: number | string[]
  /** How long it says that it is about to stop before it does, so that the proxies have heard. */
  drainSeconds: number
  /** How many processes share the port; undefined where this one serves by itself. */
  processes: number | 'auto' | undefined
  /** Whether the log of requests names the addresses they came from. */
  logAddresses: boolean
  /** Where backups go, and at which hour on the clocks of the site's time zone. */
  backups: { dir: string; hour: number } | undefined
  /** The operator's own collector of traces. */
  telemetry: string | undefined
  demo: boolean
  docs: boolean
  metricsToken: string | undefined
  dataDir: string
  database:
    | { kind: 'pglite'; dir: string }
    | {
        kind: 'postgres'
        url: string
        connections: number
        keepStatements: boolean
        /** A copy that follows the first, for what need not be the very latest. */
        replicaUrl: string | undefined
      }
  events: { kind: 'memory' } | { kind: 'redis'; url: string; prefix: string }
  photos: { kind: 'disk'; dir: string } | { kind: 's3'; bucket: string; region: string; endpoint?: string }
  photoBaseUrl: string
  /** Which push services may be spoken to; without it there is no push. */
  push: { hosts: readonly string[] } | undefined
  mail: { kind: 'folder'; dir: string; from: string } | { kind: 'smtp'; url: string; from: string }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/**
 * Its message is one sentence that says which variable is wrong, and why.
 * @internal exported for its test
 */
export class ConfigError extends Error {}

type Env = Record<string, string | undefined>

export function readConfig(env: Env): Config {
  const production = oneOf(env, 'NODE_ENV', nodeEnvironments, 'development') === 'production'
  const name = text(env, 'SITE_NAME', 'Rosella', /^[^\p{Cc}]{1,60}$/u, 'one line of at most 60 characters')
  const port = wholeNumber(env, 'PORT', 3000, 0, 65_535)
  const dataDir = text(env, 'DATA_DIR', './data')
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const connections = wholeNumber(env, 'DATABASE_POOL', 10, 1, 1000)
  const keepStatements = flag(env, 'DATABASE_KEEP_STATEMENTS', true)
  const replicaUrl = url(env, 'DATABASE_REPLICA_URL', ['postgres:', 'postgresql:'])
  const redisUrl = url(env, 'REDIS_URL', ['redis:', 'rediss:'])
  const prefix = text(env, 'REDIS_PREFIX', 'rosella', /^[\w.:-]{1,60}$/, 'letters, digits, and . : _ - only')
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  const demo = flag(env, 'DEMO', databaseUrl === undefined) && !production
  if (replicaUrl && !databaseUrl) throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL.')
  const siteUrl = siteAddress(env) ?? `http://localhost:${port}`
  const hosts = pushHosts(env)
  const from = text(env, 'MAIL_FROM', `hello@${mailHost(siteUrl)}`, mailbox, 'one email address')
  return {
    production,
    port,
    // The demo's log-ins are printed and known to everybody, its admin's too: they are for this machine alone.
    host: text(env, 'HOST', demo ? '127.0.0.1' : '0.0.0.0', /^[^\s/]+$/, 'a host name or an address'),
    site: {
      name,
      url: siteUrl,
      adminEmails: emails(env, 'ADMIN_EMAILS'),
    },
    legal: {
      date: legalDate(env),
      // In .env a line break is written \n.
      address: text(
        env,
        'LEGAL_ADDRESS',
        `The operator of ${name}`,
        /^[^\p{Cc}]{1,300}$/u,
        'at most 300 characters, with \\n for a line break',
      ).replaceAll('\\n', '\n'),
      contact: /[^\s<]+@[^\s>]+/.exec(from)?.[0] ?? from,
    },
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    proxies: trustedProxies(env),
    drainSeconds: wholeNumber(env, 'DRAIN_SECONDS', 0, 0, 120),
    processes: processes(env, databaseUrl !== undefined && redisUrl !== undefined),
    logAddresses: flag(env, 'LOG_ADDRESSES', false),
    backups: backups(env),
    telemetry: url(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', ['http:', 'https:']),
    demo,
    docs: !production,
    metricsToken: text(env, 'METRICS_TOKEN', '', /^[!-~]+$/, 'letters, digits and signs only') || undefined,
    dataDir,
    database: databaseUrl
      ? { kind: 'postgres', url: databaseUrl, connections, keepStatements, replicaUrl }
      : { kind: 'pglite', dir: `${dataDir}/database` },
    events: redisUrl ? { kind: 'redis', url: redisUrl, prefix } : { kind: 'memory' },
    photos: bucket(env) ?? { kind: 'disk', dir: `${dataDir}/photos` },
    photoBaseUrl: photoAddress(env),
    push: flag(env, 'PUSH', false) ? { hosts } : undefined,
    mail: smtpUrl
      ? { kind: 'smtp', url: smtpUrl, from }
      : { kind: 'folder', dir: mailFolder(env, production, dataDir), from },
  }
}

const nodeEnvironments = ['production', 'development', 'test'] as const
const mailbox = /^(?:[^<>\p{Cc}]* )?<[^\s@<>]+@[^\s@<>]+>$|^[^\s@<>]+@[^\s@<>]+$/u

/** Values are never repeated where they may be secret, so only what was wanted is said. */
function text(env: Env, key: string, fallback: string, pattern?: RegExp, wanted?: string): string {
  const value = env[key]?.trim()
  if (!value) return fallback
  if (!pattern || pattern.test(value)) return value
  throw new ConfigError(`${key} must be ${wanted}.`)
}

function legalDate(env: Env): string {
  const date = text(env, 'LEGAL_DATE', '2026-11-15', /^\d{4}-\d{2}-\d{2}$/, 'a date such as 2026-11-15')
  if (!Number.isNaN(Date.parse(date)) && new Date(date).toISOString().startsWith(date)) return date
  throw new ConfigError('LEGAL_DATE must be a date such as 2026-11-15.')
}

function emails(env: Env, key: string): string[] {
  const parts = (env[key] ?? '').split(',').map((part) => part.trim().toLowerCase())
  const given = parts.filter((part) => part !== '')
  if (given.every(isEmail)) return given
  throw new ConfigError(`${key} must be email addresses separated by commas.`)
}

/** Chrome and Edge on most systems, Firefox, Safari, and Edge on Windows. `*.` stands for anything before it. */
const knownPushHosts = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]
const pushHost = /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/

function pushHosts(env: Env): readonly string[] {
  const given = (env.PUSH_HOSTS ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')
  if (given.length === 0) return knownPushHosts
  if (given.every((host) => pushHost.test(host))) return given
  throw new ConfigError('PUSH_HOSTS must be host names separated by commas, such as *.push.example.')
}

/** Links and the origin that browsers send are made from it, so it ends after the host and port. */
function siteAddress(env: Env): string | undefined {
  const value = url(env, 'SITE_URL', ['http:', 'https:'])
  if (!value) return undefined
  const { origin, pathname, search, hash, username } = new URL(value)
  if (/^\/+$/.test(pathname) && search + hash + username === '') return origin
  throw new ConfigError('SITE_URL must be an address without a path, as in https://rosella.example.')
}

function photoAddress(env: Env): string {
  const value = env.PHOTO_BASE_URL?.trim() || '/media'
  const isAddress = URL.canParse(value) && /^https?:\/\/[^@?#]+$/i.test(value)
  if (isAddress || /^\/(?!\/)[\w./-]+$/.test(value)) return value.replace(/\/+$/, '')
  throw new ConfigError('PHOTO_BASE_URL must be an http address or a path that begins with one /.')
}

/** Processes beside each other need something that carries events and rows between them. */
function processes(env: Env, share: boolean): Config['processes'] {
  const isAuto = env.PROCESSES?.trim().toLowerCase() === 'auto'
  const count = isAuto ? 'auto' : wholeNumber(env, 'PROCESSES', 0, 1, 256) || undefined
  if (count === undefined || share) return count
  throw new ConfigError('PROCESSES needs PostgreSQL and Redis: set DATABASE_URL and REDIS_URL.')
}

function backups(env: Env): Config['backups'] {
  const dir = text(env, 'BACKUP_DIR', '')
  const hour = wholeNumber(env, 'BACKUP_HOUR', 3, 0, 23)
  return dir ? { dir, hour } : undefined
}

function bucket(env: Env): Extract<Config['photos'], { kind: 's3' }> | undefined {
  const name = text(env, 'S3_BUCKET', '', /^[\w.-]{3,255}$/, 'the name of a bucket')
  const region = text(env, 'S3_REGION', 'ap-southeast-2', /^[\w-]+$/, 'a region such as ap-southeast-2')
  const endpoint = url(env, 'S3_ENDPOINT', ['http:', 'https:'])
  if (name) return { kind: 's3', bucket: name, region, endpoint }
  // Without this the photos would end up on the disk and nobody would notice.
  if (endpoint) throw new ConfigError('S3_BUCKET must be set when S3_ENDPOINT is.')
  return undefined
}

function wholeNumber(env: Env, key: string, fallback: number, low: number, high: number): number {
  const value = env[key]?.trim()
  if (!value) return fallback
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= low && number <= high) return number
  throw new ConfigError(`${key} must be a whole number from ${low} to ${high}, not "${value}".`)
}

function flag(env: Env, key: string, fallback: boolean): boolean {
  const value = env[key]?.trim().toLowerCase()
  if (!value) return fallback
  if (['1', 'true', 'yes'].includes(value)) return true
  if (['0', 'false', 'no'].includes(value)) return false
  throw new ConfigError(`${key} must be 1 or 0, not "${value}".`)
}

function oneOf<V extends string>(env: Env, key: string, values: readonly V[], fallback: V): V {
  const value = env[key]?.trim().toLowerCase()
  if (!value) return fallback
  const known = values.find((candidate) => candidate === value)
  if (known) return known
  throw new ConfigError(`${key} must be one of ${values.join(', ')}, not "${value}".`)
}

/** The value itself is not repeated in the sentence: such addresses hold passwords. */
function url(env: Env, key: string, protocols: readonly string[]): string | undefined {
  const value = env[key]?.trim()
  if (!value) return undefined
  const begins = protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`))
  // Only PostgreSQL is also reached without a host, by a socket in the file system.
  if (begins && URL.canParse(value) && (new URL(value).hostname !== '' || key.startsWith('DATABASE_')))
    return value
  throw new ConfigError(
    `${key} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
  )
}

/** In production nobody reads a terminal, and links that log in are not for a log: mail in a folder has to be asked for. */
function mailFolder(env: Env, production: boolean, dataDir: string): string {
  if (flag(env, 'MAIL_FOLDER', !production)) return `${dataDir}/mail`
  throw new ConfigError(
    'SMTP_URL must be set in production; MAIL_FOLDER=1 keeps mails in DATA_DIR/mail instead, where only you read them.',
  )
}

/** Words that stand for ranges, as Express has them. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal']

function trustedProxies(env: Env): number | string[] {
  const value = env.TRUST_PROXY?.trim() ?? ''
  if (!/[.:a-z]/i.test(value)) return wholeNumber(env, 'TRUST_PROXY', 0, 0, 10)
  const ranges = value.split(',').map((range) => range.trim().toLowerCase())
  if (ranges.every(isRange)) return ranges
  throw new ConfigError(
    'TRUST_PROXY must be a whole number from 0 to 10, or addresses and ranges such as 10.0.0.0/8, fd00::/8 separated by commas.',
  )
}

function isRange(range: string): boolean {
  const [address = '', bits, more] = range.split('/')
  const version = isIP(address)
  if (version === 0) return RANGES.includes(range)
  if (bits === undefined) return true
  return more === undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

/** A bare name such as localhost makes no address that mail programs accept. */
function mailHost(siteUrl: string): string {
  const { hostname } = new URL(siteUrl)
  return hostname.includes('.') ? hostname : `${hostname}.localdomain`
}

const FILE = '.env'

/** The supervisor sets this for its workers; it is not a setting. */
export const WORKER_FOLDER = 'ROSELLA_WORKER_FOLDER'
export const workerFolder = (): string | undefined => process.env[WORKER_FOLDER]

/** The only reader of the environment. */
export function configFromEnvironment(): Config {
  const written = existsSync(FILE) ? parseEnv(readFileSync(FILE, 'utf8')) : {}
  const config = readConfig({ ...written, ...process.env })
  // Drivers read the environment too. A supervisor leaves the file to its workers, so that new ones read it afresh.
  if (existsSync(FILE) && (config.processes === undefined || cluster.isWorker)) process.loadEnvFile(FILE)
  return config
}
