import type { Surface } from '@rosella/contract/browse/rules'
import { siteDay } from '@rosella/contract/site-day'
import { sql } from 'kysely'
import type { Viewer } from '../../../platform/http/viewer'
import type { Services } from '../../../platform/services'

type ImpressionViewer = Pick<Viewer, 'id' | 'impersonator'>

/** Counts by member, surface and day how often a member was shown, opened and liked. It ignores impersonation. */
export interface Impressions {
  shown(viewer: ImpressionViewer, surface: Exclude<Surface, 'other'>, ids: readonly number[]): void
  opened(viewer: ImpressionViewer, id: number): void
  liked(viewer: ImpressionViewer, id: number): void
}

type Deps = Pick<Services, 'db' | 'clock' | 'log'>
type Count = 'shown' | 'opened' | 'liked' | 'saw' | 'sent'

interface ImpressionRow extends Record<Count, number> {
  member_id: number
  day: string
  surface: Surface
}

const FLUSH_MS = 3000
/** Rows per statement. */
const BATCH = 2000
/** The last viewers and the last cards of each are remembered, so that loading a page twice counts once. */
const VIEWERS = 5000
const CARDS_PER_VIEWER = 200

/**
 * Counts in memory and writes every few seconds, one row per member, day and surface. Pairs of viewer and member are
 * only kept in memory for a while and never stored. Counts not yet written are lost if the process dies.
 */
export class ImpressionCounter implements Impressions {
  #rows = new Map<string, ImpressionRow>()
  /** By viewer: the members they saw, and on which surface. */
  readonly #seen = new Map<number, Map<number, Surface>>()
  readonly #liked = new Set<string>()
  readonly #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> = Promise.resolve()

  constructor(
    private readonly deps: Deps,
    { withoutTimer = false } = {},
  ) {
    if (withoutTimer) return
    this.#timer = setInterval(() => {
      this.flush().catch((err) => deps.log.warn({ err }, 'impressions not written'))
    }, FLUSH_MS)
    this.#timer.unref()
  }

  shown(viewer: ImpressionViewer, surface: Exclude<Surface, 'other'>, ids: readonly number[]): void {
    if (viewer.impersonator !== null) return
    const seen = this.#seenBy(viewer.id)
    for (const id of ids) {
      if (id === viewer.id || seen.get(id) === surface) continue
      seen.set(id, surface)
      this.#count(id, surface, 'shown')
      this.#count(viewer.id, surface, 'saw')
    }
    while (seen.size > CARDS_PER_VIEWER) seen.delete(seen.keys().next().value as number)
  }

  opened(viewer: ImpressionViewer, id: number): void {
    if (viewer.impersonator !== null || id === viewer.id) return
    this.#count(id, this.#surfaceOf(viewer.id, id), 'opened')
  }

  liked(viewer: ImpressionViewer, id: number): void {
    const pair = `${viewer.id} ${id}`
    if (viewer.impersonator !== null || this.#liked.has(pair)) return
    if (this.#liked.size >= VIEWERS) this.#liked.clear()
    this.#liked.add(pair)
    const surface = this.#surfaceOf(viewer.id, id)
    this.#count(id, surface, 'liked')
    this.#count(viewer.id, surface, 'sent')
  }

  /** Flushes run one at a time, so that closing waits for the current one. */
  flush(): Promise<void> {
    this.#flushing = this.#flushing.catch(() => {}).then(() => this.#write())
    return this.#flushing
  }

  async close(): Promise<void> {
    clearInterval(this.#timer)
    await this.flush().catch((err) => this.deps.log.warn({ err }, 'impressions not written'))
  }

  #surfaceOf = (viewerId: number, id: number): Surface => this.#seen.get(viewerId)?.get(id) ?? 'other'

  /** Evicts the least recent viewer first. */
  #seenBy(viewerId: number): Map<number, Surface> {
    const seen = this.#seen.get(viewerId) ?? new Map<number, Surface>()
    this.#seen.delete(viewerId)
    this.#seen.set(viewerId, seen)
    if (this.#seen.size > VIEWERS) this.#seen.delete(this.#seen.keys().next().value as number)
    return seen
  }

  #count(member_id: number, surface: Surface, count: Count): void {
    const day = siteDay(this.deps.clock.now())
    const key = `${member_id} ${surface} ${day}`
    let row = this.#rows.get(key)
    if (!row) {
      row = { member_id, day, surface, shown: 0, opened: 0, liked: 0, saw: 0, sent: 0 }
      this.#rows.set(key, row)
    }
    row[count]++
  }

  async #write(): Promise<void> {
    const rows = [...this.#rows.values()].sort((a, b) => a.member_id - b.member_id)
    this.#rows = new Map()
    for (let at = 0; at < rows.length; at += BATCH) await writeRows(this.deps, rows.slice(at, at + BATCH))
  }
}

/** Locks the members before their rows, in ascending order, so that this cannot deadlock with an account deletion. */
const writeRows = ({ db }: Pick<Deps, 'db'>, rows: readonly ImpressionRow[]) =>
  sql`
    with added as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (member_id bigint, day date, surface text,
        shown integer, opened integer, liked integer, saw integer, sent integer)
    ), present as materialized (
      select m.id from member m where m.id = any(array(select member_id from added)) order by m.id for key share
    )
    insert into impression (member_id, day, surface, shown, opened, liked, saw, sent)
    select a.member_id, a.day, a.surface, a.shown, a.opened, a.liked, a.saw, a.sent
    from added a join present p on p.id = a.member_id order by a.member_id, a.day, a.surface
    on conflict (member_id, day, surface) do update set shown = impression.shown + excluded.shown,
      opened = impression.opened + excluded.opened, liked = impression.liked + excluded.liked,
      saw = impression.saw + excluded.saw, sent = impression.sent + excluded.sent`.execute(db)
