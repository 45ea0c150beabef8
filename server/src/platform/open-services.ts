import { createHmac, timingSafeEqual } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { photoPath } from '@rosella/contract/photos/sizes'
import { type CurrentSettings, currentSettings, standardSettings } from '@rosella/contract/settings/rules'
import { isEmbedded, openPglite } from './adapters/database/pglite'
import { offerSnapshots } from './adapters/database/pglite-snapshots'
import { openPostgres } from './adapters/database/postgres'
import { noReplica, openReplica } from './adapters/database/replica'
import { openMemoryBus } from './adapters/event-bus/memory'
import { openRedisBus } from './adapters/event-bus/redis'
import { openHashThread } from './adapters/image-processor/hash-thread'
import { openImageProcessor } from './adapters/image-processor/sharp'
import { openLog } from './adapters/log/open-log'
import { openLogOutput } from './adapters/log/output'
import { countedMailer, limitedMailer, type MailTotals } from './adapters/mailer/compose'
import { openFolderMailer } from './adapters/mailer/folder'
import { openSmtpMailer } from './adapters/mailer/smtp'
import { argon2Passwords } from './adapters/password-hash/argon2'
import { openDiskStore } from './adapters/photo-store/disk'
import { openS3Store } from './adapters/photo-store/s3'
import { openBundledPlaces } from './adapters/places/bundled'
import { openMemoryPresence } from './adapters/presence/memory'
import { openRedisPresence } from './adapters/presence/redis'
import { openPushSender, type PushTestbed } from './adapters/push-sender/web-push'
import { openMemoryRateLimits } from './adapters/rate-limit-store/memory'
import { fallbackRateLimits, openRedisRateLimits } from './adapters/rate-limit-store/redis'
import type { Config } from './config'
import { assertMigrated, migrate } from './database/migrate'
import { assertVersion } from './database/minimum-version'
import { siteSecret } from './database/site-secret'
import type { DiskMetrics } from './metrics/site-metrics'
import type { Clock } from './ports/clock'
import { systemClock } from './ports/clock'
import type { Database, Replica } from './ports/database'
import { audienceOf, type EventBus, type LiveEvent } from './ports/event-bus'
import type { ImageProcessor } from './ports/image-processor'
import type { PasswordHash } from './ports/password-hash'
import type { PhotoSize, PhotoStore } from './ports/photo-store'
import type { Presence } from './ports/presence'
import type { RateLimitStore } from './ports/rate-limit-store'
import type { Log, PhotoUrls, Services } from './services'

const SIGNED_SECONDS = 900

/**
 * Public photos have a fixed address below the base. All others are served by this site itself, with a signature
 * that is valid for 15 minutes.
 */
function openPhotoUrls(options: { base: string; key: Buffer; clock: Clock }): PhotoUrls {
  const sign = (path: string, exp: string) =>
    createHmac('sha256', options.key).update(`${path} ${exp}`).digest('base64url')
  const address = (size: PhotoSize, photo: { name: string; isPublic: boolean }) => {
    const path = `/${photoPath(size, photo.name)}`
    if (photo.isPublic) return `${options.base}${path}`
    const exp = String(options.clock.now() + SIGNED_SECONDS)
    return `/media${path}?exp=${exp}&sig=${sign(path, exp)}`
  }
  return {
    of: (photo) => ({ tmb_url: address('tmb', photo), lg_url: address('lg', photo) }),
    isSigned(path, { exp, sig }) {
      if (!exp || !sig || !/^\d{1,12}$/.test(exp) || Number(exp) < options.clock.now()) return false
      const good = Buffer.from(sign(path, exp))
      const given = Buffer.from(sig)
      return good.length === given.length && timingSafeEqual(good, given)
    },
  }
}

type SettingsDeps = Pick<Services, 'db' | 'bus'> & { site: Pick<Services['site'], 'production'> }

const MAX_AGE_MS = 60_000

/** The server's settings, cached until a change is announced or a minute has passed. */
function openSiteSettings(deps: SettingsDeps): Services['settings'] {
  let known: { at: number; value: Promise<CurrentSettings> } | undefined
  const forget = () => {
    known = undefined
  }
  deps.bus.subscribe((event) => event.kind === 'settings.changed' && forget())
  deps.bus.onGap(forget)
  return {
    current() {
      const now = performance.now()
      if (known && now - known.at < MAX_AGE_MS) return known.value
      const value = load(deps)
      known = { at: now, value }
      value.catch(forget)
      return value
    },
  }
}

async function load({ db, site }: SettingsDeps): Promise<CurrentSettings> {
  const stored = await db.selectFrom('setting').selectAll().execute()
  return currentSettings(stored, standardSettings(site.production))
}

/**
 * Replacements for tests and commands: a movable clock, a log to read, cheap hashes, a ready database, cached
 * photos.
 */
export interface Overrides {
  clock?: Clock
  log?: Log
  passwords?: PasswordHash
  database?: Database
  images?: ImageProcessor
  /** Runs nothing on a timer, for tests that compare everything stored before and after. */
  withoutSchedule?: boolean
  /** Runs periodic jobs only on request, for tests that move the clock. */
  withoutPeriodicJobs?: boolean
  /** For a command that only reads: does not migrate the schema. */
  readOnly?: boolean
  /** The test's own push service. */
  push?: PushTestbed
  /** Prints the links of the embedded mailbox; writes to the terminal by default. */
  print?: (line: string) => void
}

