import type { Role } from '@rosella/contract/member/status'
import type { EventStream } from '../../platform/http/route'
import type { Viewer } from '../../platform/http/viewer'

/** One open stream of this process: a tab of a member's. */
export interface SseClient {
  memberId: number
  /** An admin acting as the member sees what the member sees, and is not the member: not online, no tips. */
  impersonated: boolean
  /** The role whose queue counts it gets. */
  role: Role | null
  send: EventStream['send']
  close(): void
  /** The last counters sent, so that only changes are sent. */
  counters?: string
  /** A hash of the list: thousands of clients would keep thousands of long lists. */
  online?: string
  /** When the last online list was sent, in milliseconds of this process. */
  onlineAt: number
  /** No tip before this second. */
  nextTip: number
}

export const sseClientOf = (stream: EventStream): SseClient => ({
  memberId: stream.viewer.id,
  impersonated: stream.viewer.impersonator !== null,
  role: queuesFor(stream.viewer),
  send: stream.send,
  close: () => stream.close(),
  onlineAt: Number.NEGATIVE_INFINITY,
  nextTip: 0,
})

const queuesFor = ({ role, key_missing, impersonator }: Viewer): Role | null =>
  impersonator === null && !key_missing ? role : null
