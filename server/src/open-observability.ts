import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { type AboutSite, collectMetrics, type MetricSources } from './features/admin/index'
import { type Config, defaultLegalAddress, environmentVariables } from './platform/config'
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
  const certificate = certificateOf(new URL(config.site.url))
  const metrics = collectMetrics({ ...opened, jobs, configHealth, memberIndex, certificate, backups })
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
  const close = async () => {
    await supervisor?.sendLastMetrics()
    await telemetry?.close()
  }
  return { metrics, about, close }
}

const CERTIFICATE_HOURS = 1
const CONNECT_MS = 5000

/** When the certificate at the site's address expires: the one that members see, also if a proxy terminates TLS. */
function certificateOf({ protocol, hostname, port }: URL): () => Promise<number | undefined> {
  let known: { at: number; expires: Promise<number | undefined> } | undefined
  return async () => {
    if (protocol !== 'https:') return undefined
    if (!known || performance.now() - known.at > CERTIFICATE_HOURS * 3_600_000)
      known = { at: performance.now(), expires: readExpiry(hostname, Number(port) || 443) }
    return known.expires
  }
}

/** Undefined if the site cannot be reached from here. An invalid certificate counts too. */
function readExpiry(host: string, port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const servername = isIP(host) ? '' : host
    const socket = connect({ host, port, servername, rejectUnauthorized: false, timeout: CONNECT_MS }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to) / 1000 || undefined)
      socket.destroy()
    })
    socket.once('timeout', () => socket.destroy())
    socket.once('error', () => socket.destroy())
    socket.once('close', () => resolve(undefined))
  })
}

function aboutOf({ database, events, photos, mail, backups, site, legal, metricsToken }: Config): AboutSite {
  return {
    version,
    kinds: { database: database.kind, events: events.kind, photos: photos.kind, mail: mail.kind },
    backupHour: backups?.hour,
    set: {
      name: site.name !== environmentVariables.SITE_NAME.fallback,
      legalAddress: legal.address !== defaultLegalAddress(site.name),
      metricsToken: metricsToken !== undefined,
    },
  }
}
