import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { LiveConnections } from '../live/live-connections'
import { Problem } from '../problem'
import { respondsInTime } from '../timing'
import type { Family } from '../workers/messages'
import type { SupervisorLink } from '../workers/worker'
import { measureJobs, measurePool, measureSite } from './measure-site'
import type { SiteMetrics } from './site-metrics'

export interface MetricsOptions {
  token: string | undefined
  connections: LiveConnections
  metrics: SiteMetrics
  /** The site's clock. */
  now(): number
  supervisor: SupervisorLink | undefined
}

/** Prometheus metrics behind a token; without METRICS_TOKEN the path does not exist. */
export function serveMetrics(app: FastifyInstance, options: MetricsOptions): void {
  const { token, supervisor } = options
  if (!token) return
  const register = new Registry()
  collectDefaultMetrics({ register })
  measureRequests(app, register)
  measureConnections(register, options.connections)
  measurePool(register, options.metrics)
  measureJobs(register, options.metrics.jobs)
  measureSite(register, options.metrics, options.now)
  const readOwn = async () => withoutUnknown((await register.getMetricsAsJSON()) as unknown as Family[])
  supervisor?.onMetricsRequested(readOwn)
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted))
      throw new Problem('session.none')
    const all = supervisor ? await metricsOfAll(supervisor, readOwn) : register
    return reply.type(register.contentType).send(await all.metrics())
  })
}

/** One reply for all workers of the port, or only this worker's metrics if the supervisor hangs. */
async function metricsOfAll(supervisor: SupervisorLink, readOwn: () => Promise<Family[]>): Promise<Registry> {
  const all = await supervisor.collectMetrics().catch(async () => [await readOwn()])
  return AggregatorRegistry.aggregate(all as unknown as Parameters<typeof AggregatorRegistry.aggregate>[0])
}

/** JSON has no NaN, which Node reports as the event-loop delay before it has measured one. */
const withoutUnknown = (families: Family[]): Family[] =>
  families.map((family) => ({
    ...family,
    values: family.values.filter(({ value }) => Number.isFinite(value)),
  }))

function measureRequests(app: FastifyInstance, register: Registry): void {
  const seconds = new Histogram({
    name: 'rosella_http_request_seconds',
    help: 'Response time by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers: [register],
  })
  const refused = new Counter({
    name: 'rosella_too_many_requests_total',
    help: 'Calls refused by rate limits (429), by route pattern',
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
 * /healthz: the process is up, not stopping and not too old for the database; for load balancers. It ignores the
 * services that all processes share, because without Redis each still works, and without the database each reports so
 * itself. /readyz: the services respond too.
 */
export function serveHealth(
  app: FastifyInstance,
  parts: Record<string, () => Promise<void>>,
  isDraining: () => boolean,
  /** Reported as well, but not required. */
  optional: () => Record<string, unknown> = () => ({}),
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.code(isDraining() ? 503 : 200).send({ ok: !isDraining(), draining: isDraining() }),
  )
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(parts).map(async ([name, ping]) => [name, await respondsInTime(ping)] as const),
    )
    const ready = !isDraining() && states.every(([, ok]) => ok)
    return reply
      .code(ready ? 200 : 503)
      .send({ ready, draining: isDraining(), ...Object.fromEntries(states), ...optional() })
  })
}
