import { randomBytes } from 'node:crypto'
import { ConnectionRegistry } from '../../domain/connection-registry'
import { inBatches } from '../../domain/in-batches'
import type { LiveEvent } from '../../domain/live-event'
import type { EventStream } from '../../ports/route'
import type { Services } from '../../ports/services'
import { OnlineLists } from './online-lists'
import { type Announcement, type Notification, type PendingEvents, readPendingEvents } from './pending-events'
import {
  countNew,
  countQueues,
  findConcerned,
  findSenders,
  type Greeting,
  recordLeaving,
  takeVerifyAsks,
} from './queries'
import { type SseClient, sseClientOf } from './sse-client'
import { TipSchedule } from './tip-schedule'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'presence' | 'limits' | 'settings'>

const MEMBERS_AT_A_TIME = 500

type Announced = Announcement['event'] | 'verify'

/**
 * The open streams of this process. What happens anywhere is rendered for those who look here, a batch at a
 * time, so that the work is bounded by who is here and nobody hears old counters after new ones.
 */
export class SseHub {
  readonly #clients = new ConnectionRegistry<SseClient>()
  readonly #online: OnlineLists
  readonly #tips: TipSchedule
  readonly #stop: (() => void)[]
  readonly #add = inBatches<Notification>((notifications) => this.#tell(readPendingEvents(notifications)))

  /** Who has just gone away is not mailed to at once. */
  readonly #left = inBatches<number>((memberIds) =>
    recordLeaving(this.deps.db, [...new Set(memberIds)], this.deps.clock.now()).catch((err) =>
      this.deps.log.debug({ err }, 'who left was not written'),
    ),
  )

  constructor(private readonly deps: Deps) {
    this.#online = new OnlineLists(deps, this.#clients)
    this.#tips = new TipSchedule(deps, this.#clients)
    this.#stop = [
      deps.bus.subscribe((event) => this.#concerns(event) && this.#add(event)),
      deps.bus.onGap(() => this.#add({ kind: 'events.missed' })),
    ]
  }

  open(stream: EventStream): void {
    const client = sseClientOf(stream)
    const forget = this.#clients.add(client.memberId, client)
    const leave = client.impersonated ? () => {} : this.#enter(client.memberId)
    stream.onClose(() => {
      forget()
      leave()
    })
    this.#add({ kind: 'client.opened', client })
  }

  close(): void {
    for (const stop of this.#stop) stop()
    this.#online.close()
    this.#tips.close()
  }

  #enter(memberId: number): () => void {
    const { presence, log } = this.deps
    // Kept as long as the stream: a UUID of Node's is a chain of twenty strings.
    const connection = randomBytes(18).toString('base64url')
    const missed = (err: unknown) => log.debug({ err }, 'presence was not told')
    const entered = presence.enter(memberId, connection).catch(missed)
    return () => {
      this.#left(memberId)
      void entered.then(() => presence.leave(memberId, connection)).catch(missed)
    }
  }

  /** Most of what happens on a large site concerns nobody here, and costs nothing here. */
  #concerns(event: LiveEvent): boolean {
    switch (event.kind) {
      case 'like.sent':
      case 'rose.sent':
      case 'message.sent':
      case 'message.deleted':
      case 'member.viewed':
      case 'verify.asked':
        return this.#clients.has(event.to)
      case 'message.read':
        return this.#clients.has(event.reader)
      case 'message.removed':
        return this.#clients.has(event.by)
      case 'lists.seen':
      case 'photo.decided':
      case 'verification.decided':
        return this.#clients.has(event.member_id)
      case 'block.changed':
        return this.#clients.has(event.from) || this.#clients.has(event.to)
      case 'member.changed':
      case 'member.erased':
      case 'queue.changed':
      case 'settings.changed':
        return this.#clients.ids().length > 0
      default:
        return false
    }
  }

  async #tell(pending: PendingEvents): Promise<void> {
    const { log } = this.deps
    const { opened } = pending
    try {
      await this.#tellSettings(pending.settings ? this.#clients.all() : opened)
      await this.#tellCounters(pending)
      await this.#tellGestures(pending.announcements)
      await this.#tellVerification(pending)
      for (const [memberId, decided] of pending.photos) {
        for (const client of this.#clients.of(memberId)) client.send('photos', { decided })
      }
      await this.#tellQueues(pending.queues ? this.#clients.all() : opened)
    } catch (err) {
      log.warn({ err }, 'live events were not told')
      // Whoever missed something comes back, and is told all anew.
      for (const client of this.#missedBy(pending)) client.close()
    }
    if (opened.length > 0) this.#online.welcome(opened)
    if (pending.viewerPairs) this.#online.schedule()
    void this.#tips.offer(opened)
  }

  #missedBy({ everyone, settings, queues, recount, announcements, opened }: PendingEvents): SseClient[] {
    if (everyone || settings || queues) return this.#clients.all()
    const members = new Set([...recount, ...announcements.map(({ to }) => to)])
    return [...opened, ...[...members].flatMap((id) => [...this.#clients.of(id)])]
  }

  async #tellSettings(clients: readonly SseClient[]): Promise<void> {
    if (clients.length === 0) return
    const { notifications_gap, notification_show_interval } = await this.deps.settings.current()
    for (const client of clients) client.send('settings', { notifications_gap, notification_show_interval })
  }

  /**
   * Told when they have changed: an event that changes nothing would betray a block or a view that nobody
   * may know of.
   */
  async #tellCounters({ recount, owed, changedMembers, everyone }: PendingEvents): Promise<void> {
    const here = this.#clients.ids()
    const concerned = await findConcerned(this.deps.db, here, [...changedMembers])
    const asked = everyone ? here : [...new Set([...recount, ...concerned])]
    const members = asked.filter((id) => this.#clients.has(id))
    for (let at = 0; at < members.length; at += MEMBERS_AT_A_TIME) {
      const counted = await countNew(this.deps.db, members.slice(at, at + MEMBERS_AT_A_TIME))
      for (const [memberId, counters] of counted) {
        const text = JSON.stringify(counters)
        for (const client of this.#clients.of(memberId)) {
          if (client.counters === text && !everyone && !owed.has(memberId)) continue
          client.counters = text
          client.send('connections', counters)
        }
      }
    }
  }

  /** Who asked is told once, now or when the member comes next. */
  async #tellVerification({ askedToVerify, verified }: PendingEvents): Promise<void> {
    for (const [memberId, isVerified] of verified) {
      for (const client of this.#clients.of(memberId)) client.send('verification', { verified: isVerified })
    }
    const here = [...askedToVerify].filter((id) => this.#clients.has(id))
    const asks = await takeVerifyAsks(this.deps.db, here)
    await this.#tellGestures(asks.map((ask) => ({ ...ask, event: 'verify' })))
  }

  async #tellGestures(announcements: readonly (Greeting & { event: Announced })[]): Promise<void> {
    const senders = await findSenders(this.deps.db, announcements)
    const gestures = new Map(senders.map(({ from, to, gesture }) => [`${from} ${to}`, gesture]))
    for (const { event, from, to } of announcements) {
      const gesture = gestures.get(`${from} ${to}`)
      if (gesture) for (const client of this.#clients.of(to)) client.send(event, gesture)
    }
  }

  async #tellQueues(clients: readonly SseClient[]): Promise<void> {
    const admins = clients.filter((client) => client.admin)
    if (admins.length === 0) return
    const waiting = await countQueues(this.deps.db)
    for (const client of admins) client.send('admin', waiting)
  }
}
