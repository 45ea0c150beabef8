import { lockReachablePair } from '../../database/lock-reachable'
import type { Pair } from '../../database/relation'
import type { Tx } from '../../database/transaction'
import { lockVisiblePair } from '../../database/visible-members'
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
  refuseSelf(viewer, recipientId)
  return lockReachablePair(tx, viewer.id, recipientId)
}

export function refuseSelf(viewer: Sender, recipientId: number): void {
  if (recipientId === viewer.id) throw new Problem('gesture.self')
}

/** A like or a rose speaks to another member, as a message does: an admin never speaks for someone. */
export function refuseImpersonation(viewer: Sender): void {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
}
