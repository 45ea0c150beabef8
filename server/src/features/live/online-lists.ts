import { createHash } from 'node:crypto'
import { ONLINE_EVERY, ONLINE_MAX } from '@rosella/contract/live/rules'
import { findHidden } from '../../members/visible-members'
import type { ConnectionRegistry } from '../../platform/connection-registry'
import type { Deps } from './deps'
import { findActive } from './queries'
import type { SseClient } from './sse-client'

/** The most recently arrived of whom the most recently active are chosen; only a crowd has more. */
const CANDIDATES = 5 * ONLINE_MAX
/** So that a member's own blocks still leave a full list. */
const SPARE = 200
const EVERY_MS = ONLINE_EVERY * 1000
/** Clients that connect together get one list; lists are made at most once a second, however many connect. */
const SOON_MS = 200
const PAUSE_MS = 1000
/** For who has just opened a tab sooner, but so that no more than a twentieth of the time goes into it. */
const SHARE = 20
const TABS_AT_A_TIME = 200

/** Sends each client the visible members who are online: at first, on change, and at most every 10 seconds. */
export class OnlineLists {
  readonly #stopListening: () => void
  #opened: SseClient[] = []
  /** Since when clients with an older list wait for a new one. */
  #changedAt: number | undefined
  #timer: NodeJS.Timeout | undefined
  #timerAt = 0
  #making = false
  #madeAt = Number.NEGATIVE_INFINITY
  /** Counted apart: who opens clients all the time must not keep the others waiting. */
  #changesToldAt = Number.NEGATIVE_INFINITY
  #tookMs = 0
  #closed = false

  constructor(
    private readonly deps: Deps,
    private readonly clients: ConnectionRegistry<SseClient>,
  ) {
    this.#stopListening = deps.presence.onChange(() => this.schedule())
  }

  /** They have just been opened, and know of nobody. */
  welcome(clients: readonly SseClient[]): void {
    this.#opened.push(...clients)
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
    const firstDue =
      this.clients.all().reduce((first, client) => Math.min(first, client.onlineAt), now) + EVERY_MS
    return Math.max(now, this.#changedAt + SOON_MS, firstDue, this.#changesToldAt + PAUSE_MS)
  }

  async #turn(): Promise<void> {
    this.#timer = undefined
    this.#making = true
    const began = performance.now()
    // A change may have sent them a list before their first one.
    const receivers = new Set(this.#opened.filter((client) => client.onlineAt === Number.NEGATIVE_INFINITY))
    this.#opened = []
    if (this.#changeAt(began) <= began) {
      this.#changesToldAt = began
      const all = this.clients.all()
      const due = all.filter((client) => began - client.onlineAt >= EVERY_MS)
      // Clients that have just got a list get the next one later, with all changes until then.
      this.#changedAt = due.length < all.length ? began : undefined
      for (const client of due) receivers.add(client)
    }
    if (receivers.size > 0) await this.#make([...receivers])
    this.#making = false
    this.#plan()
  }

  async #make(receivers: readonly SseClient[]): Promise<void> {
    const began = performance.now()
    await this.#send(receivers).catch((err) => {
      this.deps.log.warn({ err }, 'online lists were not sent')
      // They are still owed it, though nobody may come or go for hours.
      this.#changedAt ??= began
    })
    this.#madeAt = performance.now()
    this.#tookMs = this.#madeAt - began
  }

  async #send(clients: readonly SseClient[]): Promise<void> {
    const { db, presence } = this.deps
    const online = await presence.online(CANDIDATES)
    const active = await findActive(db, online, ONLINE_MAX + SPARE)
    const listFor = onlineLists(active)
    for (let at = 0; at < clients.length; at += TABS_AT_A_TIME) {
      const some = clients.slice(at, at + TABS_AT_A_TIME)
      const hidden = await findHidden(db, [...new Set(some.map((client) => client.memberId))], active)
      for (const client of some) {
        const list = listFor([client.memberId, ...(hidden.get(client.memberId) ?? [])])
        const mark = createHash('sha1').update(list).digest('base64')
        if (mark === client.online) continue
        client.online = mark
        client.onlineAt = performance.now()
        client.send('online', list)
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
function onlineLists(active: readonly number[]): (hidden: readonly number[]) => string {
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
