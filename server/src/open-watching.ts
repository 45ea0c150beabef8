import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config/config'
import type { AboutSite } from './features/admin/read-system'
import { type FigureSources, siteFigures } from './features/admin/site-figures'
import type { OpenServices } from './open-services'
import type { SiteFigures } from './ports/figures'
import type { Siblings } from './ports/siblings'
import { serveHealth } from './transport/health'
import type { LiveConnections } from './transport/live-connections'
import { serveMetrics } from './transport/metrics'

interface Watched extends Pick<FigureSources, 'jobs' | 'setup' | 'memberIndex'> {
  config: Config
  opened: Omit<OpenServices, 'close'>
  connections: LiveConnections
  siblings: Siblings | undefined
  isDraining(): boolean
}

export interface Watching {
  figures: SiteFigures
  about: AboutSite
  close(): Promise<void>
}

/** The same way from source (server/src) and from the build (server/dist). */
const PACKAGE = new URL('../package.json', import.meta.url)

/** What whoever runs the site watches it by: health, figures, traces. A part of the composition root. */
export async function openWatching(http: FastifyInstance, watched: Watched): Promise<Watching> {
  const { config, opened, connections, siblings, isDraining, jobs, setup, memberIndex } = watched
  const { log, clock } = opened.services
  const about = aboutOf(config)
  const backups = config.backups !== undefined
  const figures = siteFigures({ ...opened, jobs, setup, memberIndex, backups })
  // Loaded only where it is switched on.
  const telemetry = config.telemetry
    ? await (await import('./adapters/telemetry/otlp')).traceRequests(http, {
        endpoint: config.telemetry,
        version: about.version,
        log,
      })
    : undefined
  // A replica that is lost costs nobody an answer.
  const besides = () => (figures.replica() ? { replica: figures.replica()?.usable } : {})
  // Until it stands for the first time, a search of the whole country may take too long.
  const index = async () => {
    if (figures.index() === undefined) throw new Error('The member index is being built.')
  }
  serveHealth(http, { ...figures.parts, ...(memberIndex ? { index } : {}) }, isDraining, besides)
  const now = () => clock.now()
  serveMetrics(http, { token: config.metricsToken, connections, figures, now, siblings })
  return { figures, about, close: async () => telemetry?.close() }
}

function aboutOf({ database, events, photos, mail, backups }: Config): AboutSite {
  return {
    version: (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version,
    kinds: { database: database.kind, events: events.kind, photos: photos.kind, mail: mail.kind },
    backupHour: backups?.hour,
  }
}
