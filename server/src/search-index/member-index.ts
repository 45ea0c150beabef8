import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { memberFacts, type Orientation, orientations } from '../members/member-facts'
import { memberIsListed } from '../members/visible-members'
import type { MemberIndexMetrics } from '../platform/metrics/site-metrics'
import type { Db } from '../platform/ports/database'
import type { LiveEvent } from '../platform/ports/event-bus'
import type { Services } from '../platform/services'
import { Answers } from './answers'
import { type IndexedFacts, MemberColumns } from './columns'
import type { Towns } from './towns'

type Deps = Pick<Services, 'db' | 'replica' | 'bus' | 'clock' | 'settings' | 'log'> & { towns: Towns }

/** Rows per query; small enough not to block the event loop. */
const CHUNK = 2000
/** Members who hide their town are buffered up to this many, because they are grouped by state. */
const MOST_HIDDEN = 10 * CHUNK
const RETRY_MS = 1000
/** After this time, everybody's last activity is stored. */
const ACTIVITY_MS = 10_000
/** Clocks differ, and transactions commit later than they write. */
const MARGIN_SECONDS = 60
/** Reading more members one by one takes longer than a rebuild. */
const MOST_REPAIRED = 50_000
/** No request waits for a rebuild, so the replica gets time to catch up. */
const REPLICA_TIMEOUT_MS = 10_000

export const factColumns = sql.raw(
  `f.id, f.gender, f.interested, f.town_id, f.town_hidden, f.birthday, f.created_ts, f.active_ts, f.ndp, f.verified_ts,
   f.choices,
   f.height, f.spoken, f.tags, f.age_min, f.age_max, f.distance, f.answered_only, f.accepts`,
)

/**
 * An in-memory cache of every member who may appear in a list of strangers. It is built from the database, updated by
 * bus events and rebuilt regularly. It decides membership and order; each page reads its cards from the database,
 * which checks again whether this viewer may see them.
 */
export class MemberIndex {
  readonly answers = new Answers()
  #columns: MemberColumns | undefined
  #building: Promise<MemberColumns> | undefined
  /** Events received during a build, to be applied to the new columns. */
  #missed: { changed: Set<number>; moves: [id: number, ts: number][] } | undefined
  readonly #changed = new Set<number>()
  /** Changed members whose read failed. */
  readonly #unread = new Set<number>()
  #reading: Promise<void> = Promise.resolve()
  readonly #retries = new Set<NodeJS.Timeout>()
  readonly #stop: (() => void)[]
  #closed = false
  #built = { ts: 0, seconds: 0 }
  #lastEventMs = performance.now()

  constructor(private readonly deps: Deps) {
    this.#stop = [deps.bus.subscribe((event) => this.#apply(event)), deps.bus.onGap(() => this.#repair())]
  }

