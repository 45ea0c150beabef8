import { sql } from 'kysely'
import type { Services } from '../../platform/services'

export const SESSION_SECONDS = 30 * 86_400
const FLUSH_MS = 3000
const ONCE_A_MINUTE = 60

/**
 * Collects active members and writes them in batches, at most once a minute per member, so that browsing
 * doesn't write a row per request. Extends sessions to 30 days after their last use.
 */
export class Activity {
  readonly #waiting = new Map<number, { sessionId: number | null; at: number }>()
  readonly #written = new Map<number, number>()
  readonly #timer: NodeJS.Timeout
  #flushing: Promise<void> = Promise.resolve()

  constructor(private readonly deps: Services) {
    this.#timer = setInterval(() => {
      this.flush().catch((err) => deps.log.warn({ err }, 'writing activity failed'))
    }, FLUSH_MS)
    this.#timer.unref()
  }

  touch(memberId: number, now: number, sessionId?: number): void {
    const last = this.#written.get(memberId)
    if (last !== undefined && now - last < ONCE_A_MINUTE && now >= last) return
    this.#waiting.set(memberId, { sessionId: sessionId ?? null, at: now })
  }

  /** Flushes one at a time, so that closing waits for the current one. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write())
    return this.#flushing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush()
  }

  async #write(): Promise<void> {
    if (this.#waiting.size === 0) return
    const batch = [...this.#waiting].map(([member_id, { sessionId, at }]) => ({ member_id, sessionId, at }))
    this.#waiting.clear()
    const rows = sql`json_to_recordset(${JSON.stringify(batch)}::json) as b(member_id bigint, "sessionId" bigint, at bigint)`
    await sql`
      insert into activity (member_id, last_active_ts)
      select b.member_id, b.at from ${rows} join member m on m.id = b.member_id order by b.member_id
      on conflict (member_id) do update set last_active_ts = excluded.last_active_ts
      where activity.last_active_ts < excluded.last_active_ts`.execute(this.deps.db)
    await sql`
      update session s set last_used_ts = b.at, expires_ts = b.at + ${SESSION_SECONDS}
      from ${rows} where s.id = b."sessionId" and s.admin_id is null and s.last_used_ts < b.at`.execute(
      this.deps.db,
    )
    const moves = batch.map(({ member_id, at }): [number, number] => [member_id, at])
    // If the bus is down, it publishes the gap when it is back.
    await this.deps.bus.publish([{ kind: 'members.active', moves }]).catch(() => {})
    if (this.#written.size > 100_000) this.#written.clear()
    for (const { member_id, at } of batch) this.#written.set(member_id, at)
  }
}
