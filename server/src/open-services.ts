import { systemClock } from './adapters/clock/system'
import { noReplica } from './adapters/database/no-replica'
import { isEmbedded, openPglite } from './adapters/database/pglite'
import { offerSnapshots } from './adapters/database/pglite-snapshots'
import { openPostgres } from './adapters/database/postgres'
import { openReplica } from './adapters/database/replica'
import { readDisks } from './adapters/disk-space'
import { openMemoryBus } from './adapters/event-bus/memory'
import { openRedisBus } from './adapters/event-bus/redis'
import { openImageProcessor } from './adapters/image-processor/sharp'
import { openLog } from './adapters/log/open-log'
import { openLogOutput } from './adapters/log/output'
import { countedMailer, type MailTotals } from './adapters/mailer/counted'
import { openFolderMailer } from './adapters/mailer/folder'
import { openSmtpMailer } from './adapters/mailer/smtp'
import { argon2Passwords } from './adapters/password-hash/argon2'
import { openDiskStore } from './adapters/photo-store/disk'
import { openS3Store } from './adapters/photo-store/s3'
import { openBundledPlaces } from './adapters/places/bundled'
import { openMemoryPresence } from './adapters/presence/memory'
import { openRedisPresence } from './adapters/presence/redis'
import { openPushSender, type PushTestbed } from './adapters/push-sender/web-push'
import { fallbackRateLimits } from './adapters/rate-limit-store/fallback-rate-limits'
import { openMemoryRateLimits } from './adapters/rate-limit-store/memory'
import { openRedisRateLimits } from './adapters/rate-limit-store/redis'
import type { Config } from './config/config'
import { assertMigrated, migrate } from './database/migrate'
import { siteSecret } from './database/site-secret'
import type { LiveEvent } from './domain/live-event'
import { openPhotoUrls } from './photo-files/photo-urls'
import type { Clock } from './ports/clock'
import type { Database } from './ports/database'
import type { EventBus } from './ports/event-bus'
import type { DiskFigures } from './ports/figures'
import type { ImageProcessor } from './ports/image-processor'
import type { PasswordHash } from './ports/password-hash'
import type { PhotoStore } from './ports/photo-store'
import type { Presence } from './ports/presence'
import type { RateLimitStore } from './ports/rate-limit-store'
import type { Replica } from './ports/replica'
import type { Log, Services } from './ports/services'
import { openSiteSettings } from './site-settings/site-settings'

/** What a test or a command may replace: a clock to move, a log to read, hashes that cost little, a ready database, pictures done before. */
export interface Overrides {
  clock?: Clock
  log?: Log
  passwords?: PasswordHash
  database?: Database
  images?: ImageProcessor
  /** Nothing is done by the clock, for who compares all that is stored before and after. */
  withoutSchedule?: boolean
  /** Periodic jobs run only when they are asked to, for who moves the clock. */
  withoutPeriodicJobs?: boolean
  /** A command that only looks: the schema stays as it is. */
  onlyLooking?: boolean
  /** A push service of the test's own. */
  push?: PushTestbed
  /** Where the embedded mail box prints its links; the terminal by default. */
  print?: (line: string) => void
}

export interface OpenServices {
  services: Services
  database: Database
  mails: MailTotals
  disks(): Promise<DiskFigures[]>
  /** Everything opened, the last first. */
  close(): Promise<void>
}

