import { createHash } from 'node:crypto'
import { ONLINE_EVERY, ONLINE_MAX } from '@rosella/contract/live/rules'
import { findHidden } from '../../members/visible-members'
import type { ConnectionRegistry } from '../../platform/connection-registry'
import type { Deps } from './deps'
import { findActive } from './queries'
import type { SseClient } from './sse-client'

/** The most recently active are chosen from this many recent arrivals. Only a crowd exceeds it. */
const CANDIDATES = 5 * ONLINE_MAX
/** Extra candidates, so that the list is still full without members hidden from the viewer. */
const SPARE = 200
const EVERY_MS = ONLINE_EVERY * 1000
/** Clients that connect together get one list. Lists are made at most once a second, however many connect. */
const SOON_MS = 200
const PAUSE_MS = 1000
/** New tabs get their list sooner, as long as making lists takes at most a twentieth of the time. */
const SHARE = 20
const TABS_AT_A_TIME = 200

/** Sends each client the visible members who are online: at first, on change, and at most every 10 seconds. */
export class OnlineLists {
  readonly #stopListening: () => void
  #opened: SseClient[] = []
  /** Since this time, clients with an older list wait for a new one. */
  #changedAt: number | undefined
  #timer: NodeJS.Timeout | undefined
  #timerAt = 0
  #making = false
  #madeAt = Number.NEGATIVE_INFINITY
  /** Separate from #madeAt, so that a client which keeps reconnecting does not delay the others. */
  #changesSentAt = Number.NEGATIVE_INFINITY
  #tookMs = 0
  #closed = false

  constructor(
    private readonly deps: Deps,
    private readonly clients: ConnectionRegistry<SseClient>,
  ) {
    this.#stopListening = deps.presence.onChange(() => this.schedule())
  }

  /** New clients that have no list yet. */
  addOpened(clients: readonly SseClient[]): void {
    this.#opened.push(...clients)
    this.#plan()
  }

  /** Call it when somebody connects, leaves, or becomes visible or hidden. */
  schedule(): void {
    this.#changedAt ??= performance.now()
    this.#plan()
  }

  #plan(): void {
    if (this.#making || this.#closed) return
    const now = performance.now()
    const soonest = Math.min(this.#openedDueAt(now), this.#changeDueAt(now))
    if (soonest === Number.POSITIVE_INFINITY || (this.#timer && this.#timerAt <= soonest)) return
    clearTimeout(this.#timer)
    this.#timerAt = soonest
    // Rounded up, because a timer drops fractions of a millisecond, and a list that is sent too early finds no one
    // due.
    this.#timer = setTimeout(() => void this.#sendDue(), Math.ceil(soonest - now) + 1).unref()
  }

  #openedDueAt(now: number): number {
    if (this.#opened.length === 0) return Number.POSITIVE_INFINITY
    return Math.max(now, this.#madeAt + Math.min(PAUSE_MS, SHARE * this.#tookMs))
  }

  #changeDueAt(now: number): number {
    if (this.#changedAt === undefined) return Number.POSITIVE_INFINITY
    const firstDue =
      this.clients.all().reduce((first, client) => Math.min(first, client.onlineAt), now) + EVERY_MS
    return Math.max(now, this.#changedAt + SOON_MS, firstDue, this.#changesSentAt + PAUSE_MS)
  }

  async #sendDue(): Promise<void> {
    this.#timer = undefined
    this.#making = true
    const began = performance.now()
    // A change may already have sent them their first list.
    const receivers = new Set(this.#opened.filter((client) => client.onlineAt === Number.NEGATIVE_INFINITY))
    this.#opened = []
    if (this.#changeDueAt(began) <= began) {
      this.#changesSentAt = began
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
      // The clients still need it, and the next change may be hours away.
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
 * Returns a function that makes the list for a viewer: the active members, most recent first, without the hidden
 * ones, at most 1,000, sorted by id so that the same members give the same list. The common case is built only once.
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
