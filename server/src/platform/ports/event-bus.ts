import type { ToastedKind } from '@rosella/contract/notifications/kinds'

/** Carries small JSON events to every process of the site, this one included, in the order published. */
export interface EventBus<E = unknown> {
  /** Resolves once the event is on its way; a subscriber of this process may hear it before or after. */
  publish(events: readonly E[]): Promise<void>
  subscribe(listener: (event: E) => void): () => void
  /** Called when events may have been missed for good: clients are then told to fetch anew. */
  onGap(listener: () => void): () => void
  ping(): Promise<void>
  close(): Promise<void>
}

type Sent<K extends string> = K extends string ? { kind: `${K}.sent`; from: number; to: number } : never

/**
 * What happened, inside the server: ids only. Each transport renders it for the one who looks, with the same
 * presenter as the HTTP read.
 */
export type LiveEvent =
  | { kind: 'session.ended'; session_ids: number[] }
  | { kind: 'member.changed'; member_id: number }
  /** Nothing of the member is left to look up, so it names those who had to do with them. */
  | { kind: 'member.erased'; member_id: number; known: number[] }
  | { kind: 'members.active'; moves: [id: number, ts: number][] }
  | Sent<Exclude<ToastedKind, 'message'>>
  | { kind: 'member.viewed'; from: number; to: number }
  | { kind: 'lists.seen'; member_id: number }
  | { kind: 'message.sent'; id: number; from: number; to: number }
  | { kind: 'message.read'; ids: number[]; reader: number; sender: number }
  | { kind: 'message.deleted'; id: number; from: number; to: number }
  | { kind: 'message.removed'; id: number; by: number }
  /** One of the two has set, changed or taken back a reaction to a message of `from` to `to`. */
  | { kind: 'message.reacted'; id: number; from: number; to: number }
  /** May be told: whoever published it has asked. */
  | { kind: 'typing.noted'; from: number; to: number }
  /** The scam shield's warning above what `to` reads of `from` has come, or is gone. */
  | { kind: 'message.warned'; from: number; to: number; shown: boolean }
  | { kind: 'block.changed'; from: number; to: number }
  /** `ended`: there are messages, so both know of it. */
  | { kind: 'interest.changed'; from: number; to: number; ended: boolean }
  | { kind: 'photo.decided'; name: string; member_id: number }
  | { kind: 'verify.asked'; from: number; to: number }
  /** The member's camera pictures were decided, or the badge has ended. */
  | { kind: 'verification.decided'; member_id: number; verified: boolean }
  /** The member has another role, or none: what their streams may tell is looked up anew. */
  | { kind: 'role.changed'; member_id: number }
  | { kind: 'queue.changed' }
  | { kind: 'job.due'; job: string }
  | { kind: 'settings.changed' }
