import { refuseBannedEmail } from '../../database/banned-email'
import { type Tx, withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import { newUrlHash } from '../../domain/secret'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { recordAudit } from './record-audit'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/** An account with an address and nothing else; its owner gets in by a mailed link and finishes the sign-up. */
async function createInvited(tx: Tx, email: string, created_ts: number): Promise<number> {
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
  const now = deps.clock.now()
  await withTransaction(deps, async (tx) => {
    await refuseBannedEmail(tx, email)
    const member_id = await createInvited(tx, email, now)
    await recordAudit(tx, admin, now, { action: 'member.invite', member_id, after: { email } })
  })
  await mailLink(email)
  return {}
}

/** Whoever the configuration names as an admin and who has no account yet gets one, and a link to it. */
export async function inviteAdmins(
  deps: Deps & Pick<Services, 'site' | 'log'>,
  mailLink: (email: string) => Promise<unknown>,
): Promise<void> {
  for (const email of deps.site.adminEmails) {
    try {
      await withTransaction(deps, (tx) => createInvited(tx, email, deps.clock.now()))
      await mailLink(email)
    } catch (err) {
      // Known already; or the mail did not go out, and the log-in form will send another.
      if (!(err instanceof Problem)) deps.log.warn({ err }, 'an admin could not be invited')
    }
  }
}
