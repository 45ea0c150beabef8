import type { Role } from '@rosella/contract/member/status'
import type { EventStream } from '../../platform/http/route'
import type { Viewer } from '../../platform/http/viewer'

/** An open stream of this process: one tab of a member. */
export interface SseClient {
  memberId: number
  /** An admin is acting as the member. The client sees the same events but is not online and gets no tips. */
  impersonated: boolean
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
