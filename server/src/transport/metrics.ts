import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Problem } from '../domain/problem'
import type { LiveConnections } from './live-connections'

/** Prometheus figures behind a token; without METRICS_TOKEN the address does not exist. */
export function serveMetrics(
  app: FastifyInstance,
  token: string | undefined,
  connections: LiveConnections,
): void {
  if (!token) return
  const register = new Registry()
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'rosella_http_request_seconds',
    help: 'Time to answer, by route pattern',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3],
    registers: [register],
  })
  for (const kind of ['stream', 'socket'] as const) {
    new Gauge({
      name: `rosella_live_${kind}s`,
      help: `Open ${kind}s in this process`,
      registers: [register],
      collect() {
        this.set(connections.count(kind))
      },
    })
  }
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const wanted = digest(`Bearer ${token}`)
  app.get('/metrics', async (request, reply) => {
    if (!timingSafeEqual(digest(request.headers.authorization ?? ''), wanted))
      throw new Problem('session.none')
    return reply.type(register.contentType).send(await register.metrics())
  })
}
