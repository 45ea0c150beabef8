import { type ToastedKind, toastedKinds } from '@rosella/contract/notifications/kinds'

/**
 * Delivers small JSON events to the processes of the site that need them, in the order published. A process also
 * receives all its own events.
 */
export interface EventBus<E = unknown> {
  /** Resolves once the event is stored; subscribers in this process may receive it before or after. */
  publish(events: readonly E[]): Promise<void>
  subscribe(listener: (event: E) => void): () => void
  /**
   * Once it resolves, this process receives every event of the topic, until the returned function is called. Read what
   * the events change only afterwards. Never rejects: a topic that could not be stored causes a gap as soon as it is.
   */
  follow(topic: Topic): Promise<() => void>
  /** Called when events may have been lost; clients are then asked to refetch. */
  onGap(listener: () => void): () => void
  /** The events that this process has published, and how many other processes they were sent to. */
  totals(): { published: number; delivered: number }
  ping(): Promise<void>
  close(): Promise<void>
}

/** A member's streams, sockets or cached set of unlisted members in a process, or the queue counts of staff. */
export type Topic = `stream:${number}` | `socket:${number}` | `unlisted:${number}` | 'queues'

/** The topics that an event concerns. Without one it stays in its own process. */
export type Audience = readonly Topic[] | 'everyone'

type Sent<K extends string> = K extends string ? { kind: `${K}.sent`; from: number; to: number } : never

/**
 * Events inside the server, with ids only. Each transport renders them for its viewer with the same presenter as
 * the HTTP read.
 */
export type LiveEvent =
  | { kind: 'session.ended'; session_ids: number[] }
  | { kind: 'member.changed'; member_id: number }
  /** The member can no longer be looked up, so it lists the members who had contact with them. */
  | { kind: 'member.erased'; member_id: number; known: number[] }
  | { kind: 'members.active'; moves: [id: number, ts: number][] }
  | Sent<Exclude<ToastedKind, 'message'>>
  | { kind: 'member.viewed'; from: number; to: number }
  | { kind: 'lists.seen'; member_id: number }
  | { kind: 'message.sent'; id: number; from: number; to: number }
  | { kind: 'message.read'; ids: number[]; reader: number; sender: number }
  | { kind: 'message.deleted'; id: number; from: number; to: number }
  | { kind: 'message.removed'; id: number; by: number }
  /** Either of the two has set, changed or removed a reaction to a message from `from` to `to`. */
  | { kind: 'message.reacted'; id: number; from: number; to: number }
  /** The publisher has checked that `to` may see it. */
  | { kind: 'typing.noted'; from: number; to: number }
  /** The scam shield's warning about `from`, shown to `to`, was added or removed. */
  | { kind: 'message.warned'; from: number; to: number; shown: boolean; pictures?: boolean }
  | { kind: 'block.changed'; from: number; to: number }
  /** `ended`: the two have messages, so both are notified. */
  | { kind: 'interest.changed'; from: number; to: number; ended: boolean }
  | { kind: 'photo.decided'; name: string; member_id: number }
  | { kind: 'verify.asked'; from: number; to: number }
  /** The member's selfies were decided, or the badge has expired. */
  | { kind: 'verification.decided'; member_id: number; verified: boolean }
  /** Warnings about a banned member, or corrections, with their receivers. */
  | { kind: 'safety.noticed'; notices: { id: number; member_id: number }[] }
  /** A plan between the two was suggested, answered or ended. */
  | { kind: 'date.changed'; id: number; members: number[] }
  | { kind: 'check-in.changed'; id: number; member_id: number }
  /** The member's role changed, so the permissions of their streams are looked up again. */
  | { kind: 'role.changed'; member_id: number }
  /** The answers of these members that others' numbers are computed from. */
  | { kind: 'answers.published'; member_ids: number[] }
  | { kind: 'queue.changed' }
  | { kind: 'job.due'; job: string }
  | { kind: 'settings.changed' }

type SentKind = Exclude<`${ToastedKind}.sent`, 'message.sent'>
type Audiences = { [K in LiveEvent['kind']]: (event: Extract<LiveEvent, { kind: K }>) => Audience }

const streams = (...ids: number[]) => ids.map((id): Topic => `stream:${id}`)
const sockets = (...ids: number[]) => ids.map((id): Topic => `socket:${id}`)
const unlisted = (...ids: number[]) => ids.map((id): Topic => `unlisted:${id}`)

/** Every process keeps an index of all members and the settings, and a session's id does not contain its member's. */
const everyone = (): Audience => 'everyone'
const streamOfReceiver = ({ to }: { to: number }) => streams(to)
const streamOfMember = ({ member_id }: { member_id: number }) => streams(member_id)

const audiences: Audiences = {
  ...(Object.fromEntries(toastedKinds.map((kind) => [`${kind}.sent`, streamOfReceiver])) as Record<
    SentKind,
    typeof streamOfReceiver
  >),
  'session.ended': everyone,
  'member.changed': everyone,
  'member.erased': everyone,
  'members.active': everyone,
  'answers.published': everyone,
  'settings.changed': everyone,
  'member.viewed': streamOfReceiver,
  'verify.asked': streamOfReceiver,
  'lists.seen': streamOfMember,
  'photo.decided': streamOfMember,
  'verification.decided': streamOfMember,
  'role.changed': streamOfMember,
  'check-in.changed': streamOfMember,
  'safety.noticed': ({ notices }) => streams(...notices.map(({ member_id }) => member_id)),
  'message.sent': ({ from, to }) => [...streams(to), ...sockets(from, to)],
  'message.read': ({ reader, sender }) => [...streams(reader), ...sockets(reader, sender)],
  'message.deleted': ({ from, to }) => [...streams(to), ...sockets(from, to)],
  'message.removed': ({ by }) => [...streams(by), ...sockets(by)],
  'message.reacted': ({ from, to }) => sockets(from, to),
  'message.warned': ({ to }) => sockets(to),
  'typing.noted': ({ to }) => sockets(to),
  'date.changed': ({ members }) => [...streams(...members), ...sockets(...members)],
  'block.changed': ({ from, to }) => [...streams(from, to), ...sockets(from), ...unlisted(from, to)],
  'interest.changed': ({ from, to }) => [...sockets(from, to), ...unlisted(from, to)],
  'queue.changed': () => ['queues'],
  // The job usually runs in this process, and the others poll every two seconds.
  'job.due': () => [],
}

export function audienceOf(event: LiveEvent): Audience {
  const audience = audiences[event.kind] as (event: LiveEvent) => Audience
  return audience(event)
}
