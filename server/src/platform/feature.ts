import type { Route } from './http/route'
import type { JobKind, JobPayloads } from './jobs/job-kinds'
import type { JobOptions } from './jobs/job-worker'

/** Work that is stored now and done later, once, by whichever process is free. */
export interface JobDefinition {
  kind: JobKind
  run(payload: unknown, signal: AbortSignal): Promise<unknown>
  options: JobOptions
}

export const job = <K extends JobKind>(
  kind: K,
  options: JobOptions,
  run: (payload: JobPayloads[K], signal: AbortSignal) => Promise<unknown>,
): JobDefinition => ({ kind, run: run as JobDefinition['run'], options })

/** Work that one process of the site repeats. */
export interface Schedule {
  name: string
  seconds: number
  run(signal: AbortSignal): Promise<unknown>
}

export const every = (
  seconds: number,
  name: string,
  run: (signal: AbortSignal) => Promise<unknown>,
): Schedule => ({ name, seconds, run })

/** Everything a feature adds to the site. app.ts mounts a list of these. */
export interface Feature {
  routes: readonly Route[]
  jobs?: readonly JobDefinition[]
  schedules?: readonly Schedule[]
  /** Called in reverse order when the process ends. */
  close?(): void | Promise<void>
}

export const MINUTE = 60
export const HOUR = 3600

/** How a job is retried, by what a member would mind most. */
export const retry = {
  /** Somebody is waiting for it: soon at first, then for half an hour. */
  awaited: { concurrency: 3, tries: 10, firstPause: 5, longestPause: 10 * MINUTE },
  /** A decision that never arrives is worse than one that arrives twice: for a day and a half. */
  important: { concurrency: 1, tries: 10, firstPause: 2 * MINUTE, longestPause: 18 * HOUR },
  /** Something may be visible that should not be: immediately, and for two days while the store is down. */
  urgent: { concurrency: 2, tries: 20, firstPause: 5, longestPause: 6 * HOUR },
  /** Twice in one morning is worse than never: a job whose process died is given up. */
  atMostOnce: {
    concurrency: 1,
    tries: 4,
    firstPause: 15 * MINUTE,
    longestPause: HOUR,
    interrupted: 'dead-letter',
  },
} as const satisfies Record<string, JobOptions>
