import cluster from 'node:cluster'
import { existsSync, readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
// Not by name: Node versions without it must get as far as the sentence that refuses them.
import util from 'node:util'
import { isEmail } from '@rosella/contract/access/rules'
import { arr, bool, either, int, oneOf, type TSchema, text } from '@rosella/contract/shapes'
import { plainAddress } from './email/address'
import { isOfShape } from './validate'

/**
 * Read and validated once. The unions tie settings together: a bucket only exists where photos are stored in one.
 */
export interface Config {
  production: boolean
  port: number
  host: string
  site: { name: string; url: string; adminEmails: string[] }
  /** For the legal pages: the date they took effect, the operator and their contact address. */
  legal: { date: string; address: string; contact: string }
  logLevel: LogLevel
  /** The number of trusted proxies in front of the site, or their addresses and ranges. */
  proxies: number | string[]
  /** How long the health check fails before the process stops, so that proxies notice. */
  drainSeconds: number
  /** The number of processes that share the port; undefined where this one serves alone. */
  processes: number | 'auto' | undefined
  /** Whether the request log contains callers' addresses. */
  logAddresses: boolean
  /** The folder for scheduled backups, their hour in the site's time zone, and whether they contain the photos. */
  backups: { dir: string; hour: number; photos: boolean } | undefined
  /** The operator's own trace collector. */
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
        /** A read replica, for reads that may lag a little. */
        replicaUrl: string | undefined
      }
  events: { kind: 'memory' } | { kind: 'redis'; url: string; prefix: string; keep: number }
  photos: { kind: 'disk'; dir: string } | { kind: 's3'; bucket: string; region: string; endpoint?: string }
  photoBaseUrl: string
  /** The push services that the server may contact; undefined switches push off. */
  push: { hosts: readonly string[] } | undefined
  mail:
    | { kind: 'folder'; dir: string; from: string }
    | {
        kind: 'smtp'
        url: string
        from: string
        perMinute: number
        /** Where emails come back to, and the mailbox to read them from. */
        bounces: { address: string | undefined; url: string | undefined }
      }
}

/**
 * Its message is one sentence that names the invalid variable and gives the reason.
 * @internal exported for its test
 */
export class ConfigError extends Error {}

/** One environment variable. */
interface Variable<T, F extends T | undefined = T | undefined> {
  meaning: string
  /** Used when the variable is unset or blank; undefined where it depends on other variables. */
  fallback: F
  /** Returns undefined if the text cannot be parsed. */
  parse(text: string): T | string | number | undefined
  shape: TSchema
  /** Describes a valid value. Quotes the text only where it cannot contain a secret. */
  expected(text: string): string
}

type Declared<F> = { meaning: string; fallback: F }

const string = (pattern?: string) => text({ maxLength: 32_768, ...(pattern ? { pattern } : {}) })

const line = <F extends string | undefined>({
  pattern,
  expected,
  ...declared
}: Declared<F> & { pattern?: string; expected?: string }): Variable<string, F> => ({
  ...declared,
  parse: (value) => value,
  shape: string(pattern),
  expected: () => expected ?? 'text',
})

const wholeNumber = ({
  low,
  high,
  ...declared
}: Declared<number> & { low: number; high: number }): Variable<number, number> => ({
  ...declared,
  parse: digits,
  shape: int({ minimum: low, maximum: high }),
  expected: (value) => `a whole number from ${low} to ${high}, not "${value}"`,
})

/** Number() also accepts 1e3 and 0x50. */
const digits = (value: string): number | undefined => (/^\d+$/.test(value) ? Number(value) : undefined)

const flag = <F extends boolean | undefined>(declared: Declared<F>): Variable<boolean, F> => ({
  ...declared,
  parse: (value) => flags.get(value.toLowerCase()),
  shape: bool(),
  expected: (value) => `1 or 0, not "${value.toLowerCase()}"`,
})
const flags = new Map([
  ...['1', 'true', 'yes'].map((word) => [word, true] as const),
  ...['0', 'false', 'no'].map((word) => [word, false] as const),
])

