import type { ToastedKind } from '@rosella/contract/notifications/kinds'

/** Delivers small JSON events to every process of the site, including this one, in the order published. */
export interface EventBus<E = unknown> {
  /** Resolves once the event is stored; subscribers in this process may receive it before or after. */
  publish(events: readonly E[]): Promise<void>
  subscribe(listener: (event: E) => void): () => void
  /** Called when events may have been lost; clients are then asked to refetch. */
  onGap(listener: () => void): () => void
  ping(): Promise<void>
  close(): Promise<void>
}

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
