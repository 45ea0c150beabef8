import { sql } from 'kysely'
import { memberIsShown } from '../../database/visible-members'
import type { LiveEvent } from '../../domain/live-event'
import type { Services } from '../../ports/services'
import type { Entry } from './ranked-list'
import { type Segment, SegmentLists, segments } from './segment-lists'

type Deps = Pick<Services, 'db' | 'bus' | 'settings' | 'log'>

/** Few enough that reading them in does not hold up others. */
const CHUNK = 2000

/**
 * The order of browsing, kept in memory: a cache of the database, built from it, corrected by what the bus
 * announces, and built anew now and then. It decides who stands where; what a card shows, and whether this
 * viewer may see it, is asked of the database for each page.
 */
export class MemberIndex {
  #lists: SegmentLists | undefined
  #building: Promise<SegmentLists> | undefined
  /** What was announced while the lists are being built, and must be done to them afterwards. */
  #missed: { changed: Set<number>; moves: Entry[] } | undefined
  readonly #changed = new Set<number>()
  #reading: Promise<void> = Promise.resolve()
  readonly #stop: (() => void)[]

  constructor(private readonly deps: Deps) {
    this.#stop = [
      deps.bus.subscribe((event) => this.#hear(event)),
      deps.bus.onGap(() => void this.rebuild().catch((err) => this.#failed(err))),
    ]
  }

  close(): void {
    for (const stop of this.#stop) stop()
  }

  /** With everything done that this process has heard of. */
  async lists(): Promise<SegmentLists> {
    const { photos_min } = await this.deps.settings.current()
    if (this.#lists?.photosMin !== photos_min) await this.rebuild()
    await this.#reading
    return this.#lists ?? this.rebuild()
  }

  /** The old lists serve until the new ones stand. */
  rebuild(): Promise<SegmentLists> {
    this.#building ??= this.#build().finally(() => {
      this.#building = undefined
      this.#missed = undefined
    })
    return this.#building
  }

  async #build(): Promise<SegmentLists> {
    const missed = { changed: new Set<number>(), moves: [] as Entry[] }
    this.#missed = missed
    const { photos_min } = await this.deps.settings.current()
    const lists = new SegmentLists(photos_min)
    for (const [n, segment] of segments.entries()) await this.#readNewest(lists, n, segment)
    await this.#readRecent(lists)
    this.#lists = lists
    for (const move of missed.moves) lists.touch(move)
    for (const id of missed.changed) this.#readAgain(id)
    return lists
  }

  #hear(event: LiveEvent): void {
    if (event.kind === 'member.changed') {
      this.#missed?.changed.add(event.member_id)
      if (this.#lists) this.#readAgain(event.member_id)
    } else if (event.kind === 'members.active') {
      for (const [id, ts] of event.moves) {
        this.#missed?.moves.push({ id, ts })
        this.#lists?.touch({ id, ts })
      }
    }
  }

  /** Several that change at once are read at once. */
  #readAgain(id: number): void {
    if (this.#changed.size === 0) {
      this.#reading = this.#reading.then(() => this.#readChanged()).catch((err) => this.#failed(err))
    }
    this.#changed.add(id)
  }

  /** Who is not read any more is not listed any more. */
  async #readChanged(): Promise<void> {
    const ids = [...this.#changed]
    this.#changed.clear()
    const lists = this.#lists
    if (!lists) return
    const { rows } = await sql<Row & Segment & { active: number | null }>`
      select m.id, m.gender, m.interested, m.created_ts as ts, a.last_active_ts as active
      from member m left join activity a on a.member_id = m.id
      where m.id = any(${ids}::bigint[]) and ${memberIsShown('m')} and m.approved_photos >= ${lists.photosMin}
        and m.gender is not null and m.interested is not null`.execute(this.deps.db)
    for (const id of ids) lists.drop(id)
    for (const { id, gender, interested, ts, active } of rows) {
      const segment = segments.findIndex((one) => one.gender === gender && one.interested === interested)
      lists.place(id, segment, ts, active)
    }
  }

  /** Along member_newest. */
  async #readNewest(lists: SegmentLists, n: number, { gender, interested }: Segment): Promise<void> {
    for (let last: Entry | undefined; ; ) {
      const { rows } = await sql<Row>`
        select id, created_ts as ts from member m
        where ${memberIsShown('m')} and gender = ${gender} and interested = ${interested}
          and approved_photos >= ${lists.photosMin}
          and ${last ? sql`(created_ts, id) < (${last.ts}, ${last.id})` : sql`true`}
        order by created_ts desc, id desc limit ${CHUNK}`.execute(this.deps.db)
      for (const { id, ts } of rows) lists.place(id, n, ts, null)
      last = rows.at(-1)
      if (rows.length < CHUNK) return
    }
  }

  /** Along activity_recent; whoever is not listed is passed over. */
  async #readRecent(lists: SegmentLists): Promise<void> {
    for (let last: Entry | undefined; ; ) {
      const { rows } = await sql<Row>`
        select member_id as id, last_active_ts as ts from activity
        where ${last ? sql`(last_active_ts, member_id) < (${last.ts}, ${last.id})` : sql`true`}
        order by last_active_ts desc, member_id desc limit ${CHUNK}`.execute(this.deps.db)
      for (const row of rows) lists.touch(row)
      last = rows.at(-1)
      if (rows.length < CHUNK) return
    }
  }

  /** The lists may have missed something: whoever looks next waits for new ones. */
  #failed(err: unknown): void {
    this.#lists = undefined
    this.deps.log.warn({ err }, 'the order of browsing is read anew')
  }
}

interface Row {
  id: number
  ts: number
}
