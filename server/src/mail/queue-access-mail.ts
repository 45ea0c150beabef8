import type { Emit, Tx } from '../database/transaction'
import type { AccessKeyKind } from '../domain/job'
import { hashSecret } from '../domain/secret'
import { enqueue } from '../jobs/enqueue'

interface AccessMail {
  memberId: number
  key: AccessKeyKind
  /** The one that it was asked and counted for: if the member has another by then, it is not sent. */
  address: string
  now: number
}

/** Has a way in mailed to the member. */
export const queueAccessMail = (
  tx: Tx,
  emit: Emit,
  { memberId, key, address, now }: AccessMail,
): Promise<void> =>
  enqueue(tx, emit, {
    kind: 'access-mail',
    payload: { member_id: memberId, key, address_hash: hashAddress(address) },
    now,
  })

export const hashAddress = (address: string): string => hashSecret(address.toLowerCase()).toString('hex')
