import { sql } from 'kysely'
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

/** What the mails about news tell of. */
const mailedAtOnce = ['notify_messages', 'notify_matches', 'notify_likes', 'notify_roses'] as const

const withoutMail = (key: (typeof mailedAtOnce)[number]) => sql`
  case ${sql.ref(key)} when 'both' then 'push' when 'mail' then 'none' else ${sql.ref(key)} end`

const endMails: Record<MailKind, (tx: Tx, memberId: number) => Promise<unknown>> = {
  summaries: (tx, memberId) =>
    tx.updateTable('account').set({ summaries: false }).where('member_id', '=', memberId).execute(),
  'saved-searches': (tx, memberId) =>
    tx.updateTable('saved_search').set({ mail: 'none' }).where('member_id', '=', memberId).execute(),
  notices: (tx, memberId) =>
    tx
      .updateTable('account')
      .set(Object.fromEntries(mailedAtOnce.map((key) => [key, withoutMail(key)])))
      .where('member_id', '=', memberId)
      .execute(),
}
