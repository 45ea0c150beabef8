import type { FastifyInstance } from 'fastify'
import { type AboutSite, collectMetrics, type MetricSources } from './features/admin/index'
import type { Config } from './platform/config'
import { version } from './platform/database/minimum-version'
import type { LiveConnections } from './platform/live/live-connections'
import { serveHealth, serveMetrics } from './platform/metrics/serve-metrics'
import type { SiteMetrics } from './platform/metrics/site-metrics'
import type { OpenServices } from './platform/open-services'
import type { SupervisorLink } from './platform/workers/worker'

interface Sources extends Pick<MetricSources, 'jobs' | 'configHealth' | 'memberIndex'> {
  config: Config
  opened: Omit<OpenServices, 'close'>
  connections: LiveConnections
  supervisor: SupervisorLink | undefined
  isDraining(): boolean
  /** Rejects if the database needs a newer version. */
  checkVersion(): Promise<void>
}

export interface Observability {
  metrics: SiteMetrics
  about: AboutSite
  close(): Promise<void>
}

/** Health checks, metrics and traces for the operator. A part of the composition root. */
export async function openObservability(http: FastifyInstance, sources: Sources): Promise<Observability> {
  const { config, opened, connections, supervisor, isDraining, jobs, configHealth, memberIndex } = sources
  const { checkVersion } = sources
  const { log, clock } = opened.services
  const about = aboutOf(config)
  const backups = config.backups !== undefined
  const metrics = collectMetrics({ ...opened, jobs, configHealth, memberIndex, backups })
  // Loaded only when switched on.
  const telemetry = config.telemetry
    ? await (await import('./platform/adapters/telemetry/otlp')).traceRequests(http, {
        endpoint: config.telemetry,
        version: about.version,
        log,
      })
    : undefined
  // The site serves every request without its replica, so a lost one does not fail the check.
  const optional = () => (metrics.replica() ? { replica: metrics.replica()?.usable } : {})
  const index = async () => {
    if (metrics.index() === undefined) throw new Error('The member index is being built.')
  }
  serveHealth(http, { ...metrics.parts, index, version: checkVersion }, isDraining, optional)
  const now = () => clock.now()
  serveMetrics(http, { token: config.metricsToken, connections, metrics, now, supervisor })
  return { metrics, about, close: async () => telemetry?.close() }
}

function aboutOf({ database, events, photos, mail, backups }: Config): AboutSite {
  return {
    version,
    kinds: { database: database.kind, events: events.kind, photos: photos.kind, mail: mail.kind },
    backupHour: backups?.hour,
  }
}