export async function openServices(config: Config, overrides: Overrides = {}): Promise<OpenServices> {
  const log = overrides.log ?? openLog(config.logLevel, openLogOutput())
  const clock = overrides.clock ?? systemClock
  const opened: (() => Promise<void>)[] = []
  const keep = <T extends { close(): Promise<void> }>(part: T): T => {
    opened.push(() => part.close())
    return part
  }
  const close = async () => {
    for (const end of opened.reverse()) await end().catch((err) => log.error({ err }, 'a part did not close'))
  }
  const onError = (part: string) => (err: unknown) => log.warn({ err }, `trouble with the ${part}`)
  // In production the terminal is a log, and the links of mails are keys.
  const onTerminal = (line: string) => void (config.production || process.stdout.write(`${line}\n`))
  const print = overrides.print ?? onTerminal

  try {
    const database = overrides.database ?? keep(await openDatabase(config, onError('database')))
    const { db } = database
    await (overrides.onlyLooking ? assertMigrated(database) : migrate(database))
    if (isEmbedded(database)) keep(await offerSnapshots(database, onError('database')))
    const { bus, presence, limits } = await openBetweenProcesses(config.events, onError('events'))
    for (const part of [bus, presence, limits]) keep(part)
    const { mailer, totals: mails } = countedMailer(
      keep(
        config.mail.kind === 'smtp'
          ? openSmtpMailer(config.mail)
          : await openFolderMailer({ ...config.mail, print }),
      ),
    )
    const services: Services = {
      db,
      replica: keep(await openReader(config.database, db, onError('replica'))),
      bus,
      clock,
      log,
      mailer,
      push:
        config.push &&
        openPushSender({
          ...overrides.push,
          hosts: config.push.hosts,
          secret: await siteSecret(db, 'push'),
          subject: `mailto:${config.legal.contact}`,
        }),
      passwords: overrides.passwords ?? argon2Passwords(),
      photos: keep(await openPhotos(config.photos)),
      images: keep(overrides.images ?? openImageProcessor()),
      places: await openBundledPlaces(),
      presence,
      limits,
      settings: openSiteSettings({ db, bus, site: { production: config.production } }),
      photoUrls: openPhotoUrls({ base: config.photoBaseUrl, key: await siteSecret(db, 'photo-urls'), clock }),
      site: { ...config.site, production: config.production, contact: bareAddress(config.mail.from) },
    }
    const disks = () => readDisks({ data: config.dataDir, backups: config.backups?.dir })
    return { services, database, mails, disks, close }
  } catch (error) {
    await close()
    throw error
  }
}

export function openDatabase(
  config: Config,
  onError: (error: unknown) => void,
  connections?: number,
): Promise<Database> {
  const { database } = config
  return database.kind === 'postgres'
    ? openPostgres(database.url, { ...database, onError, ...(connections ? { connections } : {}) })
    : openPglite(database.dir, { onError })
}

async function openReader(
  database: Config['database'],
  db: Services['db'],
  onError: (error: unknown) => void,
): Promise<Replica> {
  const url = database.kind === 'postgres' ? database.replicaUrl : undefined
  if (!url) return noReplica(db)
  const open = () => openPostgres(url, { ...database, onError, connectMs: 2000 })
  return openReplica(db, { open, onError })
}

export async function openPhotos(photos: Config['photos']): Promise<PhotoStore> {
  return photos.kind === 's3' ? openS3Store(photos) : openDiskStore(photos.dir)
}

interface BetweenProcesses {
  bus: EventBus<LiveEvent>
  presence: Presence
  limits: RateLimitStore
}

async function openBetweenProcesses(
  events: Config['events'],
  onError: (error: unknown) => void,
): Promise<BetweenProcesses> {
  if (events.kind === 'memory') {
    return {
      bus: openMemoryBus({ onError }),
      presence: openMemoryPresence({ onError }),
      limits: openMemoryRateLimits(),
    }
  }
  const { url, prefix } = events
  return {
    bus: await openRedisBus(url, { key: `${prefix}:events`, onError }),
    presence: await openRedisPresence(url, { prefix: `${prefix}:presence`, onError }),
    limits: fallbackRateLimits(
      await openRedisRateLimits(url, { prefix: `${prefix}:limit:`, onError }),
      openMemoryRateLimits(),
      onError,
    ),
  }
}

/** Without the name beside it: 'Rosella <hello@rosella.example>'. */
const bareAddress = (mailbox: string): string => /<(.*)>$/.exec(mailbox)?.[1] ?? mailbox
