import type { Tx } from './transaction'

/** Who changes how a member stands or gets in goes one at a time: the member's row first, then the account's. */
export async function lockMember(tx: Tx, memberId: number): Promise<void> {
  await tx.selectFrom('member').where('id', '=', memberId).forUpdate().select('id').execute()
  await tx.selectFrom('account').where('member_id', '=', memberId).forUpdate().select('member_id').execute()
}
