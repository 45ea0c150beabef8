import { type ToastedKind, toastedKinds } from '@rosella/contract/notifications/kinds'
import type { LiveEvent } from '../../platform/ports/event-bus'
import type { SenderPair } from './queries'
import type { SseClient } from './sse-client'

/** An event for the clients of this process. New clients share the queue, which preserves the order. */
export type StreamUpdate =
  | LiveEvent
  | { kind: 'client.opened'; client: SseClient }
  | { kind: 'events.missed' }

export type Announcement = SenderPair & { event: ToastedKind }

export type NoticeReceiver = Extract<LiveEvent, { kind: 'safety.noticed' }>['notices'][number]

type SentEvent = Extract<LiveEvent, { kind: `${ToastedKind}.sent` }>
const kindBySentEvent: ReadonlyMap<string, ToastedKind> = new Map(
  toastedKinds.map((kind) => [`${kind}.sent`, kind]),
)
export const isSentEvent = (one: StreamUpdate): one is SentEvent => kindBySentEvent.has(one.kind)

/** The combined work of a batch of events, without duplicates. */
export interface PendingEvents {
  opened: SseClient[]
  announcements: Announcement[]
  /** Members whose counters may have changed; those of `owed` get them even if they have not. */
  recount: Set<number>
  owed: Set<number>
  changedMembers: Set<number>
  /** Members who may have been asked to verify their photos. */
  askedToVerify: Set<number>
  /** Members whose verification has changed, with the current state. */
  verified: Map<number, boolean>
  /** Decided photos by owner. */
  photos: Map<number, string[]>
  /** Warnings and corrections with their receivers. */
  safetyNotices: NoticeReceiver[]
  dates: Extract<LiveEvent, { kind: 'date.changed' }>[]
  checkIns: Extract<LiveEvent, { kind: 'check-in.changed' }>[]
  /** Members whose streams must reconnect, because they may see other events now. */
  reopened: Set<number>
  settings: boolean
  queues: boolean
  /** The visibility between members has changed. */
  viewerPairs: boolean
  /** Events were missed, so every client gets everything again. */
  everyone: boolean
}

export function readPendingEvents(updates: readonly StreamUpdate[]): PendingEvents {
  const pending: PendingEvents = {
    opened: [],
    announcements: [],
    recount: new Set(),
    owed: new Set(),
    changedMembers: new Set(),
    askedToVerify: new Set(),
    verified: new Map(),
    photos: new Map(),
    safetyNotices: [],
    dates: [],
    checkIns: [],
    reopened: new Set(),
    settings: false,
    queues: false,
    viewerPairs: false,
    everyone: false,
  }
  for (const one of updates) enter(pending, one)
  return pending
}

function enter(pending: PendingEvents, update: StreamUpdate): void {
  if (isSentEvent(update)) {
    const { from, to } = update
    const event = kindBySentEvent.get(update.kind)
    if (event) pending.announcements.push({ event, from, to })
    pending.recount.add(to)
    return
  }
  switch (update.kind) {
    case 'client.opened':
      pending.opened.push(update.client)
      pending.recount.add(update.client.memberId)
      pending.askedToVerify.add(update.client.memberId)
      return
    case 'message.read':
      pending.recount.add(update.reader)
      return
    case 'message.removed':
      pending.recount.add(update.by)
      return
    case 'message.deleted':
    case 'member.viewed':
      pending.recount.add(update.to)
      return
    case 'lists.seen':
      pending.recount.add(update.member_id)
      pending.owed.add(update.member_id)
      return
    case 'block.changed':
      pending.recount.add(update.from).add(update.to)
      pending.viewerPairs = true
      return
    case 'member.changed':
      pending.changedMembers.add(update.member_id)
      // Which members they can see depends on their address.
      pending.recount.add(update.member_id)
      pending.viewerPairs = true
      return
    case 'member.erased':
      for (const id of update.known) pending.recount.add(id)
      return
    case 'photo.decided':
      pending.photos.set(update.member_id, [...(pending.photos.get(update.member_id) ?? []), update.name])
      return
    case 'verify.asked':
      pending.askedToVerify.add(update.to)
      return
    case 'verification.decided':
      pending.verified.set(update.member_id, update.verified)
      return
    case 'safety.noticed':
      pending.safetyNotices.push(...update.notices)
      return
    case 'date.changed':
      pending.dates.push(update)
      return
    case 'check-in.changed':
      pending.checkIns.push(update)
      return
    case 'role.changed':
      pending.reopened.add(update.member_id)
      return
    case 'queue.changed':
      pending.queues = true
      return
    case 'settings.changed':
      pending.settings = true
      return
    case 'events.missed':
      pending.everyone = pending.settings = pending.queues = pending.viewerPairs = true
      return
    // Streams do not depend on these.
    case 'session.ended':
    case 'members.active':
    case 'message.reacted':
    case 'message.warned':
    case 'typing.noted':
    case 'interest.changed':
    case 'answers.published':
    case 'job.due':
      return
    default:
      update satisfies never
  }
}