export interface OpenServices {
  services: Services
  database: Database
  emails: MailTotals
  disks(): Promise<DiskMetrics[]>
  /** Closes everything in reverse order. */
  close(): Promise<void>
}

const MINUTE_MS = 60_000

/** While Redis is down, every connection and every call reports it. */
function atMostEveryMinute(report: (error: unknown) => void): (error: unknown) => void {
  let last = Number.NEGATIVE_INFINITY
  return (error) => {
    if (performance.now() - last < MINUTE_MS) return
    last = performance.now()
    report(error)
  }
}

export async function openServices(config: Config, overrides: Overrides = {}): Promise<OpenServices> {
  const log = overrides.log ?? openLog(config.logLevel, openLogOutput())
  const clock = overrides.clock ?? systemClock
  const opened: (() => Promise<void>)[] = []
  const closeLater = <T extends { close(): Promise<void> }>(part: T): T => {
    opened.push(() => part.close())
    return part
  }
  const close = async () => {
    for (const end of opened.reverse())
      await end().catch((err) => log.error({ err }, 'service did not close'))
  }
  const onError = (part: string) => (err: unknown) => log.warn({ err, part }, 'service error')
  // In production the terminal is a log, and links in emails give access to accounts.
  const onTerminal = (line: string) => void (config.production || process.stdout.write(`${line}\n`))
  const print = overrides.print ?? onTerminal

  try {
    const database = overrides.database ?? closeLater(await openDatabase(config, onError('database')))
    const { db } = database
    await (overrides.readOnly ? assertMigrated(database) : migrate(database))
    await assertVersion(db)
    if (isEmbedded(database)) closeLater(await offerSnapshots(database, onError('database')))
    const { bus, presence, limits } = await openSharedState(
      config.events,
      await siteSecret(db, 'rate-limits'),
      atMostEveryMinute(onError('events')),
    )
    for (const part of [bus, presence, limits]) closeLater(part)
    const { mailer, totals: emails } = countedMailer(
      closeLater(
        config.mail.kind === 'smtp'
          ? limitedMailer(
              openSmtpMailer({
                ...config.mail,
                bounces: { ...config.mail.bounces, key: await siteSecret(db, 'bounces') },
              }),
              limits,
              config.mail.perMinute,
            )
          : await openFolderMailer({ ...config.mail, print }),
      ),
    )
    const services: Services = {
      db,
      replica: closeLater(await openReader(config.database, db, onError('replica'))),
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
      photos: closeLater(await openPhotos(config.photos)),
      images: closeLater(overrides.images ?? openImageProcessor()),
      hashIndex: closeLater(openHashThread()),
      places: await openBundledPlaces(),
      presence,
      rateLimits: limits,
      settings: openSiteSettings({ db, bus, site: { production: config.production } }),
      photoUrls: openPhotoUrls({ base: config.photoBaseUrl, key: await siteSecret(db, 'photo-urls'), clock }),
      site: { ...config.site, production: config.production, contact: bareAddress(config.mail.from) },
    }
    const disks = () => readDisks({ data: config.dataDir, backups: config.backups?.dir })
    return { services, database, emails, disks, close }
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

interface SharedState {
  bus: EventBus<LiveEvent>
  presence: Presence
  limits: RateLimitStore
}

async function openSharedState(
  events: Config['events'],
  secret: Buffer,
  onError: (error: unknown) => void,
): Promise<SharedState> {
  if (events.kind === 'memory') {
    return {
      bus: openMemoryBus({ onError }),
      presence: openMemoryPresence({ onError }),
      limits: openMemoryRateLimits(),
    }
  }
  const { url, prefix, keep } = events
  return {
    bus: await openRedisBus(url, { key: `${prefix}:events`, keep, audienceOf, onError }),
    presence: await openRedisPresence(url, { prefix: `${prefix}:presence`, onError }),
    limits: fallbackRateLimits(
      await openRedisRateLimits(url, { prefix: `${prefix}:limit:`, secret, onError }),
      openMemoryRateLimits(),
      onError,
    ),
  }
}

/** The address without the name: 'Rosella <hello@rosella.example>' becomes 'hello@rosella.example'. */
const bareAddress = (mailbox: string): string => /<(.*)>$/.exec(mailbox)?.[1] ?? mailbox

/** The free space in the site's folders; omits folders that do not exist yet. */
async function readDisks(folders: Record<DiskMetrics['place'], string | undefined>): Promise<DiskMetrics[]> {
  const read = Object.entries(folders).map(async ([place, folder]) => {
    const found = folder === undefined ? undefined : await statfs(folder).catch(() => undefined)
    if (!found) return []
    const { bavail, blocks, bsize } = found
    return [{ place: place as DiskMetrics['place'], free_bytes: bavail * bsize, size_bytes: blocks * bsize }]
  })
  return (await Promise.all(read)).flat()
}
