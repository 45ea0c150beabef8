import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Db, Replica, ReplicaState } from '../../ports/database'
import { Problem } from '../../problem'

export interface ReplicaOptions {
  /** Opens it; asked again and again while it cannot be reached. */
  open(): Promise<Pick<Database, 'db' | 'close'>>
  onError(error: unknown): void
  checkMs?: number
  /** Further behind than this it is left alone until it has caught up. */
  longestLagSeconds?: number
}

const PATIENCE_MS = 500
const POLL_MS = 10
/** More would say nothing more of one that stands still for days. */
const MOST_SEEN = 2000
/** Positions in the log are numbers of up to 64 bits. */
type Position = bigint

/** PostgreSQL's own streaming replica. Time behind is told by positions in the log, so no two clocks are compared. */
export async function openReplica(primary: Db, options: ReplicaOptions): Promise<Replica> {
  const { checkMs = 2000, longestLagSeconds = 30 } = options
  const followed = new Followed(primary, options, longestLagSeconds)
  await followed.check()
  const timer = setInterval(() => void followed.check(), checkMs)
  timer.unref()
  return {
    async read(work, { patienceMs = PATIENCE_MS } = {}) {
      const copy = await followed.caughtUp(patienceMs).catch(() => undefined)
      if (copy) {
        try {
          return await work(copy)
        } catch (error) {
          if (error instanceof Problem) throw error
          options.onError(error)
          void followed.check()
        }
      }
      followed.state.fallbacks++
      return work(primary)
    },
    state: () => ({ ...followed.state }),
    async close() {
      clearInterval(timer)
      await followed.close()
    },
  }
}

class Followed {
  readonly state: ReplicaState = { usable: false, lag_seconds: null, fallbacks: 0 }
  #opened: Pick<Database, 'db' | 'close'> | undefined
  #checking: Promise<void> | undefined
  /** When the primary was where. */
  #seen: { at: number; position: Position }[] = []
  #wasTold = false

  constructor(
    private readonly primary: Db,
    private readonly options: ReplicaOptions,
    private readonly longestLag: number,
  ) {}

  check(): Promise<void> {
    this.#checking ??= this.#look()
      .catch((error) => this.#lose(error))
      .finally(() => {
        this.#checking = undefined
      })
    return this.#checking
  }

  /** The replica, once it has what the primary has now; undefined when that takes too long. */
  async caughtUp(patienceMs: number): Promise<Db | undefined> {
    const { usable } = this.state
    const copy = this.#opened?.db
    if (!usable || !copy) return undefined
    const end = Date.now() + patienceMs
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

  async #look(): Promise<void> {
    this.#opened ??= await this.options.open()
    const now = Date.now()
    const written = await writtenTo(this.primary)
    const replayed = await replayedTo(this.#opened.db)
    this.#seen.push({ at: now, position: written })
    // Of what it has passed only the latest is of interest.
    const passed = this.#seen.findLastIndex(({ position }) => position <= replayed)
    if (passed > 0) this.#seen.splice(0, passed)
    if (this.#seen.length > MOST_SEEN) this.#seen.splice(1, MOST_SEEN / 2)
    const [first] = this.#seen
    const isBehind = first !== undefined && replayed < written
    this.state.lag_seconds = isBehind ? (now - first.at) / 1000 : 0
    this.state.usable = this.state.lag_seconds <= this.longestLag
    this.#wasTold = false
  }

  #lose(error: unknown): void {
    this.state.usable = false
    this.state.lag_seconds = null
    if (!this.#wasTold) this.options.onError(error)
    this.#wasTold = true
  }
}

const position = (text: string | null | undefined): Position => BigInt(text ?? '0')

/** What a commit has been acknowledged for is flushed. */
async function writtenTo(primary: Db): Promise<Position> {
  const { rows } = await sql<{ at: string }>`
    select (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text as at`.execute(primary)
  return position(rows[0]?.at)
}

/** A server that follows nobody any more is no replica: it would tell of a past that goes on by itself. */
async function replayedTo(copy: Db): Promise<Position> {
  const { rows } = await sql<{ follows: boolean; at: string | null }>`
    select pg_is_in_recovery() as follows, (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as at`.execute(
    copy,
  )
  if (!rows[0]?.follows) throw new Error('DATABASE_REPLICA_URL names a server that follows no other')
  return position(rows[0].at)
}

/** Where there is one database only, it answers everything. */
export const noReplica = (db: Db): Replica => ({
  read: (work) => work(db),
  state: () => undefined,
  async close() {},
})
