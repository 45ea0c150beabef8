import { readBackupMetrics } from '../../../platform/database/backup-runs'
import type { JobMetrics, MemberIndexMetrics, SiteMetrics } from '../../../platform/metrics/site-metrics'
import type { Database } from '../../../platform/ports/database'
import type { Services } from '../../../platform/services'
import { readCleanup } from '../../photos/index'
import type { ConfigHealth } from './config-health'
import { readQueues, readUrgentCases } from './overview'

export interface MetricSources {
  services: Pick<Services, 'db' | 'replica' | 'bus' | 'photos' | 'passwords' | 'images'>
  database: Pick<Database, 'ping' | 'pool'>
  jobs: JobMetrics
  configHealth: Pick<ConfigHealth, 'faults'>
  memberIndex: { metrics(): MemberIndexMetrics | undefined }
  emails: { sent: number; failed: number }
  disks: SiteMetrics['disks']
  certificate: SiteMetrics['certificate']
  /** Whether backups are scheduled. */
  backups: boolean
}

/** The source of each metric. */
export function collectMetrics(sources: MetricSources): SiteMetrics {
  const { services, database, jobs, configHealth, memberIndex, emails, disks, certificate, backups } = sources
  const { db, replica, bus, photos, passwords, images } = services
  let gaps = 0
  bus.onGap(() => {
    gaps++
  })
  return {
    jobs,
    parts: { database: () => database.ping(), events: () => bus.ping(), photos: () => photos.ping() },
    pool: () => database.pool(),
    replica: () => replica.state(),
    emails: () => ({ ...emails }),
    events: () => bus.totals(),
    gaps: () => gaps,
    backlog: () => ({ passwords: passwords.waiting(), pictures: images.waiting() }),
    queues: async () => ({ ...(await readQueues({ db })), urgent_reports: await readUrgentCases({ db }) }),
    index: () => memberIndex.metrics(),
    hasBackups: backups,
    backups: () => (backups ? readBackupMetrics(db) : undefined),
    disks,
    photoCleanup: async () => (await readCleanup({ db }))?.state ?? null,
    certificate,
    faults: () => configHealth.faults(),
  }
}
