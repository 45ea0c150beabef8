import { type Tx, withTransaction } from '../../database/transaction'
import { type MailKind, readUnsubscribeKey } from '../../database/unsubscribe-key'
import { Problem } from '../../domain/problem'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus'>

/** Ends the mails that the key came with, for whoever it was mailed to, logged in or not; twice is fine. */
export async function unsubscribe(deps: Deps, key: string): Promise<{ message?: string }> {
  const known = await readUnsubscribeKey(deps.db, key)
  if (!known) throw new Problem('unsubscribe.invalid')
  const { kind, memberId } = known
  return withTransaction(deps, async (tx, emit) => {
    const member = await tx.selectFrom('member').where('id', '=', memberId).select('id').executeTakeFirst()
    if (!member) throw new Problem('unsubscribe.invalid')
    await endMails[kind](tx, memberId)
    emit({ kind: 'member.changed', member_id: memberId })
    return {}
  })
}

const endMails: Record<MailKind, (tx: Tx, memberId: number) => Promise<unknown>> = {
  summaries: (tx, memberId) =>
    tx.updateTable('account').set({ summaries: false }).where('member_id', '=', memberId).execute(),
  'saved-searches': (tx, memberId) =>
    tx.updateTable('saved_search').set({ mail: 'none' }).where('member_id', '=', memberId).execute(),
}
