import { assertEmailFree } from '../../database/free-email'
import { type Emit, type Tx, withTransaction } from '../../database/transaction'
import { assertDeliverable } from '../../domain/mail-address'
import { Problem } from '../../domain/problem'
import { newUrlHash } from '../../domain/secret'
import type { Viewer } from '../../domain/viewer'
import { queueAccessMail } from '../../mail/queue-access-mail'
import type { Services } from '../../ports/services'
import { recordAudit } from './record-audit'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'site'>

/**
 * An account with an address and nothing else, and the mail with the link by which its owner gets in and finishes
 * the sign-up: both or neither.
 */
export async function createInvited(tx: Tx, emit: Emit, email: string, created_ts: number): Promise<number> {
  const { id } = await tx
    .insertInto('member')
    .values({ url_hash: newUrlHash(), created_ts })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await tx
    .insertInto('account')
    .values({ member_id: id, email })
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .executeTakeFirst()
  if (!account) throw new Problem('email.taken')
  await tx.insertInto('profile').values({ member_id: id }).execute()
  await tx.insertInto('activity').values({ member_id: id, last_active_ts: created_ts }).execute()
  await queueAccessMail(tx, emit, { memberId: id, key: 'link', address: email, now: created_ts })
  return id
}

/** An admin's invitation, with its entry in the audit log. */
export async function inviteBy(deps: Deps, admin: Viewer, email: string): Promise<{ message?: string }> {
  assertDeliverable(email)
  const now = deps.clock.now()
  await withTransaction(deps, async (tx, emit) => {
    await assertEmailFree(tx, deps.site, email)
    const member_id = await createInvited(tx, emit, email, now)
    await recordAudit(tx, admin, now, { action: 'member.invite', member_id, after: { email } })
  })
  return {}
}
