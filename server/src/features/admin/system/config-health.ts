import { sql } from 'kysely'
import { ConfigurationFault, type FaultyPart } from '../../../platform/failure'
import { resumeJobs } from '../../../platform/jobs/stopped-jobs'
import type { WarnedPart } from '../../../platform/metrics/site-metrics'
import type { Services } from '../../../platform/services'

/** Connections of backups and commands. */
const SPARE = 2

/**
 * Why PostgreSQL may run out of connections; undefined if it has enough. During a reload there is one process more.
 */
export async function connectionShortage(
  db: Services['db'],
  { processes, pool }: { processes: number; pool: number },
): Promise<string | undefined> {
  const { rows } = await sql<{ most: number; reserved: number }>`
    select current_setting('max_connections')::int as most,
      current_setting('superuser_reserved_connections')::int
        + coalesce(current_setting('reserved_connections', true), '0')::int as reserved`.execute(db)
  const free = rows[0] ? rows[0].most - rows[0].reserved : Number.POSITIVE_INFINITY
  const needed = (processes > 1 ? processes + 1 : 1) * pool + SPARE
  if (needed <= free) return undefined
  const why = processes > 1 ? `${processes} processes and another one during a reload` : 'The site'
  return `${why} with DATABASE_POOL=${pool} may need ${needed} connections, but PostgreSQL allows ${free}. Lower DATABASE_POOL or raise max_connections, unless a connection pooler is in between.`
}

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
