import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { Viewer } from '../../platform/http/viewer'
import type { SiteMetrics } from '../../platform/metrics/site-metrics'
import type { Services } from '../../platform/services'

export interface Deps extends Services {
  metrics: SiteMetrics
  about: AboutSite
  /** Opens a session as a member for the admin who asks. */
  impersonateAs(memberId: number, admin: Viewer): Promise<SessionRecord>
}

/** What the configuration says of the site, for the admins' page. */
export interface AboutSite {
  version: string
  kinds: {
    database: 'pglite' | 'postgres'
    events: 'memory' | 'redis'
    photos: 'disk' | 's3'
    mail: 'folder' | 'smtp'
  }
  /** Undefined where no backups are made by the clock. */
  backupHour: number | undefined
}
