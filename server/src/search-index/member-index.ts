import { setImmediate as breathe } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { type Kind, kinds, memberFacts } from '../members/member-facts'
import { memberIsListed } from '../members/visible-members'
import type { MemberIndexMetrics } from '../platform/metrics/site-metrics'
import type { Db } from '../platform/ports/database'
import type { LiveEvent } from '../platform/ports/event-bus'
import type { Services } from '../platform/services'
import { type IndexedFacts, MemberColumns } from './columns'
import type { Towns } from './towns'

type Deps = Pick<Services, 'db' | 'replica' | 'bus' | 'clock' | 'settings' | 'log'> & { towns: Towns }

/** Few enough that reading them in does not hold up others. */
const CHUNK = 2000
/** So many wait to be placed together. */
const MOST_HIDDEN = 10 * CHUNK
const RETRY_MS = 1000
/** Nobody waits for it: a replica may take its time to catch up. */
const REPLICA_PATIENCE_MS = 10_000

export const factColumns = sql.raw(
  `f.id, f.gender, f.interested, f.town_id, f.town_hidden, f.birthday, f.created_ts, f.active_ts, f.ndp, f.verified_ts,
   f.choices,
   f.height, f.spoken, f.tags, f.age_min, f.age_max, f.distance, f.answered_only, f.accepts`,
)

/**
 * Everyone whom lists of strangers may show, kept in memory: a cache of the database, built from it, corrected by what
 * the bus announces, and built anew now and then. It decides who stands where; what a card shows, and whether this
 * viewer may see it, is asked of the database for each page.
 */
export class MemberIndex {
  #columns: MemberColumns | undefined
  #building: Promise<MemberColumns> | undefined
  /** What was announced while the columns are being built, and must be done to them afterwards. */
  #missed: { changed: Set<number>; moves: [id: number, ts: number][] } | undefined
  readonly #changed = new Set<number>()
  /** Those whom the database could not be asked about. */
  readonly #unread = new Set<number>()
  #reading: Promise<void> = Promise.resolve()
  readonly #retries = new Set<NodeJS.Timeout>()
  readonly #stop: (() => void)[]
  #closed = false
  #built = { ts: 0, seconds: 0 }

  constructor(private readonly deps: Deps) {
    this.#stop = [
      deps.bus.subscribe((event) => this.#hear(event)),
      deps.bus.onGap(() => void this.rebuild().catch(() => {})),
    ]
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
    return { members: size, bytes, built_ts: this.#built.ts, built_in_seconds: this.#built.seconds }
  }

  /** The old columns serve until the new ones stand; where that fails it is tried again. */
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
    const { photos_min } = await this.deps.settings.current()
    const began = performance.now()
    // Begun after changes are listened for, and with all that was changed before: nothing falls in between.
    const columns = await this.deps.replica.read((db) => this.#readAll(db, photos_min), {
      timeoutMs: REPLICA_PATIENCE_MS,
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
    for (const kind of kinds) await this.#readKind(db, columns, kind)
    return columns
  }

  #hear(event: LiveEvent): void {
    if (event.kind === 'member.changed') {
      this.#missed?.changed.add(event.member_id)
      if (this.#columns) this.#readAgain(event.member_id)
    } else if (event.kind === 'members.active') {
      this.#missed?.moves.push(...event.moves)
      for (const [id, ts] of event.moves) this.#columns?.touch(id, ts)
    }
  }

  /** Several that change at once are read at once. */
  #readAgain(id: number): void {
    if (this.#changed.size === 0) {
      this.#reading = this.#reading.then(() => this.#readChanged())
    }
    this.#changed.add(id)
  }

