import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Problem } from '../domain/problem'
import { type JobFigures, jobOutcomes } from '../ports/job-figures'
import type { LiveConnections } from './live-connections'

/** Prometheus figures behind a token; without METRICS_TOKEN the address does not exist. */
export function serveMetrics(
  app: FastifyInstance,
  token: string | undefined,
  connections: LiveConnections,
  jobs: JobFigures,
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
  measureJobs(register, jobs)
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

function measureJobs(register: Registry, jobs: JobFigures): void {
  for (const outcome of jobOutcomes) {
    new Counter({
      name: `rosella_jobs_${outcome}_total`,
      help: `Jobs ${outcome} by this process`,
      labelNames: ['kind'],
      registers: [register],
      collect() {
        this.reset()
        for (const [kind, totals] of jobs.totals()) this.inc({ kind }, totals[outcome])
      },
    })
  }
  // Figures are wanted most when the database is away: then these are unknown and the others are told.
  const backlog = () => jobs.backlog().catch(() => undefined)
  new Gauge({
    name: 'rosella_jobs',
    help: 'Jobs of the whole site by state',
    labelNames: ['state'],
    registers: [register],
    async collect() {
      const known = await backlog()
      for (const state of ['waiting', 'running', 'dead'] as const)
        this.set({ state }, known?.[state] ?? Number.NaN)
    },
  })
  new Gauge({
    name: 'rosella_jobs_oldest_due_seconds',
    help: 'How long the job that is due longest has been waiting, in the whole site',
    registers: [register],
    async collect() {
      this.set((await backlog())?.oldest_due_seconds ?? Number.NaN)
    },
  })
}
