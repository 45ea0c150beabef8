import { ConfigurationFault, type FaultyPart } from '../../../platform/failure'
import { resumeJobs } from '../../../platform/jobs/stopped-jobs'
import type { WarnedPart } from '../../../platform/metrics/site-metrics'
import type { Services } from '../../../platform/services'

/**
 * Asks the services behind the site whether they let it in, at the start and every few minutes: whoever runs the site
 * hears of a fault in the configuration in words, and what it held up goes on once it is mended.
 */
export class ConfigHealth {
  /** null where all is well; a part that has not been asked yet, or did not answer, is as it was. */
  readonly #known = new Map<WarnedPart, string | null>()

  readonly #closing = new AbortController()

  constructor(private readonly deps: Services) {}

  faults(): { part: WarnedPart; words: string }[] {
    return [...this.#known].flatMap(([part, words]) => (words === null ? [] : [{ part, words }]))
  }

  /** What was seen by serving rather than by asking. */
  warn(part: WarnedPart, words: string): void {
    this.#known.set(part, words)
    this.deps.log.warn({ part }, `The configuration has to be mended (${part}): ${words}`)
  }

  async check(): Promise<void> {
    const { mailer, photos } = this.deps
    await Promise.all([this.#ask('mail', () => mailer.check()), this.#ask('photos', () => photos.check())])
  }

  async #ask(part: FaultyPart, check: () => Promise<void>): Promise<void> {
    const { log, db, clock } = this.deps
    const before = this.#known.get(part)
    try {
      await Promise.race([check(), this.#closed()])
    } catch (err) {
      if (this.#closing.signal.aborted) return
      if (err instanceof ConfigurationFault) {
        this.#known.set(part, err.message)
        if (before !== err.message)
          log.warn({ err, part }, `The configuration has to be mended (${part}): ${err.message}`)
      } else log.warn({ err, part }, `The configuration could not be checked (${part})`)
      return
    }
    if (before === null || this.#closing.signal.aborted) return
    await resumeJobs(db, part, clock.now())
    this.#known.set(part, null)
    if (before !== undefined) log.info({ part }, `The configuration is mended (${part})`)
  }
  /** Waits for nobody: a mail server that keeps silent must not keep the process. */
  close(): void {
    this.#closing.abort()
  }

  #closed(): Promise<void> {
    const { signal } = this.#closing
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  }
}