  /**
   * Who is not read any more is not listed any more. Whoever could not be read stays where they stood until they can be:
   * a page asks the database about each one anyway.
   */
  async #readChanged(): Promise<void> {
    const ids = [...this.#changed]
    this.#changed.clear()
    const columns = this.#columns
    if (!columns) return
    try {
      const rows = await this.#read(this.deps.db, columns.photosMin, sql`f.id = any(${ids}::bigint[])`)
      const known = await this.#withTowns(rows)
      for (const id of ids) columns.drop(id)
      for (const facts of known) columns.place(facts)
    } catch (err) {
      for (const id of ids) this.#unread.add(id)
      this.#tryAgain(err, () => {
        const again = [...this.#unread]
        this.#unread.clear()
        for (const id of again) this.#readAgain(id)
      })
    }
  }

  /** Along member_search: whole towns one after the other. */
  async #readKind(db: Db, columns: MemberColumns, { gender, interested }: Kind): Promise<void> {
    const kind = sql`f.gender = ${gender} and f.interested = ${interested}`
    // Of the last town more may come with the next rows; those who hide theirs are few, and grouped by state.
    let unfinished: IndexedFacts[] = []
    const hidden: IndexedFacts[] = []
    for (let last: IndexedFacts | undefined; ; ) {
      const after = last ? sql`(f.town_id, f.id) > (${last.town_id}, ${last.id})` : sql`f.town_id is not null`
      const rows = await this.#read(
        db,
        columns.photosMin,
        sql`${kind} and ${after} order by f.town_id, f.id limit ${CHUNK}`,
      )
      last = rows.at(-1)
      const isEnd = rows.length < CHUNK
      for (const facts of rows) (facts.town_hidden ? hidden : unfinished).push(facts)
      const isFinished = ({ town_id }: IndexedFacts) => isEnd || town_id !== last?.town_id
      await this.#placeTogether(columns, unfinished.filter(isFinished))
      if (isEnd || hidden.length > MOST_HIDDEN) await this.#placeTogether(columns, hidden.splice(0))
      if (isEnd) break
      unfinished = unfinished.filter((facts) => !isFinished(facts))
    }
    const nowhere = await this.#read(db, columns.photosMin, sql`${kind} and f.town_id is null`)
    await this.#placeTogether(columns, nowhere)
  }

  /** Those of a group one after the other, so that none has to move on. */
  async #placeTogether(columns: MemberColumns, rows: readonly IndexedFacts[]): Promise<void> {
    const known = await this.#withTowns(rows)
    known.sort((a, b) => Number(a.town_hidden) - Number(b.town_hidden) || (a.town_id ?? 0) - (b.town_id ?? 0))
    for (let at = 0; at < known.length; at += CHUNK) {
      for (const facts of known.slice(at, at + CHUNK)) columns.place(facts)
      await breathe()
    }
  }

  async #read(db: Db, photosMin: number, which: RawBuilder<unknown>): Promise<IndexedFacts[]> {
    const { rows } = await sql<IndexedFacts>`
      select ${factColumns}, coalesce(c.changed_ts, f.created_ts) as changed_ts
      from ${memberFacts} f left join member_change c on c.member_id = f.id
      where ${memberIsListed('f')} and f.approved_photos >= ${photosMin} and ${which}`.execute(db)
    return rows
  }

  /** Whoever hides their town counts as living in the first of its state: nothing finer is asked of them. */
  async #withTowns(rows: readonly IndexedFacts[]): Promise<IndexedFacts[]> {
    const { towns, db } = this.deps
    if (rows.some(({ town_id }) => town_id !== null && !towns.byId(town_id))) await towns.refresh(db)
    return rows.map((facts) =>
      facts.town_hidden ? { ...facts, town_id: towns.firstOfState(facts.town_id) } : facts,
    )
  }

  #tryAgain(err: unknown, work: () => void): void {
    if (this.#closed) return
    this.deps.log.warn({ err }, 'the member index is read again')
    const timer = setTimeout(() => {
      this.#retries.delete(timer)
      work()
    }, RETRY_MS).unref()
    this.#retries.add(timer)
  }
}
