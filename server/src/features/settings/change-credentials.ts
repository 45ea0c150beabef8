import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { sentences } from '@rosella/contract/sentences'
import type {
  changeEmail as call,
  settingsChangePassword as passwordCall,
} from '@rosella/contract/settings/endpoints'
import { sql } from 'kysely'
import { hashAddress } from '../../members/address-hash'
import {
  assertEmailFree,
  assertPassword,
  assertPasswordAllowed,
  lockAndReauthenticate,
} from '../../members/credentials'
import { endSessions } from '../../members/sessions'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import { assertDeliverable } from '../../platform/email/address'
import { renderMail } from '../../platform/email/template'
import type { Viewer } from '../../platform/http/viewer'
import { enqueue } from '../../platform/jobs/enqueue'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import { Problem } from '../../platform/problem'
import { hashSecret, newToken } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { countMail, isMailAllowed, notifyCredentialChange, queueAccessMail } from '../access/index'

/**
 * A new address, not confirmed yet. The token is changed with it: every call names the address, so what other
 * devices hold is of no use any more and their sessions end. Both addresses are written to.
 */
export async function changeEmail(
  deps: Services,
  viewer: Viewer,
  { new_email, password }: InputOf<typeof call>,
): Promise<ReplyOf<typeof call>> {
  const reauthenticated = await assertPassword(deps, viewer, password)
  if (new_email.toLowerCase() === viewer.email.toLowerCase()) throw new Problem('email.same')
  assertDeliverable(new_email)
  await countMail(deps, new_email)
  const mayNotifyOld = await isMailAllowed(deps, viewer.email)
  const token = newToken()
  await withTransaction(deps, async (tx, emit) => {
    await lockAndReauthenticate(tx, viewer, reauthenticated)
    const before = await tx
      .selectFrom('account')
      .where('member_id', '=', viewer.id)
      .select('email_confirmed')
      .executeTakeFirst()
    await assertEmailFree(tx, deps.site, new_email, viewer.id)
    const [member_id, now] = [viewer.id, deps.clock.now()]
    if (before?.email_confirmed)
      await notifyCredentialChange(tx, emit, { memberId: member_id, what: 'address', now })
    else await deleteLinks(tx, viewer)
    // The unique index decides, also between two who want the same address at once.
    await tx
      .updateTable('account')
      .set({ email: new_email, email_confirmed: false, ...(await hashAddress(tx, new_email)) })
      .where('member_id', '=', viewer.id)
      .execute()
      .catch((error) => {
        throw (error as { constraint?: string }).constraint === 'account_email'
          ? new Problem('email.taken')
          : error
      })
    // Links and codes that lie in the old mail box open nothing any more.
    await tx.deleteFrom('access_key').where('member_id', '=', viewer.id).execute()
    await endSessions(tx, emit, viewer.id, { except: viewer.session_id })
    await tx
      .updateTable('session')
      .set({ token_hash: hashSecret(token) })
      .where('id', '=', viewer.session_id)
      .execute()
    // Who hides from whom goes by the address.
    emit({ kind: 'member.changed', member_id })
    await queueAccessMail(tx, emit, { memberId: member_id, key: 'verify', address: new_email, now })
    // An address that nobody confirmed may be a stranger's: it gets no link, and is not written to without end.
    if (before?.email_confirmed || !mayNotifyOld) return
    await enqueue(tx, emit, {
      kind: 'address-changed-mail',
      payload: { member_id, address: viewer.email },
      now,
    })
  })
  return { message: sentences.emailChanged, token }
}

/** Links to an address that nobody confirmed are worth nothing once it is left: a stranger may read them. */
async function deleteLinks(tx: Tx, { id, email }: Viewer): Promise<void> {
  await tx
    .deleteFrom('credential_change')
    .where('member_id', '=', id)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .execute()
}

/** To the address that an account no longer has: whoever did not ask for the change learns of it there. */
export const notifyOldAddress =
  ({ mailer, site }: Services) =>
  async ({ address }: JobPayloads['address-changed-mail']): Promise<void> => {
    const title = 'Your email address was changed'
    await mailer.send({
      to: { address },
      subject: `${title} – ${site.name}`,
      ...renderMail(site, {
        title,
        paragraphs: [
          `Your account on ${site.name} now uses another email address. This one can no longer be used to log in.`,
        ],
        footnote: 'If this was not you, answer this mail at once: we will help you to get your account back.',
      }),
    })
  }

/** Has a link to /verify mailed; logging in with it confirms the address. */
export async function verifyEmail(
  deps: Services,
  viewer: Pick<Viewer, 'id' | 'email'>,
): Promise<{ message?: string }> {
  const account = await deps.db
    .selectFrom('account')
    .where('member_id', '=', viewer.id)
    .select('email_confirmed')
    .executeTakeFirst()
  if (account?.email_confirmed) throw new Problem('email.confirmed')
  await countMail(deps, viewer.email)
  const { id: memberId, email: address } = viewer
  await withTransaction(deps, (tx, emit) =>
    queueAccessMail(tx, emit, { memberId, key: 'verify', address, now: deps.clock.now() }),
  )
  return { message: sentences.verificationSent }
}

/** A new password for one who knows the old; every other session ends. */
export async function changePassword(
  deps: Services,
  viewer: Viewer,
  input: InputOf<typeof passwordCall>,
): Promise<{ message?: string }> {
  const reauthenticated = await assertPassword(deps, viewer, input.current)
  const member = await deps.db
    .selectFrom('member')
    .where('id', '=', viewer.id)
    .select('username')
    .executeTakeFirst()
  await assertPasswordAllowed(input.new, { ...member, email: viewer.email })
  const password_hash = await deps.passwords.hash(input.new)
  return withTransaction(deps, async (tx, emit) => {
    await lockAndReauthenticate(tx, viewer, reauthenticated)
    await notifyCredentialChange(tx, emit, { memberId: viewer.id, what: 'password', now: deps.clock.now() })
    await tx.updateTable('account').set({ password_hash }).where('member_id', '=', viewer.id).execute()
    await endSessions(tx, emit, viewer.id, { except: viewer.session_id })
    return { message: sentences.passwordChanged }
  })
}
