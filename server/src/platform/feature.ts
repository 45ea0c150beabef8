import type { Route } from './http/route'
import type { JobKind, JobPayloads } from './jobs/job-kinds'
import type { JobOptions } from './jobs/job-worker'

/** Work that is stored now and run later, once, by any free process. */
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

/** Work that a single process of the site repeats. */
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

const daily = { concurrency: 1, tries: 4, firstPause: 15 * MINUTE, longestPause: HOUR }

/** Retry policies, by the consequence of a delay. */
export const retry = {
  /** Somebody is waiting for the result: retry within seconds, then for half an hour. */
  awaited: { concurrency: 3, tries: 10, firstPause: 5, longestPause: 10 * MINUTE, takeTurns: true },
  /** A decision that never arrives is worse than one that arrives twice: retry for a day and a half. */
  important: {
    concurrency: 1,
    tries: 10,
    firstPause: 2 * MINUTE,
    longestPause: 18 * HOUR,
    takeTurns: true,
  },
  /**
   * Something may still be public that should not be: retry immediately, and for two days while the store is down.
   */
  urgent: { concurrency: 2, tries: 20, firstPause: 5, longestPause: 6 * HOUR },
  /** An email of the day: retry for a few hours, also if the process died. */
  daily,
  /** Two emails in one morning are worse than none: give up if the process died. */
  atMostOnce: { ...daily, interrupted: 'dead-letter' },
} as const satisfies Record<string, JobOptions>
