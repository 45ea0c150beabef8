import type { Role } from '@rosella/contract/member/status'
import type { EventStream } from '../../platform/http/route'
import type { Viewer } from '../../platform/http/viewer'

/** An open stream of this process: one tab of a member. */
export interface SseClient {
  memberId: number
  /**
   * The member is looking at it. False for an admin who acts as the member, who gets the same events, and for a hidden tab,
   * which gets only the counters. Neither is online or gets tips.
   */
  present: boolean
  /** Staff get the queue counts for this role. */
  role: Role | null
  send: EventStream['send']
  close(): void
  /** The last counters sent; only changes are sent. */
  counters?: string
  /** A hash of the last list, because thousands of long lists would need too much memory. */
  online?: string
  /** When the last online list was sent, in milliseconds of this process. */
  onlineAt: number
  /** No tip before this time. */
  nextTip: number
}

export const sseClientOf = (stream: EventStream, background: boolean): SseClient => ({
  memberId: stream.viewer.id,
  present: stream.viewer.impersonator === null && !background,
  role: queuesFor(stream.viewer),
  send: background
    ? (event, data) => {
        if (event === 'connections') stream.send(event, data)
      }
    : stream.send,
  close: () => stream.close(),
  onlineAt: Number.NEGATIVE_INFINITY,
  nextTip: 0,
})

const queuesFor = ({ role, key_missing, impersonator }: Viewer): Role | null =>
  impersonator === null && !key_missing ? role : null
