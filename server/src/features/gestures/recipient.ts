import { readNames } from '../../database/read-names'
import type { Pair } from '../../database/relation'
import type { Tx } from '../../database/transaction'
import { lockVisiblePair } from '../../database/visible-members'
import { closedRefusal, endedRefusal } from '../../domain/contact-rule'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

export type Deps = Pick<Services, 'db' | 'bus' | 'clock'>
export type Sender = Pick<Viewer, 'id' | 'impersonator'>

export async function lockRecipient(tx: Tx, viewer: Sender, recipientId: number): Promise<Pair> {
  refuseSelf(viewer, recipientId)
  return lockVisiblePair(tx, viewer.id, recipientId)
}

/** The same for what speaks to the other, which is over once one of the two is no longer interested. */
export async function lockReachable(tx: Tx, viewer: Sender, recipientId: number): Promise<Pair> {
  const pair = await lockRecipient(tx, viewer, recipientId)
  const { not_interested_ts, closed_to_me, ended } = pair.mine
  if (not_interested_ts === null && !closed_to_me) return pair
  const ending = { is_ender: not_interested_ts !== null, is_closed: closed_to_me, is_ended: ended }
  const [own_name, other_name] = await readNames(tx, viewer.id, recipientId)
  const named = { ...ending, own_name, other_name }
  const refusal = endedRefusal(named) ?? closedRefusal(named)
  if (refusal) throw new Problem(refusal.code, refusal.values)
  return pair
}

export function refuseSelf(viewer: Sender, recipientId: number): void {
  if (recipientId === viewer.id) throw new Problem('gesture.self')
}

/** A like or a rose speaks to another member, as a message does: an admin never speaks for someone. */
export function refuseImpersonation(viewer: Sender): void {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
}
