export interface JobBacklog {
  waiting: number
  running: number
  dead: number
  /** The one that should have been begun longest ago; null when none is late. */
  oldest_due_ts: number | null
}

export const jobOutcomes = ['done', 'failed', 'retried', 'dead'] as const
export type JobOutcome = (typeof jobOutcomes)[number]
/** How often, since this process began. A try that fails is counted as failed, and as retried or dead as well. */
export type JobTotals = Record<JobOutcome, number>

/** The jobs in numbers, for /metrics. */
export interface JobFigures {
  totals(): ReadonlyMap<string, JobTotals>
  /** Of the whole site. */
  backlog(): Promise<JobBacklog & { oldest_due_seconds: number }>
}
