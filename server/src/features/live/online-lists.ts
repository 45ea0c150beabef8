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
const TABS_AT_A_TIME = 200

/** Tells each tab who is online that it may know of: on change, and at most every 10 seconds. */
export class OnlineLists {
  readonly #stopListening: () => void
  #timer: NodeJS.Timeout | undefined
  #madeAt = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(
    private readonly deps: Deps,
    private readonly tabs: ByMember<Tab>,
  ) {
    this.#stopListening = deps.presence.onChange(() => this.schedule())
  }

  /** Somebody came, went, or may no longer be seen. */
  schedule(): void {
    if (this.#timer || this.#closed) return
    const now = performance.now()
    const firstDue = this.tabs.all().reduce((first, tab) => Math.min(first, tab.onlineAt), now) + EVERY_MS
    const wait = Math.max(SOON_MS, firstDue - now, this.#madeAt + PAUSE_MS - now)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#tellDue().catch((err) => this.deps.log.warn({ err }, 'who is online was not told'))
    }, wait).unref()
  }

  async #tellDue(): Promise<void> {
    const now = performance.now()
    this.#madeAt = now
    const all = this.tabs.all()
    const due = all.filter((tab) => now - tab.onlineAt >= EVERY_MS)
    // Those told a moment ago have their turn later, with whatever has changed by then.
    if (due.length < all.length) this.schedule()
    await this.tell(due)
  }

  async tell(tabs: readonly Tab[]): Promise<void> {
    if (tabs.length === 0) return
    const { db, presence } = this.deps
    const online = await presence.online(CANDIDATES)
    const active = await findActive(db, online, ONLINE_MAX + SPARE)
    for (let at = 0; at < tabs.length; at += TABS_AT_A_TIME) {
      const some = tabs.slice(at, at + TABS_AT_A_TIME)
      const blocked = await findBlocked(db, [...new Set(some.map((tab) => tab.memberId))])
      for (const tab of some) {
        const hidden = blocked.get(tab.memberId)
        const visible = active.filter((id) => id !== tab.memberId && !hidden?.has(id)).slice(0, ONLINE_MAX)
        // In order of id, so that the same people make the same list.
        const list = visible.sort((a, b) => a - b).join(',')
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
