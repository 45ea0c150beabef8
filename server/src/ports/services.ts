import type { CurrentSettings } from '@rosella/contract/settings/rules'
import type { Logger } from 'pino'
import type { LiveEvent } from '../domain/live-event'
import type { Clock } from './clock'
import type { Db } from './database'
import type { EventBus } from './event-bus'
import type { ImageProcessor } from './image-processor'
import type { Mailer } from './mailer'
import type { PasswordHash } from './password-hash'
import type { PhotoStore } from './photo-store'
import type { Places } from './places'
import type { Presence } from './presence'
import type { PushSender } from './push-sender'
import type { RateLimitStore } from './rate-limit-store'
import type { Replica } from './replica'

export type Log = Logger

/** What the features are built on. A feature declares the slice it needs with Pick and receives no more. */
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
  places: Places
  presence: Presence
  limits: RateLimitStore
  /** Where the operator wants it. */
  push: PushSender | undefined
  settings: { current(): Promise<CurrentSettings> }
  photoUrls: PhotoUrls
  site: {
    name: string
    url: string
    /** Where a member can write to. */
    contact: string
    production: boolean
    adminEmails: readonly string[] /* lower case */
  }
}

/** Addresses of photo files: public by name, private ones signed and short-lived. */
export interface PhotoUrls {
  of(photo: { name: string; isPublic: boolean }): { tmb_url: string; lg_url: string }
  isSigned(path: string, query: { exp?: string; sig?: string }): boolean
}