  close(): void {
    this.#closed = true
    for (const timer of this.#retries) clearTimeout(timer)
    for (const stop of this.#stop) stop()
  }

  /**
   * The members as of all events that this process has received. After a change of `photos_min` the old columns serve
   * until they are rebuilt: cards are checked against the database, so nobody with too few photos is shown.
   */
  async columns(photosMin: number): Promise<MemberColumns> {
    await this.#reading
    const columns = this.#columns ?? (await this.rebuild())
    if (columns.photosMin !== photosMin) void this.rebuild().catch(() => {})
    return columns
  }

  /** Undefined before the first build. */
  metrics(): MemberIndexMetrics | undefined {
    if (!this.#columns) return undefined
    const { size, bytes } = this.#columns
    return {
      members: size,
      bytes: bytes + this.answers.bytes,
      built_ts: this.#built.ts,
      built_in_seconds: this.#built.seconds,
    }
  }

  /** The old columns serve until the new ones are complete. A failed build is retried. */
  rebuild(): Promise<MemberColumns> {
    this.#building ??= this.#build()
      .catch((err) => {
        this.#tryAgain(err, () => void this.rebuild().catch(() => {}))
        throw err
      })
      .finally(() => {
        this.#building = undefined
        this.#missed = undefined
      })
    return this.#building
  }

  async #build(): Promise<MemberColumns> {
    const missed = { changed: new Set<number>(), moves: [] as [number, number][] }
    this.#missed = missed
    await this.deps.towns.refresh(this.deps.db)
    await this.answers.refresh(this.deps.db)
    const { photos_min } = await this.deps.settings.current()
    const began = performance.now()
    // This read starts after `#missed` is set, and the replica has caught up with earlier commits, so no change is lost.
    const columns = await this.deps.replica.read((db) => this.#readAll(db, photos_min), {
      timeoutMs: REPLICA_TIMEOUT_MS,
    })
    this.#columns = columns
    this.#built = { ts: this.deps.clock.now(), seconds: (performance.now() - began) / 1000 }
    for (const [id, ts] of missed.moves) columns.touch(id, ts)
    for (const id of missed.changed) this.#readAgain(id)
    await this.#reading
    return columns
  }

  async #readAll(db: Db, photosMin: number): Promise<MemberColumns> {
    const columns = new MemberColumns(photosMin)
    for (const orientation of orientations) await this.#readOrientation(db, columns, orientation)
    return columns
  }

