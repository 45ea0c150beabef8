import { sql } from 'kysely'
import type { LiveEvent } from '../../domain/live-event'
import type { Foundations } from '../../ports/foundations'
import { Board, type Segment, segments } from './board'
import type { Entry } from './ordered-ids'

type Deps = Pick<Foundations, 'db' | 'bus' | 'settings' | 'log'>

/** Few enough that reading them in does not hold up others. */
const CHUNK = 2000

/**
 * The order of browsing, kept in memory: a cache of the database, built from it, corrected by what the bus
 * announces, and built anew now and then. It decides who stands where; what a card shows, and whether this
 * viewer may see it, is asked of the database for each page.
 */
export class Standings {
  #board: Board | undefined
  #building: Promise<Board> | undefined
  /** What was announced while a board is being built, and must be done to it afterwards. */
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
  async board(): Promise<Board> {
    const { photos_min } = await this.deps.settings.current()
    if (this.#board?.photosMin !== photos_min) await this.rebuild()
    await this.#reading
    return this.#board ?? this.rebuild()
  }

  /** The old board serves until the new one stands. */
  rebuild(): Promise<Board> {
    this.#building ??= this.#build().finally(() => {
      this.#building = undefined
      this.#missed = undefined
    })
    return this.#building
  }

  async #build(): Promise<Board> {
    const missed = { changed: new Set<number>(), moves: [] as Entry[] }
    this.#missed = missed
    const { photos_min } = await this.deps.settings.current()
    const board = new Board(photos_min)
    for (const [n, segment] of segments.entries()) await this.#readNewest(board, n, segment)
    await this.#readRecent(board)
    this.#board = board
    for (const move of missed.moves) board.touch(move)
    for (const id of missed.changed) this.#readAgain(id)
    return board
  }

  #hear(event: LiveEvent): void {
    if (event.kind === 'member.changed') {
      this.#missed?.changed.add(event.member_id)
      if (this.#board) this.#readAgain(event.member_id)
    } else if (event.kind === 'members.active') {
      for (const [id, ts] of event.moves) {
        this.#missed?.moves.push({ id, ts })
        this.#board?.touch({ id, ts })
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
    const board = this.#board
    if (!board) return
    const { rows } = await sql<Row & Segment & { active: number | null }>`
      select m.id, m.gender, m.interested, m.created_ts as ts, a.last_active_ts as active
      from member m left join activity a on a.member_id = m.id
      where m.id = any(${ids}::bigint[]) and m.status = 2 and m.approved_photos >= ${board.photosMin}
        and m.gender is not null and m.interested is not null`.execute(this.deps.db)
    for (const id of ids) board.drop(id)
    for (const { id, gender, interested, ts, active } of rows) {
      const segment = segments.findIndex((one) => one.gender === gender && one.interested === interested)
      board.place(id, segment, ts, active)
    }
  }

  /** Along member_newest. */
  async #readNewest(board: Board, n: number, { gender, interested }: Segment): Promise<void> {
    for (let last: Entry | undefined; ; ) {
      const { rows } = await sql<Row>`
        select id, created_ts as ts from member m
        where status = 2 and gender = ${gender} and interested = ${interested}
          and approved_photos >= ${board.photosMin}
          and ${last ? sql`(created_ts, id) < (${last.ts}, ${last.id})` : sql`true`}
        order by created_ts desc, id desc limit ${CHUNK}`.execute(this.deps.db)
      for (const { id, ts } of rows) board.place(id, n, ts, null)
      last = rows.at(-1)
      if (rows.length < CHUNK) return
    }
  }

  /** Along activity_recent; whoever is not on the board is passed over. */
  async #readRecent(board: Board): Promise<void> {
    for (let last: Entry | undefined; ; ) {
      const { rows } = await sql<Row>`
        select member_id as id, last_active_ts as ts from activity
        where ${last ? sql`(last_active_ts, member_id) < (${last.ts}, ${last.id})` : sql`true`}
        order by last_active_ts desc, member_id desc limit ${CHUNK}`.execute(this.deps.db)
      for (const row of rows) board.touch(row)
      last = rows.at(-1)
      if (rows.length < CHUNK) return
    }
  }

  /** The board may have missed something: whoever looks next waits for a new one. */
  #failed(err: unknown): void {
    this.#board = undefined
    this.deps.log.warn({ err }, 'the order of browsing is read anew')
  }
}

interface Row {
  id: number
  ts: number
}
