import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db, Replica, ReplicaState } from '../../ports/database'
import { Problem } from '../../problem'

export interface ReplicaOptions {
  /** Opens the connection; retried while the replica cannot be reached. */
  open(): Promise<Pick<Database, 'db' | 'close'>>
  onError(error: unknown): void
  checkMs?: number
  /** A replica further behind than this is not used until it has caught up. */
  longestLagSeconds?: number
}

const TIMEOUT_MS = 500
const POLL_MS = 10
/** The samples are thinned out beyond this number, so that a replica that hangs for days does not fill memory. */
const MAX_SAMPLES = 2000
/** Positions in the write-ahead log have up to 64 bits. */
type Position = bigint

/** A PostgreSQL streaming replica. Its lag is measured by log positions, so no two clocks are compared. */
export async function openReplica(primary: Db, options: ReplicaOptions): Promise<Replica> {
  const { checkMs = 2000, longestLagSeconds = 30 } = options
  const monitor = new ReplicaMonitor(primary, options, longestLagSeconds)
  await monitor.check()
  const timer = setInterval(() => void monitor.check(), checkMs)
  timer.unref()
  return {
    async read(work, { timeoutMs = TIMEOUT_MS } = {}) {
      const copy = await monitor.caughtUp(timeoutMs).catch(() => undefined)
      if (copy) {
        try {
          return await work(copy)
        } catch (error) {
          if (error instanceof Problem) throw error
          options.onError(error)
          void monitor.check()
        }
      }
      monitor.state.fallbacks++
      return work(primary)
    },
    state: () => ({ ...monitor.state }),
    async close() {
      clearInterval(timer)
      await monitor.close()
    },
  }
}

class ReplicaMonitor {
  readonly state: ReplicaState = { usable: false, lag_seconds: null, fallbacks: 0 }
  #opened: Pick<Database, 'db' | 'close'> | undefined
  #checking: Promise<void> | undefined
  /** The position of the primary at each check. */
  #samples: { at: number; position: Position }[] = []
  #wasReported = false

  constructor(
    private readonly primary: Db,
    private readonly options: ReplicaOptions,
    private readonly longestLag: number,
  ) {}

  check(): Promise<void> {
    this.#checking ??= this.#measure()
      .catch((error) => this.#lose(error))
      .finally(() => {
        this.#checking = undefined
      })
    return this.#checking
  }

  /** The replica, once it has everything the primary has now; undefined if that takes too long. */
  async caughtUp(timeoutMs: number): Promise<Db | undefined> {
    const { usable } = this.state
    const copy = this.#opened?.db
    if (!usable || !copy) return undefined
    const end = Date.now() + timeoutMs
    const wanted = await writtenTo(this.primary)
    for (;;) {
      if ((await replayedTo(copy)) >= wanted) return copy
      if (Date.now() >= end) return undefined
      await sleep(POLL_MS)
    }
  }

  async close(): Promise<void> {
    await this.#checking
    await this.#opened?.close()
  }

  async #measure(): Promise<void> {
    this.#opened ??= await this.options.open()
    const now = Date.now()
    const written = await writtenTo(this.primary)
    const replayed = await replayedTo(this.#opened.db)
    this.#samples.push({ at: now, position: written })
    // Of the samples that the replica has passed, only the latest matters.
    const passed = this.#samples.findLastIndex(({ position }) => position <= replayed)
    if (passed > 0) this.#samples.splice(0, passed)
    if (this.#samples.length > MAX_SAMPLES) this.#samples.splice(1, MAX_SAMPLES / 2)
    const [first] = this.#samples
    const isBehind = first !== undefined && replayed < written
    this.state.lag_seconds = isBehind ? (now - first.at) / 1000 : 0
    this.state.usable = this.state.lag_seconds <= this.longestLag
    this.#wasReported = false
  }

  #lose(error: unknown): void {
    this.state.usable = false
    this.state.lag_seconds = null
    if (!this.#wasReported) this.options.onError(error)
    this.#wasReported = true
  }
}

const position = (text: string | null | undefined): Position => BigInt(text ?? '0')

/** Every acknowledged commit has been flushed. */
async function writtenTo(primary: Db): Promise<Position> {
  const { rows } = await sql<{ at: string }>`
    select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as at`.execute(primary)
  return position(rows[0]?.at)
}

/** A promoted replica is refused, because its data has diverged from the primary's. */
async function replayedTo(copy: Db): Promise<Position> {
  const { rows } = await sql<{ follows: boolean; at: string | null }>`
    select pg_is_in_recovery() as follows, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as at`.execute(
    copy,
  )
  if (!rows[0]?.follows) throw new Error('DATABASE_REPLICA_URL does not point to a replica')
  return position(rows[0].at)
}

/** With a single database, that one serves all reads. */
export const noReplica = (db: Db): Replica => ({
  read: (work) => work(db),
  state: () => undefined,
  async close() {},
})
