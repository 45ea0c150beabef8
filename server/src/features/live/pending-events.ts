import { type ToastedKind, toastedKinds } from '@rosella/contract/notifications/kinds'
import type { LiveEvent } from '../../platform/ports/event-bus'
import type { Greeting } from './queries'
import type { SseClient } from './sse-client'

/** Something to tell the clients of this process about. Openings stand in the same line as events. */
export type Notification =
  | LiveEvent
  | { kind: 'client.opened'; client: SseClient }
  | { kind: 'events.missed' }

export type Announcement = Greeting & { event: ToastedKind }

type SentEvent = Extract<LiveEvent, { kind: `${ToastedKind}.sent` }>
const kindBySentEvent: ReadonlyMap<string, ToastedKind> = new Map(
  toastedKinds.map((kind) => [`${kind}.sent`, kind]),
)
const isSentEvent = (one: Notification): one is SentEvent => kindBySentEvent.has(one.kind)

/** What a batch of notifications asks for, each thing once. */
export interface PendingEvents {
  opened: SseClient[]
  announcements: Announcement[]
  /** Whose counters may have changed; those of `owed` are told even if they have not. */
  recount: Set<number>
  owed: Set<number>
  changedMembers: Set<number>
  /** Those who may have been asked to verify their photos. */
  askedToVerify: Set<number>
  /** Whether the photos of these members are verified, as of now. */
  verified: Map<number, boolean>
  /** Photos that were decided, by their owners. */
  photos: Map<number, string[]>
  /** Members whose streams begin anew, because they may be told other things now. */
  reopened: Set<number>
  settings: boolean
  queues: boolean
  /** Who may see whom has changed. */
  viewerPairs: boolean
  /** Events were missed: everyone is told anew. */
  everyone: boolean
}

export function readPendingEvents(notifications: readonly Notification[]): PendingEvents {
  const pending: PendingEvents = {
    opened: [],
    announcements: [],
    recount: new Set(),
    owed: new Set(),
    changedMembers: new Set(),
    askedToVerify: new Set(),
    verified: new Map(),
    photos: new Map(),
    reopened: new Set(),
    settings: false,
    queues: false,
    viewerPairs: false,
    everyone: false,
  }
  for (const one of notifications) enter(pending, one)
  return pending
}

function enter(pending: PendingEvents, notifications: Notification): void {
  if (isSentEvent(notifications)) {
    const { from, to } = notifications
    const event = kindBySentEvent.get(notifications.kind)
    if (event) pending.announcements.push({ event, from, to })
    pending.recount.add(to)
    return
  }
  switch (notifications.kind) {
    case 'client.opened':
      pending.opened.push(notifications.client)
      pending.recount.add(notifications.client.memberId)
      // An admin who looks in takes no notice away.
      if (!notifications.client.impersonated) pending.askedToVerify.add(notifications.client.memberId)
      return
    case 'message.read':
      pending.recount.add(notifications.reader)
      return
    case 'message.removed':
      pending.recount.add(notifications.by)
      return
    case 'message.deleted':
    case 'member.viewed':
      pending.recount.add(notifications.to)
      return
    case 'lists.seen':
      pending.recount.add(notifications.member_id)
      pending.owed.add(notifications.member_id)
      return
    case 'block.changed':
      pending.recount.add(notifications.from).add(notifications.to)
      pending.viewerPairs = true
      return
    case 'member.changed':
      pending.changedMembers.add(notifications.member_id)
      // Whom they see themselves follows from their address.
      pending.recount.add(notifications.member_id)
      pending.viewerPairs = true
      return
    case 'member.erased':
      for (const id of notifications.known) pending.recount.add(id)
      return
    case 'photo.decided':
      pending.photos.set(notifications.member_id, [
        ...(pending.photos.get(notifications.member_id) ?? []),
        notifications.name,
      ])
      return
    case 'verify.asked':
      pending.askedToVerify.add(notifications.to)
      return
    case 'verification.decided':
      pending.verified.set(notifications.member_id, notifications.verified)
      return
    case 'role.changed':
      pending.reopened.add(notifications.member_id)
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
    // Nothing on a stream depends on these.
    case 'session.ended':
    case 'members.active':
    case 'message.reacted':
    case 'message.warned':
    case 'typing.noted':
    case 'interest.changed':
    case 'job.due':
      return
    default:
      notifications satisfies never
  }
}
