/** Configuration is a value: read once, checked here, with unions so that nobody asks for a bucket on a disk. */
export interface Config {
  production: boolean
  port: number
  host: string
  site: { name: string; url: string; adminEmails: string[] }
  logLevel: LogLevel
  /** How many proxies stand in front of the site and may name the caller's address. */
  proxies: number
  demo: boolean
  docs: boolean
  metricsToken: string | undefined
  dataDir: string
  database: { kind: 'pglite'; dir: string } | { kind: 'postgres'; url: string }
  events: { kind: 'memory' } | { kind: 'redis'; url: string; prefix: string }
  photos: { kind: 'disk'; dir: string } | { kind: 's3'; bucket: string; region: string; endpoint?: string }
  photoBaseUrl: string
  mail: { kind: 'folder'; dir: string; from: string } | { kind: 'smtp'; url: string; from: string }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** Its message is one sentence that says which variable is wrong, and why. */
export class ConfigError extends Error {}

type Env = Record<string, string | undefined>

export function readConfig(env: Env): Config {
  const production = env.NODE_ENV === 'production'
  const port = wholeNumber(env, 'PORT', 3000, 0, 65_535)
  const dataDir = text(env, 'DATA_DIR', './data')
  const databaseUrl = url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'])
  const redisUrl = url(env, 'REDIS_URL', ['redis:', 'rediss:'])
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:'])
  const siteUrl = url(env, 'SITE_URL', ['http:', 'https:']) ?? `http://localhost:${port}`
  const bucket = env.S3_BUCKET?.trim()
  const photoBaseUrl = env.PHOTO_BASE_URL?.trim() || '/media'
  if (!photoBaseUrl.startsWith('/') && !URL.canParse(photoBaseUrl)) {
    throw new ConfigError(
      `PHOTO_BASE_URL must be an address or a path that begins with /, not "${photoBaseUrl}".`,
    )
  }
  const from = text(env, 'MAIL_FROM', `hello@${new URL(siteUrl).hostname}`)
  if (/[\r\n]/.test(from)) throw new ConfigError('MAIL_FROM must be a single line.')
  return {
    production,
    port,
    host: text(env, 'HOST', '0.0.0.0'),
    site: {
      name: text(env, 'SITE_NAME', 'Rosella'),
      url: siteUrl.replace(/\/+$/, ''),
      adminEmails: list(env.ADMIN_EMAILS),
    },
    logLevel: oneOf(env, 'LOG_LEVEL', logLevels, 'info'),
    proxies: wholeNumber(env, 'TRUST_PROXY', 0, 0, 10),
    demo: !production && flag(env, 'DEMO', databaseUrl === undefined),
    docs: !production,
    metricsToken: env.METRICS_TOKEN?.trim() || undefined,
    dataDir,
    database: databaseUrl
      ? { kind: 'postgres', url: databaseUrl }
      : { kind: 'pglite', dir: `${dataDir}/database` },
    events: redisUrl
      ? { kind: 'redis', url: redisUrl, prefix: text(env, 'REDIS_PREFIX', 'rosella') }
      : { kind: 'memory' },
    photos: bucket
      ? {
          kind: 's3',
          bucket,
          region: text(env, 'S3_REGION', 'ap-southeast-2'),
          endpoint: url(env, 'S3_ENDPOINT', ['http:', 'https:']),
        }
      : { kind: 'disk', dir: `${dataDir}/photos` },
    photoBaseUrl: photoBaseUrl.replace(/\/+$/, ''),
    mail: smtpUrl ? { kind: 'smtp', url: smtpUrl, from } : { kind: 'folder', dir: `${dataDir}/mail`, from },
  }
}

const text = (env: Env, key: string, fallback: string): string => env[key]?.trim() || fallback

const list = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => part !== '')

function wholeNumber(env: Env, key: string, fallback: number, low: number, high: number): number {
  const value = env[key]?.trim()
  if (!value) return fallback
  const number = Number(value)
  if (Number.isInteger(number) && number >= low && number <= high) return number
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
  if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
  throw new ConfigError(
    `${key} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`,
  )
}
