import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { sentences } from '@rosella/contract/sentences'
import type {
  changeEmail as call,
  settingsChangePassword as passwordCall,
} from '@rosella/contract/settings/endpoints'
import { hashAddress } from '../../members/address-hash'
import {
  assertPassword,
  assertPasswordAllowed,
  claimEmail,
  lockAndReauthenticate,
} from '../../members/credentials'
import { endSessions } from '../../members/sessions'
import { withTransaction } from '../../platform/database/transaction'
import { assertDeliverable, normaliseAddress, plainAddress } from '../../platform/email/address'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import { hashSecret, newToken } from '../../platform/secret'
import type { Services } from '../../platform/services'
import { countEmail, notifyCredentialChange, queueAccessEmail } from '../access/index'

/**
 * Sets a new, unconfirmed address and a new token. Every call names the address, so the tokens of other
 * devices would no longer work and their sessions end. The old address is notified if it was confirmed.
 */
export async function changeEmail(
  deps: Services,
  viewer: Viewer,
  { new_email: typed, password }: InputOf<typeof call>,
): Promise<ReplyOf<typeof call>> {
  const reauthenticated = await assertPassword(deps, viewer, password)
  if (plainAddress(typed) === plainAddress(viewer.email)) throw new Problem('email.same')
  assertDeliverable(typed)
  const new_email = normaliseAddress(typed)
  await countEmail(deps, new_email)
  const token = newToken()
  await withTransaction(deps, async (tx, emit) => {
    await lockAndReauthenticate(tx, viewer, reauthenticated)
    await claimEmail(tx, deps.site, new_email, viewer.id)
    const [member_id, now] = [viewer.id, deps.clock.now()]
    await notifyCredentialChange(tx, emit, { memberId: member_id, what: 'address', now })
    // The unique index also decides between two concurrent changes to the same address.
    await tx
      .updateTable('account')
      .set({
        email: new_email,
        email_confirmed: false,
        undeliverable_ts: null,
        ...(await hashAddress(tx, new_email)),
      })
      .where('member_id', '=', viewer.id)
      .execute()
      .catch((error) => {
        throw (error as { constraint?: string }).constraint === 'account_email'
          ? new Problem('email.taken')
          : error
      })
    // Links and codes in the old mailbox no longer work.
    await tx.deleteFrom('access_key').where('member_id', '=', viewer.id).execute()
    await endSessions(tx, emit, viewer.id, 'address', { except: viewer.session_id })
    await tx
      .updateTable('session')
      .set({ token_hash: hashSecret(token) })
      .where('id', '=', viewer.session_id)
      .execute()
    // "People I know" depends on the address.
    emit({ kind: 'member.changed', member_id })
    await queueAccessEmail(tx, emit, { memberId: member_id, key: 'verify', address: new_email, now })
  })
  return { message: sentences.emailChanged, token }
}

/** Emails a link to /verify; logging in with it confirms the address. */
export async function verifyEmail(
  deps: Services,
  viewer: Pick<Viewer, 'id' | 'email'>,
): Promise<{ message?: string }> {
  const account = await deps.db
    .selectFrom('account')
    .where('member_id', '=', viewer.id)
    .select(['email_confirmed', 'undeliverable_ts'])
    .executeTakeFirst()
  if (account?.email_confirmed && account.undeliverable_ts === null) throw new Problem('email.confirmed')
  await countEmail(deps, viewer.email)
  const { id: memberId, email: address } = viewer
  await withTransaction(deps, (tx, emit) =>
    queueAccessEmail(tx, emit, { memberId, key: 'verify', address, now: deps.clock.now() }),
  )
  return { message: sentences.verificationSent }
}

/** Sets a new password, given the old one, and ends every other session. */
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
    await endSessions(tx, emit, viewer.id, 'password', { except: viewer.session_id })
    return { message: sentences.passwordChanged }
  })
}
