import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { Viewer } from '../../platform/http/viewer'
import type { SiteMetrics } from '../../platform/metrics/site-metrics'
import type { Services } from '../../platform/services'
import type { PhotoMatcher } from '../photos/index'

export interface Deps extends Services {
  metrics: SiteMetrics
  photoMatcher: PhotoMatcher
  about: AboutSite
  /** Opens a session as a member for the requesting admin. */
  impersonateAs(memberId: number, admin: Viewer): Promise<SessionRecord>
}

/** Facts from the configuration for the admin area. */
export interface AboutSite {
  version: string
  kinds: {
    database: 'pglite' | 'postgres'
    events: 'memory' | 'redis'
    photos: 'disk' | 's3'
    mail: 'folder' | 'smtp'
  }
  /** Undefined if no backups are scheduled. */
  backupHour: number | undefined
  /** Whether the operator has replaced these defaults. */
  set: { name: boolean; legalAddress: boolean; metricsToken: boolean }
}
