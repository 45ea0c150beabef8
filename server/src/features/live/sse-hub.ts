import { randomBytes } from 'node:crypto'
import { roles } from '@rosella/contract/member/status'
import { ConnectionRegistry } from '../../platform/connection-registry'
import type { EventStream } from '../../platform/http/route'
import type { LiveEvent, Topic } from '../../platform/ports/event-bus'
import { inBatches } from '../../platform/timing'
import { findSafetyNotices } from '../safety/index'
import type { Deps } from './deps'
import { OnlineLists } from './online-lists'
import {
  type Announcement,
  isSentEvent,
  type NoticeReceiver,
  type PendingEvents,
  readPendingEvents,
  type StreamUpdate,
} from './pending-events'
import {
  countNew,
  countQueues,
  findAffected,
  findSenders,
  recordLeaving,
  type SenderPair,
  takeVerifyAsks,
} from './queries'
import { type SseClient, sseClientOf } from './sse-client'
import { TipSchedule } from './tip-schedule'

const MEMBERS_AT_A_TIME = 500
const LATER_MS = 3000

type Announced = Announcement['event'] | 'verify'

/**
 * The open streams of this process. Events of all processes are rendered for the members connected here, one batch at
 * a time, so that the work is limited by the connections and old counters never follow new ones.
 */
export class SseHub {
  readonly #clients = new ConnectionRegistry<SseClient>()
  readonly #online: OnlineLists
  readonly #tips: TipSchedule
  readonly #stop: (() => void)[]
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #add = inBatches<StreamUpdate>((updates) => this.#send(readPendingEvents(updates)))

  /** Stored because notification emails wait for a while after a member has left. */
  readonly #left = inBatches<number>((memberIds) =>
    recordLeaving(this.deps.db, [...new Set(memberIds)], this.deps.clock.now()).catch((err) =>
      this.deps.log.debug({ err }, 'leaving times were not stored'),
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

  async open(stream: EventStream, background: boolean): Promise<void> {
    const client = sseClientOf(stream, background)
    const forget = this.#clients.add(client.memberId, client)
    const leave = client.present ? this.#enter(client.memberId) : () => {}
    const topics: Topic[] = [`stream:${client.memberId}`, ...(client.role ? ['queues' as const] : [])]
    const followed = Promise.all(topics.map((topic) => this.deps.bus.follow(topic)))
    stream.onClose(() => {
      forget()
      leave()
      void followed.then((stops) => {
        for (const stop of stops) stop()
      })
    })
    // Before the first counters are read, so that no change is missed in between.
    await followed
    this.#add({ kind: 'client.opened', client })
  }

  close(): void {
    for (const stop of this.#stop) stop()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#online.close()
    this.#tips.close()
  }

  #enter(memberId: number): () => void {
    const { presence, log } = this.deps
    // Kept as long as the stream, so a short string: Node's UUIDs are ropes of twenty strings.
    const connection = randomBytes(18).toString('base64url')
    const missed = (err: unknown) => log.debug({ err }, 'presence was not updated')
    const entered = presence.enter(memberId, connection).catch(missed)
    return () => {
      this.#left(memberId)
      void entered.then(() => presence.leave(memberId, connection)).catch(missed)
    }
  }

  /** Filters out events that no member connected here needs, such as most of this process's own. */
  #concerns(event: LiveEvent): boolean {
    if (isSentEvent(event)) return this.#clients.has(event.to)
    switch (event.kind) {
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
      case 'role.changed':
      case 'verification.decided':
        return this.#clients.has(event.member_id)
      case 'check-in.changed':
        return this.#clients.has(event.member_id)
      case 'date.changed':
        return event.members.some((id) => this.#clients.has(id))
      case 'safety.noticed':
        return event.notices.some(({ member_id }) => this.#clients.has(member_id))
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

  /** A failure affects only the members of that part. */
  async #send(pending: PendingEvents): Promise<void> {
    const { opened } = pending
    await this.#or(
      () => this.#sendSettings(pending.settings ? this.#clients.all() : opened),
      () => this.#retryLater({ kind: 'settings.changed' }),
    )
    await this.#sendCounters(pending)
    await this.#sendGestures(pending.announcements)
    await this.#sendVerification(pending)
    for (const [memberId, decided] of pending.photos) {
      for (const client of this.#clients.of(memberId)) client.send('photos', { decided })
    }
    await this.#sendNotices(pending.safetyNotices)
    for (const { id, members } of pending.dates)
      for (const memberId of members)
        for (const client of this.#clients.of(memberId)) client.send('date', { id })
    for (const { id, member_id } of pending.checkIns) {
      // Not to an admin who acts as the member.
      for (const client of this.#clients.of(member_id)) if (client.present) client.send('check_in', { id })
    }
    await this.#or(
      () => this.#sendQueues(pending.queues ? this.#clients.all() : opened),
      () => this.#retryLater({ kind: 'queue.changed' }),
    )
    this.#hangUp([...pending.reopened])
    if (opened.length > 0) this.#online.addOpened(opened)
    if (pending.viewerPairs) this.#online.schedule()
    void this.#tips.offer(opened)
  }

  async #or(work: () => Promise<void>, otherwise: () => void): Promise<void> {
    try {
      await work()
    } catch (err) {
      this.deps.log.warn({ err }, 'live events were not sent')
      otherwise()
    }
  }

  /** Closes the streams of clients that missed something: they reconnect and get everything again. */
  #hangUp(members: readonly number[]): void {
    for (const id of members) for (const client of this.#clients.of(id)) client.close()
  }

  /** Retries work for everyone instead of closing all streams. */
  #retryLater(update: StreamUpdate): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      this.#add(update)
    }, LATER_MS).unref()
    this.#timers.add(timer)
  }

