import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { LiveConnections } from '../live/live-connections'
import { Problem } from '../problem'
import { answersInTime } from '../timing'
import type { Siblings } from '../workers/worker'
import { measureJobs, measureSite } from './measure-site'
import type { SiteFigures } from './site-metrics'

export interface MetricsOptions {
  token: string | undefined
  connections: LiveConnections
  figures: SiteFigures
  /** By the site's clock. */
  now(): number
  siblings: Siblings | undefined
}

/** Prometheus figures behind a token; without METRICS_TOKEN the address does not exist. */
export function serveMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const { token, siblings } = options
  if (!token) return
  const register = new Registry()
  collectDefaultMetrics({ register })
  measureRequests(app, register)
  measureConnections(register, options.connections)
  measureJobs(register, options.figures.jobs)
  measureSite(register, options.figures, options.now)
  siblings?.onFiguresWanted(() => register.getMetricsAsJSON())
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted))
      throw new Problem('session.none')
    const all = siblings ? await ofAll(siblings) : register
    return reply.type(register.contentType).send(await all.metrics())
  })
}

type Told = Parameters<typeof AggregatorRegistry.aggregate>[0]

/** Processes that share a port are one to whoever asks: sums, or the most where all tell of the same. */
async function ofAll(siblings: Siblings): Promise<Registry> {
  return AggregatorRegistry.aggregate((await siblings.figures()) as Told)
}

function measureRequests(app: FastifyInstance, register: Registry): void {
  const seconds = new Histogram({
    name: 'rosella_http_request_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers: [register],
  })
  const refused = new Counter({
    name: 'rosella_too_many_requests_total',
    help: 'Calls refused because there were too many of them (429), by route pattern',
    labelNames: ['route'],
    registers: [register],
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    if (reply.statusCode === 429) refused.inc({ route })
  })
}

function measureConnections(register: Registry, connections: LiveConnections): void {
  new Gauge({
    name: 'rosella_processes',
    help: 'Server processes that share this port',
    registers: [register],
    collect() {
      this.set(1)
    },
  })
  for (const kind of ['stream', 'socket'] as const) {
    new Gauge({
      name: `rosella_live_${kind}s`,
      help: `Open ${kind}s`,
      registers: [register],
      collect() {
        this.set(connections.count(kind))
      },
    })
  }
}

/**
 * /healthz: the process is up and not about to stop, which is what a proxy asks. It leaves out what all processes
 * share: without Redis each of them goes on, and without the database each says so itself. /readyz: everything it
 * stands on answers as well.
 */
export function serveHealth(
  app: FastifyInstance,
  parts: Record<string, () => Promise<void>>,
  isDraining: () => boolean,
  /** Said as well, without being needed. */
  besides: () => Record<string, unknown> = () => ({}),
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.code(isDraining() ? 503 : 200).send({ ok: !isDraining(), draining: isDraining() }),
  )
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(parts).map(async ([name, ping]) => [name, await answersInTime(ping)] as const),
    )
    const ready = !isDraining() && states.every(([, ok]) => ok)
    return reply
      .code(ready ? 200 : 503)
      .send({ ready, draining: isDraining(), ...Object.fromEntries(states), ...besides() })
  })
}
