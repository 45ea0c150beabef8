import type { CurrentSettings } from '@rosella/contract/settings/rules'
import type { Logger } from 'pino'
import type { Clock } from './ports/clock'
import type { Db, Replica } from './ports/database'
import type { EventBus, LiveEvent } from './ports/event-bus'
import type { HashIndex, ImageProcessor } from './ports/image-processor'
import type { Mailer } from './ports/mailer'
import type { PasswordHash } from './ports/password-hash'
import type { PhotoStore } from './ports/photo-store'
import type { Places } from './ports/places'
import type { Presence } from './ports/presence'
import type { PushSender } from './ports/push-sender'
import type { RateLimitStore } from './ports/rate-limit-store'

export type Log = Logger

/** The services that features are built on. A feature declares the slice it needs with Pick and receives no more. */
export interface Services {
  db: Db
  /** For large reads; the same as db where the site has no replica. */
  replica: Replica
  bus: EventBus<LiveEvent>
  clock: Clock
  log: Log
  mailer: Mailer
  passwords: PasswordHash
  photos: PhotoStore
  images: ImageProcessor
  /** The hashes of all photos in memory; read it through the photos feature, which fills it. */
  hashIndex: HashIndex
  places: Places
  presence: Presence
  rateLimits: RateLimitStore
  /** Undefined unless the operator switched push on. */
  push: PushSender | undefined
  settings: { current(): Promise<CurrentSettings> }
  photoUrls: PhotoUrls
  site: {
    name: string
    url: string
    /** The address that members can write to. */
    contact: string
    production: boolean
    adminEmails: readonly string[] /* as plainAddress returns them */
  }
}

/** Addresses of photo files: public by name, private ones signed and short-lived. */
export interface PhotoUrls {
  of(photo: { name: string; isPublic: boolean }): { tmb_url: string; lg_url: string }
  isSigned(path: string, query: { exp?: string; sig?: string }): boolean
}