const choice = <V extends string>({
  values,
  ...declared
}: Declared<V> & { values: readonly V[] }): Variable<V, V> => ({
  ...declared,
  parse: (value) => value.toLowerCase(),
  shape: oneOf(values),
  expected: (value) => `one of ${values.join(', ')}, not "${value.toLowerCase()}"`,
})

/** Items are separated by commas. */
const list = <F extends readonly string[]>({
  isItem,
  expected,
  ...declared
}: Declared<F> & { isItem(item: string): boolean; expected: string }): Variable<readonly string[], F> => ({
  ...declared,
  parse: (value) => {
    const given = itemsOf(value).filter((item) => item !== '')
    if (!given.every(isItem)) return undefined
    return given.length === 0 ? declared.fallback : given
  },
  shape: arr(string()),
  expected: () => expected,
})
const itemsOf = (value: string): string[] => value.split(',').map((item) => item.trim().toLowerCase())

/** The error does not quote the value, because URLs can contain passwords. */
const url = ({
  protocols,
  needsHost = true,
  meaning,
}: {
  protocols: readonly string[]
  needsHost?: boolean
  meaning: string
}): Variable<string, undefined> => ({
  meaning,
  fallback: undefined,
  parse: (value) => (isUrl(value, protocols, needsHost) ? value : undefined),
  shape: string(),
  expected: () => `an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
})

const isUrl = (value: string, protocols: readonly string[], needsHost = true): boolean =>
  protocols.some((protocol) => value.toLowerCase().startsWith(`${protocol}//`)) &&
  URL.canParse(value) &&
  (new URL(value).hostname !== '' || !needsHost)

const SENTINELS = /^redis\+sentinel:\/\/(?:[^@/]*@)?(?<hosts>[^@/?#]+)\/(?<name>[\w.-]+)(?:\/\d+)?$/i
const SENTINEL = /^(?<host>\[[\da-f:]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/i

/** The Sentinels in a REDIS_URL such as redis+sentinel://:password@one:26379,two:26379/name, or undefined. */
export function sentinelsIn(
  url: string,
): { name: string; sentinels: { host: string; port: number }[]; rest: URL } | undefined {
  const { hosts = '', name = '' } = SENTINELS.exec(url)?.groups ?? {}
  const found = hosts.split(',').map((one) => SENTINEL.exec(one)?.groups)
  const sentinels = found.flatMap((one) =>
    one?.host ? [{ host: one.host.replace(/^\[|\]$/g, ''), port: Number(one.port ?? 26_379) }] : [],
  )
  // Without the list of hosts it is an ordinary URL, whose password may be percent-encoded.
  const rest = url.replace(`${hosts}/${name}`, 'redis')
  if (sentinels.length < found.length || !URL.canParse(rest)) return undefined
  return { name, sentinels, rest: new URL(rest) }
}

const redisUrl: Variable<string, undefined> = {
  ...url({
    protocols: ['redis:', 'rediss:'],
    meaning: 'the Redis server that shares events between processes',
  }),
  parse: (value) => (isUrl(value, ['redis:', 'rediss:']) || sentinelsIn(value) ? value : undefined),
  expected: () =>
    'an address that begins with redis:// or rediss://, or redis+sentinel://host:port,host:port/name',
}

const web = ['http:', 'https:']
const postgres = ['postgres:', 'postgresql:']

/** PostgreSQL can also be reached without a host, through a Unix socket. */
const databaseUrl = (meaning: string) => url({ protocols: postgres, needsHost: false, meaning })

/** Links and the expected Origin header are built from it, so it ends after the host and port. */
const siteUrl: Variable<string, undefined> = {
  ...url({ protocols: web, meaning: 'the address that people use; links in emails begin with it' }),
  parse(value) {
    if (!isUrl(value, web)) return undefined
    const { origin, pathname, search, hash, username } = new URL(value)
    return /^\/+$/.test(pathname) && search + hash + username === '' ? origin : undefined
  },
  expected: (value) =>
    isUrl(value, web)
      ? 'an address without a path, as in https://rosella.example'
      : 'an address that begins with http:// or https://',
}

const legalDate: Variable<string, string> = {
  ...line({ fallback: '2026-11-15', meaning: 'the date on which the terms took effect' }),
  parse: (value) =>
    !Number.isNaN(Date.parse(value)) && new Date(value).toISOString().startsWith(value) ? value : undefined,
  shape: string('^\\d{4}-\\d{2}-\\d{2}$'),
  expected: () => 'a date such as 2026-11-15',
}

const photoBaseUrl: Variable<string, string> = {
  ...line({ fallback: '/media', meaning: 'the base address of approved photos, such as a CDN' }),
  parse(value) {
    const isAddress = URL.canParse(value) && /^https?:\/\/[^@?#]+$/i.test(value)
    return isAddress || /^\/(?!\/)[\w./-]+$/.test(value) ? value.replace(/\/+$/, '') : undefined
  },
  expected: () => 'an http address or a path that begins with one /',
}

const processes: Variable<number | 'auto', undefined> = {
  fallback: undefined,
  meaning: 'how many processes share the port; auto is one for each core',
  parse: (value) => (value.toLowerCase() === 'auto' ? 'auto' : digits(value)),
  shape: either(oneOf(['auto']), int({ minimum: 1, maximum: 256 })),
  expected: (value) => `a whole number from 1 to 256, not "${value}"`,
}

/** Express's names for address ranges. */
const RANGES = ['loopback', 'linklocal', 'uniquelocal']

function isRange(range: string): boolean {
  const [address = '', bits, more] = range.split('/')
  const version = isIP(address)
  if (version === 0) return RANGES.includes(range)
  if (bits === undefined) return true
  return more === undefined && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

const hasAddress = (value: string): boolean => /[.:a-z]/i.test(value)

const trustProxy: Variable<number | string[], number> = {
  fallback: 0,
  meaning: "how many proxies may name the caller's address, or the addresses of those proxies",
  parse(value) {
    if (!hasAddress(value)) return digits(value)
    const ranges = itemsOf(value)
    return ranges.every(isRange) ? ranges : undefined
  },
  shape: either(int({ maximum: 10 }), arr(string())),
  expected: (value) =>
    hasAddress(value)
      ? 'a whole number from 0 to 10, or addresses and ranges such as 10.0.0.0/8, fd00::/8 separated by commas'
      : `a whole number from 0 to 10, not "${value}"`,
}

/** Chrome and Edge on most systems, Firefox, Safari, and Edge on Windows. `*.` matches any subdomain. */
const knownPushHosts: readonly string[] = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  'web.push.apple.com',
  '*.push.apple.com',
  '*.notify.windows.com',
]
const pushHost = /^(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Every environment variable that the server reads. The table in README.md lists the same names. */
export const environmentVariables = {
  NODE_ENV: choice({
    values: ['production', 'development', 'test'],
    fallback: 'development',
    meaning: 'production switches off the demo and /api/docs',
  }),
  PORT: wholeNumber({ low: 0, high: 65_535, fallback: 3000, meaning: 'the port of the site' }),
  HOST: line({
    pattern: '^[^\\s/]+$',
    expected: 'a host name or an address',
    fallback: undefined,
    meaning: 'the address to listen on',
  }),
  SITE_URL: siteUrl,
  SITE_NAME: line({
    pattern: '^[^\\p{Cc}]{1,60}$',
    expected: 'one line of at most 60 characters',
    fallback: 'Rosella',
    meaning: 'the name on screen and in emails',
  }),
  LEGAL_ADDRESS: line({
    pattern: '^[^\\p{Cc}]{1,300}$',
    expected: 'at most 300 characters, with \\n for a line break',
    fallback: undefined,
    meaning: 'who runs the site, for the legal pages',
  }),
  LEGAL_DATE: legalDate,
  ADMIN_EMAILS: list({
    isItem: isEmail,
    expected: 'email addresses separated by commas',
    fallback: [],
    meaning: 'the first admins',
  }),
  DEMO: flag({ fallback: undefined, meaning: 'fill an empty site with the demo town' }),
  LOG_LEVEL: choice({ values: logLevels, fallback: 'info', meaning: 'the lowest level that is logged' }),
  LOG_ADDRESSES: flag({
    fallback: false,
    meaning: 'whether the request log contains the addresses of callers',
  }),
  TRUST_PROXY: trustProxy,
  DRAIN_SECONDS: wholeNumber({
    low: 0,
    high: 120,
    fallback: 0,
    meaning: 'how long the health check fails before the process stops',
  }),
  PROCESSES: processes,
  METRICS_TOKEN: line({
    pattern: '^[!-~]+$',
    expected: 'letters, digits and signs only',
    fallback: undefined,
    meaning: 'the bearer token of /metrics',
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: url({ protocols: web, meaning: 'the trace collector' }),
  DATA_DIR: line({ fallback: './data', meaning: 'the folder of the embedded database, photos and emails' }),
  BACKUP_DIR: line({ fallback: undefined, meaning: 'the folder for scheduled backups' }),
  BACKUP_HOUR: wholeNumber({
    low: 0,
    high: 23,
    fallback: 3,
    meaning: "the hour of scheduled backups in the site's time zone",
  }),
  BACKUP_PHOTOS: flag({
    fallback: true,
    meaning: 'whether scheduled backups contain the photos; 0 if the bucket has its own backup',
  }),
  DATABASE_URL: databaseUrl('the PostgreSQL server to use instead of the embedded database'),
  DATABASE_REPLICA_URL: databaseUrl('a replica for reads that may lag'),
  DATABASE_POOL: wholeNumber({
    low: 1,
    high: 1000,
    fallback: 10,
    meaning: 'connections to PostgreSQL for each process',
  }),
  DATABASE_KEEP_STATEMENTS: flag({
    fallback: true,
    meaning: '0 behind PgBouncer before 1.21 in transaction mode',
  }),
  REDIS_URL: redisUrl,
  REDIS_PREFIX: line({
    pattern: '^[\\w.:\\-]{1,60}$',
    expected: 'letters, digits, and . : _ - only',
    fallback: 'rosella',
    meaning: 'the prefix of every key in Redis',
  }),
  REDIS_EVENTS: wholeNumber({
    low: 1000,
    high: 10_000_000,
    fallback: 20_000,
    meaning: 'roughly how many events Redis keeps for a process that is disconnected',
  }),
  S3_BUCKET: line({
    pattern: '^[\\w.\\-]{3,255}$',
    expected: 'the name of a bucket',
    fallback: undefined,
    meaning: 'the bucket for photos',
  }),
  S3_REGION: line({
    pattern: '^[\\w\\-]+$',
    expected: 'a region such as ap-southeast-2',
    fallback: 'ap-southeast-2',
    meaning: 'the region of the bucket',
  }),
  S3_ENDPOINT: url({ protocols: web, meaning: 'the address of an S3-compatible store other than AWS' }),
  PHOTO_BASE_URL: photoBaseUrl,
  SMTP_URL: url({ protocols: ['smtp:', 'smtps:'], meaning: 'the email server' }),
  SMTP_PER_MINUTE: wholeNumber({
    low: 1,
    high: 100_000,
    fallback: 100_000,
    meaning: 'how many emails a minute the mail server accepts from us',
  }),
  MAIL_FROM: line({
    pattern: '^(?:[^<>\\p{Cc}]* )?<[^\\s@<>]+@[^\\s@<>]+>$|^[^\\s@<>]+@[^\\s@<>]+$',
    expected: 'one email address',
    fallback: undefined,
    meaning: 'the sender of emails',
  }),
  BOUNCE_ADDRESS: line({
    pattern: '^[^\\s@<>]+@[^\\s@<>]+$',
    expected: 'one email address',
    fallback: undefined,
    meaning: 'the address that undeliverable emails come back to',
  }),
  BOUNCE_URL: url({
    protocols: ['pop3:', 'pop3s:'],
    meaning: 'the POP3 mailbox of BOUNCE_ADDRESS, or else of MAIL_FROM',
  }),
  MAIL_FOLDER: flag({ fallback: undefined, meaning: 'whether emails may be written to files instead' }),
  EMBEDDED_IN_PRODUCTION: flag({
    fallback: false,
    meaning: 'whether production may use the embedded database, which a power cut can damage',
  }),
  PUSH: flag({ fallback: false, meaning: 'whether to send push notifications' }),
  PUSH_HOSTS: list({
    isItem: (host) => pushHost.test(host),
    expected: 'host names separated by commas, such as *.push.example',
    fallback: knownPushHosts,
    meaning: 'the push services that the server may contact',
  }),
}

type Variables = typeof environmentVariables
type Value<K extends keyof Variables> =
  Variables[K] extends Variable<infer T, infer F> ? T | (undefined extends F ? undefined : never) : never
type Env = Record<string, string | undefined>

/** Reads variables by name. An invalid value aborts start-up. */
const reader =
  (env: Env) =>
  <K extends keyof Variables>(name: K): Value<K> => {
    const variable: Variable<unknown> = environmentVariables[name]
    const given = env[name]?.trim()
    if (!given) return variable.fallback as Value<K>
    const value = variable.parse(given)
    if (isOfShape(variable.shape, value)) return value as Value<K>
    throw new ConfigError(`${name} must be ${variable.expected(given)}.`)
  }

export function readConfig(env: Env): Config {
  const read = reader(env)
  const production = read('NODE_ENV') === 'production'
  const name = read('SITE_NAME')
  const port = read('PORT')
  const dataDir = read('DATA_DIR')
  const databaseUrl = read('DATABASE_URL')
  const connections = read('DATABASE_POOL')
  const keepStatements = read('DATABASE_KEEP_STATEMENTS')
  const replicaUrl = read('DATABASE_REPLICA_URL')
  const redisUrl = read('REDIS_URL')
  const prefix = read('REDIS_PREFIX')
  const keep = read('REDIS_EVENTS')
  const smtpUrl = read('SMTP_URL')
  const perMinute = read('SMTP_PER_MINUTE')
  const bounces = { address: read('BOUNCE_ADDRESS'), url: read('BOUNCE_URL') }
  const demo = (read('DEMO') ?? databaseUrl === undefined) && !production
  const embedded = read('EMBEDDED_IN_PRODUCTION')
  if (production && !databaseUrl && !embedded)
    throw new ConfigError(
      'DATABASE_URL must be set in production, or EMBEDDED_IN_PRODUCTION=1 to use the embedded database, which does not wait for the disk, so that a power cut can damage it.',
    )
  if (replicaUrl && !databaseUrl) throw new ConfigError('DATABASE_REPLICA_URL needs DATABASE_URL.')
  const siteUrl = read('SITE_URL') ?? `http://localhost:${port}`
  const hosts = read('PUSH_HOSTS')
  const from = read('MAIL_FROM') ?? `hello@${mailHost(siteUrl)}`
  const processes = read('PROCESSES')
  // Several processes share rows through PostgreSQL and events through Redis.
  if (processes !== undefined && !(databaseUrl && redisUrl))
    throw new ConfigError('PROCESSES needs PostgreSQL and Redis: set DATABASE_URL and REDIS_URL.')
  const backupDir = read('BACKUP_DIR')
  const backupHour = read('BACKUP_HOUR')
  const backupPhotos = read('BACKUP_PHOTOS')
  return {
    production,
    port,
    // The demo's passwords, including its admin's, are public, so it listens on this machine only.
    host: read('HOST') ?? (demo ? '127.0.0.1' : '0.0.0.0'),
    site: { name, url: siteUrl, adminEmails: read('ADMIN_EMAILS').map(plainAddress) },
    legal: {
      date: read('LEGAL_DATE'),
      // In .env a line break is written \n.
      address: (read('LEGAL_ADDRESS') ?? defaultLegalAddress(name)).replaceAll('\\n', '\n'),
      contact: /[^\s<]+@[^\s>]+/.exec(from)?.[0] ?? from,
    },
    logLevel: read('LOG_LEVEL'),
    proxies: read('TRUST_PROXY'),
    drainSeconds: read('DRAIN_SECONDS'),
    processes,
    logAddresses: read('LOG_ADDRESSES'),
    backups: backupDir ? { dir: backupDir, hour: backupHour, photos: backupPhotos } : undefined,
    telemetry: read('OTEL_EXPORTER_OTLP_ENDPOINT'),
    demo,
    docs: !production,
    metricsToken: read('METRICS_TOKEN'),
    dataDir,
    database: databaseUrl
      ? { kind: 'postgres', url: databaseUrl, connections, keepStatements, replicaUrl }
      : { kind: 'pglite', dir: `${dataDir}/database` },
    events: redisUrl ? { kind: 'redis', url: redisUrl, prefix, keep } : { kind: 'memory' },
    photos: photoStore(read, dataDir),
    photoBaseUrl: read('PHOTO_BASE_URL'),
    push: read('PUSH') ? { hosts } : undefined,
    mail: smtpUrl
      ? { kind: 'smtp', url: smtpUrl, from, perMinute, bounces }
      : { kind: 'folder', dir: mailFolder(read('MAIL_FOLDER') ?? !production, dataDir), from },
  }
}

export const defaultLegalAddress = (siteName: string): string => `The operator of ${siteName}`

function photoStore(read: ReturnType<typeof reader>, dataDir: string): Config['photos'] {
  const bucket = read('S3_BUCKET')
  const region = read('S3_REGION')
  const endpoint = read('S3_ENDPOINT')
  if (bucket) return { kind: 's3', bucket, region, endpoint }
  // Without this check, photos would silently be stored on disk.
  if (endpoint) throw new ConfigError('S3_BUCKET must be set when S3_ENDPOINT is.')
  return { kind: 'disk', dir: `${dataDir}/photos` }
}

/** Log-in links must not end up in production logs, so writing emails to files must be switched on explicitly. */
function mailFolder(isAllowed: boolean, dataDir: string): string {
  if (isAllowed) return `${dataDir}/mail`
  throw new ConfigError(
    'SMTP_URL must be set in production, or MAIL_FOLDER=1 to write emails to DATA_DIR/mail, where only you can read them.',
  )
}

/** Mail programs reject an address whose domain is a bare name such as localhost. */
function mailHost(siteUrl: string): string {
  const { hostname } = new URL(siteUrl)
  return hostname.includes('.') ? hostname : `${hostname}.localdomain`
}

export const processCount = ({ processes }: Pick<Config, 'processes'>): number =>
  processes === 'auto' ? availableParallelism() : (processes ?? 1)

const FILE = '.env'

/** The supervisor sets this for its workers; it is not a setting. */
export const WORKER_FOLDER = 'ROSELLA_WORKER_FOLDER'
export const workerFolder = (): string | undefined => process.env[WORKER_FOLDER]

/** For sockets. systemd names a folder of the service, which nothing empties while it runs, unlike the temporary one. */
export const runtimeFolder = (): string => process.env.RUNTIME_DIRECTORY?.split(':')[0] || tmpdir()

/** As in package.json ("engines"). */
export function assertNodeVersion(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major >= 24
  if (!isSupported)
    throw new ConfigError(`Rosella needs Node 20.19, 22.12, 24 or newer; this is Node ${version}.`)
}

/** Nothing else reads the environment. */
export function configFromEnvironment(): Config {
  assertNodeVersion(process.versions.node)
  const written = existsSync(FILE) ? util.parseEnv(readFileSync(FILE, 'utf8')) : {}
  const config = readConfig({ ...written, ...process.env })
  // Drivers read process.env too. A supervisor does not load the file, so that each new worker reads its current
  // text.
  if (existsSync(FILE) && (config.processes === undefined || cluster.isWorker)) process.loadEnvFile(FILE)
  return config
}
