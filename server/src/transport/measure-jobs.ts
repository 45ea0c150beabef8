import { Counter, Gauge, type Registry } from 'prom-client'
import { type JobFigures, jobOutcomes } from '../ports/job-figures'

export function measureJobs(register: Registry, jobs: JobFigures): void {
  for (const outcome of jobOutcomes) {
    new Counter({
      name: `rosella_jobs_${outcome}_total`,
      help: `Jobs ${outcome}`,
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
    aggregator: 'max',
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
    aggregator: 'max',
    registers: [register],
    async collect() {
      this.set((await backlog())?.oldest_due_seconds ?? Number.NaN)
    },
  })
}
