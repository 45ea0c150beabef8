import { createHash } from 'node:crypto'
import { ONLINE_EVERY, ONLINE_MAX } from '@rosella/contract/live/stream'
import type { ByMember } from '../../domain/by-member'
import type { Foundations } from '../../ports/foundations'
import { findActive, findBlocked } from './queries'
import type { Tab } from './tab'

type Deps = Pick<Foundations, 'db' | 'log' | 'presence'>

/** The most recently arrived of whom the most recently active are chosen; only a crowd has more. */
const CANDIDATES = 5 * ONLINE_MAX
/** So that a member's own blocks still leave a full list. */
const SPARE = 200
const EVERY_MS = ONLINE_EVERY * 1000
/** Who comes together is told together; and lists are made at most once a second, however many come. */
const SOON_MS = 200
const PAUSE_MS = 1000
/** For who has just opened a tab sooner, but so that no more than a twentieth of the time goes into it. */
const SHARE = 20
const TABS_AT_A_TIME = 200

/** Tells each tab who is online that it may know of: at first, on change, and at most every 10 seconds. */
export class OnlineLists {
  readonly #stopListening: () => void
  #opened: Tab[] = []
  /** Since when something is to be told to those who know an older list. */
  #changedAt: number | undefined
  #timer: NodeJS.Timeout | undefined
  #timerAt = 0
  #making = false
  #madeAt = Number.NEGATIVE_INFINITY
  /** Counted apart: who opens tabs all the time must not keep the others waiting. */
  #changesToldAt = Number.NEGATIVE_INFINITY
  #tookMs = 0
  #closed = false

  constructor(
    private readonly deps: Deps,
    private readonly tabs: ByMember<Tab>,
  ) {
    this.#stopListening = deps.presence.onChange(() => this.schedule())
  }

  /** They have just been opened, and know of nobody. */
  welcome(tabs: readonly Tab[]): void {
    this.#opened.push(...tabs)
    this.#plan()
  }

  /** Somebody came, went, or may no longer be seen. */
  schedule(): void {
    this.#changedAt ??= performance.now()
    this.#plan()
  }

  #plan(): void {
    if (this.#making || this.#closed) return
    const now = performance.now()
    const soonest = Math.min(this.#welcomeAt(now), this.#changeAt(now))
    if (soonest === Number.POSITIVE_INFINITY || (this.#timer && this.#timerAt <= soonest)) return
    clearTimeout(this.#timer)
    this.#timerAt = soonest
    // A timer drops fractions of a millisecond, and too early nobody would be due.
    this.#timer = setTimeout(() => void this.#turn(), Math.ceil(soonest - now) + 1).unref()
  }

  #welcomeAt(now: number): number {
    if (this.#opened.length === 0) return Number.POSITIVE_INFINITY
    return Math.max(now, this.#madeAt + Math.min(PAUSE_MS, SHARE * this.#tookMs))
  }

  #changeAt(now: number): number {
    if (this.#changedAt === undefined) return Number.POSITIVE_INFINITY
    const firstDue = this.tabs.all().reduce((first, tab) => Math.min(first, tab.onlineAt), now) + EVERY_MS
    return Math.max(now, this.#changedAt + SOON_MS, firstDue, this.#changesToldAt + PAUSE_MS)
  }

  async #turn(): Promise<void> {
    this.#timer = undefined
    this.#making = true
    const began = performance.now()
    // A change may have told them before they were welcomed.
    const told = new Set(this.#opened.filter((tab) => tab.onlineAt === Number.NEGATIVE_INFINITY))
    this.#opened = []
    if (this.#changeAt(began) <= began) {
      this.#changesToldAt = began
      const all = this.tabs.all()
      const due = all.filter((tab) => began - tab.onlineAt >= EVERY_MS)
      // Those told a moment ago have their turn later, with whatever has changed by then.
      this.#changedAt = due.length < all.length ? began : undefined
      for (const tab of due) told.add(tab)
    }
    if (told.size > 0) await this.#make([...told])
    this.#making = false
    this.#plan()
  }

  async #make(told: readonly Tab[]): Promise<void> {
    const began = performance.now()
    await this.#tell(told).catch((err) => {
      this.deps.log.warn({ err }, 'who is online was not told')
      // They are still owed it, though nobody may come or go for hours.
      this.#changedAt ??= began
    })
    this.#madeAt = performance.now()
    this.#tookMs = this.#madeAt - began
  }

  async #tell(tabs: readonly Tab[]): Promise<void> {
    const { db, presence } = this.deps
    const online = await presence.online(CANDIDATES)
    const listFor = onlineLists(await findActive(db, online, ONLINE_MAX + SPARE))
    for (let at = 0; at < tabs.length; at += TABS_AT_A_TIME) {
      const some = tabs.slice(at, at + TABS_AT_A_TIME)
      const blocked = await findBlocked(db, [...new Set(some.map((tab) => tab.memberId))])
      for (const tab of some) {
        const list = listFor([tab.memberId, ...(blocked.get(tab.memberId) ?? [])])
        const mark = createHash('sha1').update(list).digest('base64')
        if (mark === tab.online) continue
        tab.online = mark
        tab.onlineAt = performance.now()
        tab.send('online', list)
      }
    }
  }

  close(): void {
    this.#closed = true
    this.#stopListening()
    clearTimeout(this.#timer)
  }
}

const inOrder = (ids: readonly number[]) => [...ids].sort((a, b) => a - b).join(',')

/**
 * Of the active ones, the most recent first, those that are not hidden from one: at most 1,000, in order of id, so that
 * the same people make the same list. Written once for all, as most see nearly the same.
 */
export function onlineLists(active: readonly number[]): (hidden: readonly number[]) => string {
  const everyone = `,${inOrder(active)},`
  return (hidden) => {
    const seen = hidden.filter((id) => everyone.includes(`,${id},`))
    if (active.length - seen.length > ONLINE_MAX) {
      const unseen = new Set(seen)
      return inOrder(active.filter((id) => !unseen.has(id)).slice(0, ONLINE_MAX))
    }
    return seen.reduce((list, id) => list.replace(`,${id},`, ','), everyone).slice(1, -1)
  }
}
