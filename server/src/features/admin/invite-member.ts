import { assertEmailFree } from '../../database/free-email'
import { type Tx, withTransaction } from '../../database/transaction'
import { assertDeliverable } from '../../domain/mail-address'
import { Problem } from '../../domain/problem'
import { newUrlHash } from '../../domain/secret'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { recordAudit } from './record-audit'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'site'>

/** An account with an address and nothing else; its owner gets in by a mailed link and finishes the sign-up. */
export async function createInvited(tx: Tx, email: string, created_ts: number): Promise<number> {
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
  return id
}

/** An admin's invitation, with its entry in the audit log. */
export async function inviteBy(
  deps: Deps,
  mailLink: (email: string) => Promise<unknown>,
  admin: Viewer,
  email: string,
): Promise<{ message?: string }> {
  assertDeliverable(email)
  const now = deps.clock.now()
  await withTransaction(deps, async (tx) => {
    await assertEmailFree(tx, deps.site, email)
    const member_id = await createInvited(tx, email, now)
    await recordAudit(tx, admin, now, { action: 'member.invite', member_id, after: { email } })
  })
  await mailLink(email)
  return {}
}
