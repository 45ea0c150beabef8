import { noteCredentials } from '../database/credential-change'
import type { CredentialChange } from '../database/key-tables'
import type { Emit, Tx } from '../database/transaction'
import { enqueue } from '../jobs/enqueue'

interface Change {
  memberId: number
  what: Exclude<CredentialChange, 'session'>
  now: number
}

/**
 * Has the member told that a way into the account changes, at the address they have now, with a link that undoes it.
 * Said before the change, in its transaction.
 */
export async function tellCredentialChange(
  tx: Tx,
  emit: Emit,
  { memberId, what, now }: Change,
): Promise<void> {
  const change_id = await noteCredentials(tx, memberId, what, now)
  if (change_id === undefined) return
  await enqueue(tx, emit, { kind: 'credential-mail', payload: { member_id: memberId, change_id }, now })
}
