import { ConfigurationFault, type FaultyPart } from '../../../platform/failure'
import { resumeJobs } from '../../../platform/jobs/stopped-jobs'
import type { WarnedPart } from '../../../platform/metrics/site-metrics'
import type { Services } from '../../../platform/services'

/**
 * Checks at start-up and every few minutes whether the mail server and the photo store accept our
 * credentials. Faults are reported to the operator, and the jobs that they paused resume once they are fixed.
 */
export class ConfigHealth {
  /** null means no fault; a part that has not been checked, or did not respond, keeps its state. */
  readonly #known = new Map<WarnedPart, string | null>()

  readonly #closing = new AbortController()

  constructor(private readonly deps: Services) {}

  faults(): { part: WarnedPart; words: string }[] {
    return [...this.#known].flatMap(([part, words]) => (words === null ? [] : [{ part, words }]))
  }

  /** Reports a fault that was noticed while serving requests. */
  warn(part: WarnedPart, words: string): void {
    this.#known.set(part, words)
    this.deps.log.warn({ part }, `configuration fault (${part}): ${words}`)
  }

  async check(): Promise<void> {
    const { mailer, photos } = this.deps
    await Promise.all([this.#ask('mail', () => mailer.check()), this.#ask('photos', () => photos.check())])
  }

  async #ask(part: FaultyPart, check: () => Promise<void>): Promise<void> {
    const { log, db, clock } = this.deps
    const before = this.#known.get(part)
    try {
      await this.#unlessClosed(check())
    } catch (err) {
      if (this.#closing.signal.aborted) return
      if (err instanceof ConfigurationFault) {
        this.#known.set(part, err.message)
        if (before !== err.message) log.warn({ err, part }, `configuration fault (${part}): ${err.message}`)
      } else log.warn({ err, part }, `configuration check failed (${part})`)
      return
    }
    if (before === null || this.#closing.signal.aborted) return
    await resumeJobs(db, part, clock.now())
    this.#known.set(part, null)
    if (before !== undefined) log.info({ part }, `configuration fault fixed (${part})`)
  }

  /** Doesn't wait for a running check: a mail server that doesn't respond must not keep the process alive. */
  close(): void {
    this.#closing.abort()
  }

  async #unlessClosed(check: Promise<void>): Promise<void> {
    const { signal } = this.#closing
    let stop = () => {}
    const closed = new Promise<void>((resolve) => {
      stop = resolve
      signal.addEventListener('abort', stop, { once: true })
    })
    await Promise.race([check, closed]).finally(() => signal.removeEventListener('abort', stop))
  }
}