  async #sendSettings(clients: readonly SseClient[]): Promise<void> {
    if (clients.length === 0) return
    const { notifications_gap, notification_show_interval } = await this.deps.settings.current()
    for (const client of clients) client.send('settings', { notifications_gap, notification_show_interval })
  }

  /** Sends counters only if they have changed, because any other event would reveal a block or a hidden view. */
  async #sendCounters({ recount, owed, changedMembers, everyone }: PendingEvents): Promise<void> {
    const connected = this.#clients.ids()
    let affected: readonly number[] = []
    await this.#or(
      async () => {
        affected = await findAffected(this.deps.db, connected, [...changedMembers])
      },
      () => {
        for (const member_id of changedMembers) this.#retryLater({ kind: 'member.changed', member_id })
      },
    )
    const asked = everyone ? connected : [...new Set([...recount, ...affected])]
    const members = asked.filter((id) => this.#clients.has(id))
    const count = async (some: readonly number[]) => {
      for (const [memberId, counters] of await countNew(this.deps.db, [...some])) {
        const text = JSON.stringify(counters)
        for (const client of this.#clients.of(memberId)) {
          if (client.counters === text && !everyone && !owed.has(memberId)) continue
          client.counters = text
          client.send('connections', counters)
        }
      }
    }
    for (let at = 0; at < members.length; at += MEMBERS_AT_A_TIME) {
      await this.#lookUp(members.slice(at, at + MEMBERS_AT_A_TIME), count, (member) => member)
    }
  }

  /** Each request is shown once, now or at the member's next visit. An admin who acts as the member does not count. */
  async #sendVerification({ askedToVerify, verified }: PendingEvents): Promise<void> {
    for (const [memberId, isVerified] of verified) {
      for (const client of this.#clients.of(memberId)) client.send('verification', { verified: isVerified })
    }
    const connected = [...askedToVerify].filter((id) =>
      [...this.#clients.of(id)].some(({ present }) => present),
    )
    const send = async (some: readonly number[]) => {
      const asks = await takeVerifyAsks(this.deps.db, [...some])
      await this.#sendGestures(asks.map((ask) => ({ ...ask, event: 'verify' })))
    }
    await this.#lookUp(connected, send, (member) => member)
  }

  async #sendGestures(announcements: readonly (SenderPair & { event: Announced })[]): Promise<void> {
    const send = async (some: readonly (SenderPair & { event: Announced })[]) => {
      const senders = await findSenders(this.deps.db, some)
      const found = new Map(senders.map((sender) => [`${sender.from} ${sender.to}`, sender]))
      for (const { event, from, to } of some) {
        const sender = found.get(`${from} ${to}`)
        if (!sender) continue
        const isMatch = event === 'like' && sender.matched
        const gesture = isMatch ? { ...sender.gesture, matched: true } : sender.gesture
        for (const client of this.#clients.of(to)) client.send(event, gesture)
      }
    }
    await this.#lookUp(announcements, send, ({ to }) => to)
  }

  async #sendNotices(notices: readonly NoticeReceiver[]): Promise<void> {
    const connected = notices.filter(({ member_id }) => this.#clients.has(member_id))
    const send = async (some: readonly NoticeReceiver[]) => {
      const found = await findSafetyNotices(
        this.deps.db,
        some.map(({ id }) => id),
      )
      for (const { member_id, notice } of found)
        for (const client of this.#clients.of(member_id)) client.send('safety_notice', notice)
    }
    await this.#lookUp(connected, send, ({ member_id }) => member_id)
  }

  /** Queries for all items together. If that fails, closes only the streams of the affected members. */
  async #lookUp<T>(
    items: readonly T[],
    work: (items: readonly T[]) => Promise<void>,
    memberOf: (item: T) => number,
  ): Promise<void> {
    if (items.length === 0) return
    const failed = await findFailing(items, work, (err) =>
      this.deps.log.warn({ err }, 'live events were not sent'),
    )
    this.#hangUp([...new Set(failed.map(memberOf))])
  }

  async #sendQueues(clients: readonly SseClient[]): Promise<void> {
    for (const role of roles) {
      const those = clients.filter((client) => client.role === role)
      if (those.length === 0) continue
      const counts = await countQueues(this.deps, role)
      for (const client of those) client.send('admin', counts)
    }
  }
}

/**
 * Does the work for all items together. If that fails, it bisects, and returns the items for which the work fails. If
 * both halves fail, the cause is not one item, so it stops and reports the whole part as failed.
 */
export async function findFailing<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<readonly T[]> {
  const failsFor = async (some: readonly T[]): Promise<boolean> => {
    try {
      await work(some)
      return false
    } catch (error) {
      if (some === items || some.length === 1) onError(error)
      return true
    }
  }
  let failing = items
  if (!(await failsFor(failing))) return []
  while (failing.length > 1) {
    const middle = Math.ceil(failing.length / 2)
    const halves = [failing.slice(0, middle), failing.slice(middle)] as const
    const [first, second] = [await failsFor(halves[0]), await failsFor(halves[1])]
    if (first && second) return failing
    // The failure was temporary.
    if (!first && !second) return []
    failing = first ? halves[0] : halves[1]
  }
  return failing
}