  /**
   * After a gap, reads the members again who may have changed since the last event: those with a change that counts in
   * searches, and those who were active, which may be stored only later. The next rebuild finds the rest, such as a change
   * by a moderator. All processes rebuilding together would take the database down.
   */
  #repair(): void {
    const since = this.#lastEventMs
    const read = () => this.#readSince(since).catch((err) => this.#tryAgain(err, () => void read()))
    void read()
    const timer = setTimeout(() => {
      this.#retries.delete(timer)
      void read()
    }, ACTIVITY_MS).unref()
    this.#retries.add(timer)
  }

  async #readSince(sinceMs: number): Promise<void> {
    await this.#building?.catch(() => {})
    if (!this.#columns || this.#closed) return
    const { db, clock } = this.deps
    const elapsed = (performance.now() - sinceMs) / 1000 + MARGIN_SECONDS
    const { rows } = await sql<{ id: number }>`
      select member_id as id from member_change where changed_ts > extract(epoch from clock_timestamp()) - ${elapsed}
      union select member_id from activity where last_active_ts > ${Math.floor(clock.now() - elapsed)}
      limit ${MOST_REPAIRED + 1}`.execute(db)
    if (rows.length > MOST_REPAIRED) return void (await this.rebuild())
    for (let at = 0; at < rows.length; at += CHUNK) {
      for (const { id } of rows.slice(at, at + CHUNK)) this.#readAgain(id)
      await this.#reading
    }
  }

  #apply(event: LiveEvent): void {
    this.#lastEventMs = performance.now()
    if (event.kind === 'member.changed') {
      this.#missed?.changed.add(event.member_id)
      if (this.#columns) this.#readAgain(event.member_id)
    } else if (event.kind === 'members.active') {
      this.#missed?.moves.push(...event.moves)
      for (const [id, ts] of event.moves) this.#columns?.touch(id, ts)
    } else if (event.kind === 'member.erased') {
      this.answers.remove(event.member_id)
    } else if (event.kind === 'answers.published') {
      this.#readAnswers(event.member_ids)
    }
  }

  /** Members that change at the same time are read in one query. */
  #readAgain(id: number): void {
    if (this.#changed.size === 0) {
      this.#reading = this.#reading.then(() => this.#readChanged())
    }
    this.#changed.add(id)
  }

  #readAnswers(ids: readonly number[]): void {
    this.answers.read(this.deps.db, ids).catch((err) => this.#tryAgain(err, () => this.#readAnswers(ids)))
  }

  /**
   * Removes members that the query no longer returns. If the query fails, they stay as they were until a retry
   * succeeds; each page checks its members against the database anyway.
   */
  async #readChanged(): Promise<void> {
    const ids = [...this.#changed]
    this.#changed.clear()
    const columns = this.#columns
    if (!columns) return
    try {
      const rows = await this.#read(this.deps.db, columns.photosMin, sql`f.id = any(${ids}::bigint[])`)
      const known = await this.#withTowns(rows)
      for (const id of ids) columns.remove(id)
      for (const facts of known) columns.put(facts)
    } catch (err) {
      for (const id of ids) this.#unread.add(id)
      this.#tryAgain(err, () => {
        const again = [...this.#unread]
        this.#unread.clear()
        for (const id of again) this.#readAgain(id)
      })
    }
  }

  /** Reads town by town, in the order of index member_search. */
  async #readOrientation(db: Db, columns: MemberColumns, { gender, interested }: Orientation): Promise<void> {
    const orientation = sql`f.gender = ${gender} and f.interested = ${interested}`
    // The next rows may continue the last town, so it is put into the index when complete.
    let unfinished: IndexedFacts[] = []
    const hidden: IndexedFacts[] = []
    for (let last: IndexedFacts | undefined; ; ) {
      const after = last ? sql`(f.town_id, f.id) > (${last.town_id}, ${last.id})` : sql`f.town_id is not null`
      const rows = await this.#read(
        db,
        columns.photosMin,
        sql`${orientation} and ${after} order by f.town_id, f.id limit ${CHUNK}`,
      )
      last = rows.at(-1)
      const isEnd = rows.length < CHUNK
      for (const facts of rows) (facts.town_hidden ? hidden : unfinished).push(facts)
      const isFinished = ({ town_id }: IndexedFacts) => isEnd || town_id !== last?.town_id
      await this.#putGroups(columns, unfinished.filter(isFinished))
      if (isEnd || hidden.length > MOST_HIDDEN) await this.#putGroups(columns, hidden.splice(0))
      if (isEnd) break
      unfinished = unfinished.filter((facts) => !isFinished(facts))
    }
    const nowhere = await this.#read(db, columns.photosMin, sql`${orientation} and f.town_id is null`)
    await this.#putGroups(columns, nowhere)
  }

  /** Adds the members group by group, so that no group has to move to make room. */
  async #putGroups(columns: MemberColumns, rows: readonly IndexedFacts[]): Promise<void> {
    const known = await this.#withTowns(rows)
    known.sort((a, b) => Number(a.town_hidden) - Number(b.town_hidden) || (a.town_id ?? 0) - (b.town_id ?? 0))
    for (let at = 0; at < known.length; at += CHUNK) {
      for (const facts of known.slice(at, at + CHUNK)) columns.put(facts)
      await yieldToEventLoop()
    }
  }

  async #read(db: Db, photosMin: number, which: RawBuilder<unknown>): Promise<IndexedFacts[]> {
    const { rows } = await sql<IndexedFacts>`
      select ${factColumns}, coalesce(c.changed_ts, f.created_ts) as changed_ts
      from ${memberFacts} f left join member_change c on c.member_id = f.id
      where ${memberIsListed('f')} and f.approved_photos >= ${photosMin} and ${which}`.execute(db)
    return rows
  }

  /**
   * A member who hides their town counts as living in the first town of the state, because only the state is public.
   */
  async #withTowns(rows: readonly IndexedFacts[]): Promise<IndexedFacts[]> {
    const { towns, db } = this.deps
    if (rows.some(({ town_id }) => town_id !== null && !towns.byId(town_id))) await towns.refresh(db)
    return rows.map((facts) =>
      facts.town_hidden ? { ...facts, town_id: towns.firstOfState(facts.town_id) } : facts,
    )
  }

  #tryAgain(err: unknown, work: () => void): void {
    if (this.#closed) return
    this.deps.log.warn({ err }, 'member index read failed, retrying')
    const timer = setTimeout(() => {
      this.#retries.delete(timer)
      work()
    }, RETRY_MS).unref()
    this.#retries.add(timer)
  }
}
