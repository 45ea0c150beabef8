import { sql } from 'kysely'
import { hasAddress, hashAddress, hashPeopleIKnow } from '../../../members/address-hash'
import { recordAudit } from '../../../members/audit'
import { claimEmail } from '../../../members/credentials'
import { lockMember } from '../../../members/sessions'
import { type Emit, type Tx, withTransaction } from '../../../platform/database/transaction'
import { assertDeliverable, normaliseAddress } from '../../../platform/email/address'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import { newUrlHash } from '../../../platform/secret'
import type { Services } from '../../../platform/services'
import { queueAccessEmail } from '../../access/index'

/**
 * Creates an account with only an address, and queues the email with the link to finish the sign-up: both or
 * neither.
 */
async function createInvited(tx: Tx, emit: Emit, email: string, created_ts: number): Promise<number> {
  const { id } = await tx
    .insertInto('member')
    .values({ url_hash: newUrlHash(), created_ts })
    .returning('id')
    .executeTakeFirstOrThrow()
  const account = await tx
    .insertInto('account')
    .values({ member_id: id, email, ...(await hashAddress(tx, email)) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('member_id')
    .executeTakeFirst()
  if (!account) throw new Problem('email.taken')
  await tx.insertInto('profile').values({ member_id: id }).execute()
  await tx.insertInto('activity').values({ member_id: id, last_active_ts: created_ts }).execute()
  await queueAccessEmail(tx, emit, { memberId: id, key: 'link', address: email, now: created_ts })
  return id
}

/** An admin's invitation, recorded in the audit log. */
export async function inviteBy(deps: Services, admin: Viewer, typed: string): Promise<{ message?: string }> {
  assertDeliverable(typed)
  const email = normaliseAddress(typed)
  const now = deps.clock.now()
  await withTransaction(deps, async (tx, emit) => {
    await claimEmail(tx, deps.site, email)
    const member_id = await createInvited(tx, emit, email, now)
    // The log outlives the member, so it has no address. The hash can be compared with an address.
    const [hash] = await hashPeopleIKnow(tx, [email])
    const after = { email_hash: hash?.toString('hex') }
    await recordAudit(tx, admin, now, { action: 'member.invite', member_id, after })
  })
  return {}
}

/**
 * Creates accounts for configured admins who have none, and emails a link. An account that existed before its
 * address was configured may be anyone's, so its address counts as unconfirmed until the emailed link is
 * used.
 */
export async function nameAdmins(deps: Services): Promise<void> {
  const { adminEmails } = deps.site
  await deps.db.deleteFrom('admin_email').where(sql<boolean>`email <> all(${adminEmails}::text[])`).execute()
  for (const email of adminEmails) {
    try {
      await withTransaction(deps, (tx, emit) => nameAdmin(tx, emit, email, deps.clock.now()))
    } catch (err) {
      // Another process has invited them concurrently.
      if (!(err instanceof Problem)) deps.log.warn({ err }, 'inviting an admin failed')
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
    .selectFrom('account as a')
    .where(await hasAddress(tx, email))
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
  await queueAccessEmail(tx, emit, { memberId: account.member_id, key: 'link', address: email, now })
}
