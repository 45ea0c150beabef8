import { sql } from 'kysely'
import { lockMember } from '../../database/lock-member'
import { type Emit, type Tx, withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { queueAccessMail } from '../../mail/queue-access-mail'
import type { Services } from '../../ports/services'
import { createInvited } from './invite-member'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'site' | 'log'>

/**
 * Whoever the configuration names as an admin and who has no account yet gets one, and a link to it. An account that
 * was there before its address was named may be anybody's: its address counts as unconfirmed until the link mailed now
 * is used.
 */
export async function nameAdmins(deps: Deps): Promise<void> {
  const { adminEmails } = deps.site
  await deps.db.deleteFrom('admin_email').where(sql<boolean>`email <> all(${adminEmails}::text[])`).execute()
  for (const email of adminEmails) {
    try {
      await withTransaction(deps, (tx, emit) => nameAdmin(tx, emit, email, deps.clock.now()))
    } catch (err) {
      // Invited by another process at the same moment.
      if (!(err instanceof Problem)) deps.log.warn({ err }, 'an admin could not be invited')
    }
  }
}

async function nameAdmin(tx: Tx, emit: Emit, email: string, now: number): Promise<void> {
  const named = await tx
    .insertInto('admin_email')
    .values({ email, named_ts: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('email')
    .executeTakeFirst()
  const account = await tx
    .selectFrom('account')
    .where(sql`lower(email)`, '=', email)
    .select('member_id')
    .executeTakeFirst()
  if (!account) {
    await createInvited(tx, emit, email, now)
    return
  }
  if (!named) return
  await lockMember(tx, account.member_id)
  await tx
    .updateTable('account')
    .set({ email_confirmed: false })
    .where('member_id', '=', account.member_id)
    .execute()
  await queueAccessMail(tx, emit, { memberId: account.member_id, key: 'link', address: email, now })
}
