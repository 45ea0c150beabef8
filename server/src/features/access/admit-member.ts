import { SECURITY_EMAILS_A_DAY } from '@rosella/contract/access/rules'
import { sql } from 'kysely'
import { endSessions } from '../../members/sessions'
import { reactivate } from '../../members/status'
import type { SessionOrigin } from '../../platform/database/tables'
import type { Emit, Tx } from '../../platform/database/transaction'
import type { Caller } from '../../platform/http/route'
import { enqueue } from '../../platform/jobs/enqueue'
import { Problem } from '../../platform/problem'
import { DAY, endTwoStep, listSecurityEmails } from './credentials'
import type { AccountFound } from './find-account'
import { sessionFromHeaders } from './find-viewer'
import { openSession } from './sessions'
import { isTrustedDevice } from './trusted-device'

export interface Admission {
  openedBy: SessionOrigin
  /** The member's status after logging in; see admitStatus. */
  status: number
  caller: Caller
  deviceSecret: Buffer
  now: number
}

/** Someone who only has the password can't use up the emails that the owner needs to change it. */
const DEVICE_EMAILS_A_DAY = 10

/** The last step of every log-in, with the member locked and authenticated. Returns the token of the new session. */
export async function admitMember(
  tx: Tx,
  emit: Emit,
  account: AccountFound,
  admission: Admission,
): Promise<string> {
  const { status, openedBy, caller, now } = admission
  await reactivate(tx, emit, account, status, now)
  const session = await openSession(tx, emit, {
    memberId: account.id,
    openedBy,
    device: caller.device,
    now,
  })
  // Someone who confirms an address for the first time has just read its email.
  const isFirst = !account.email_confirmed && (openedBy === 'link' || openedBy === 'code')
  if (!isFirst && !isTrustedDevice(admission.deviceSecret, account, caller))
    await notifyNewDevice(tx, emit, account, session.id, now)
  return session.token
}

/**
 * Log-in is never refused because of its email. Past the limits, one email reports all further devices once the limits
 * allow it; its change has no session, and its time is when the email is due.
 */
async function notifyNewDevice(
  tx: Tx,
  emit: Emit,
  { id: member_id, email, email_confirmed }: AccountFound,
  session_id: number,
  now: number,
): Promise<void> {
  if (!email_confirmed) return
  const sent = await listSecurityEmails(tx, member_id, now)
  const isWaiting = sent.some(
    (change) => change.what === 'session' && change.session_id === null && change.created_ts > now,
  )
  if (isWaiting) return
  const blocking = [
    sent.at(-SECURITY_EMAILS_A_DAY),
    sent.filter(({ what }) => what === 'session').at(-DEVICE_EMAILS_A_DAY),
  ].flatMap((change) => change ?? [])
  const dueTs = Math.max(now, ...blocking.map(({ created_ts }) => created_ts + DAY))
  const { id: change_id } = await tx
    .insertInto('credential_change')
    .values({
      member_id,
      what: 'session',
      email,
      email_confirmed,
      session_id: dueTs > now ? null : session_id,
      created_ts: dueTs,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const payload = { member_id, change_id }
  await enqueue(tx, emit, { kind: 'credential-mail', payload, now, runAt: dueTs })
}

interface Confirmation {
  caller: Caller
  /** The call carries the account's password. */
  isCreator: boolean
  /** The caller wants to be asked for the password before it is removed. */
  asks: boolean
  now: number
}

/**
 * The caller's key shows that they read the email of the account's address. At the first confirmation they
 * need not be the person who created the account, so every credential of that person ends (sessions,
 * password, passkeys, two-step verification and role), unless the call also presents a session or the password of
 * the account.
 */
export async function confirmAddress(
  tx: Tx,
  emit: Emit,
  account: AccountFound,
  { caller, isCreator, asks, now }: Confirmation,
): Promise<void> {
  // They have just read an email.
  await tx
    .updateTable('account')
    .set({ undeliverable_ts: null })
    .where('member_id', '=', account.id)
    .where('undeliverable_ts', 'is not', null)
    .execute()
  if (account.email_confirmed) return
  const shown = caller.bearer && (await sessionFromHeaders(tx, caller.bearer, now))
  const isMaker = isCreator || (shown?.member_id === account.id && shown.admin_id === null)
  // Undoes the transaction, so the link or code stays unused.
  if (!isMaker && asks && account.password_hash !== null) throw new Problem('login.password')
  await tx
    .updateTable('account')
    .set({ email_confirmed: true })
    .$if(!isMaker, (query) =>
      query.set((e) => ({ password_hash: null, role: null, device_epoch: e('device_epoch', '+', 1) })),
    )
    .where('member_id', '=', account.id)
    .execute()
  if (!isMaker) await endAllCredentials(tx, emit, account, now)
}

/** Also voids the links that undo a change, except those sent to an earlier address of the account. */
async function endAllCredentials(
  tx: Tx,
  emit: Emit,
  { id, email }: AccountFound,
  now: number,
): Promise<void> {
  await endSessions(tx, emit, id, 'confirmed')
  await endTwoStep(tx, id, now)
  await tx
    .updateTable('passkey')
    .set({ ended_ts: now })
    .where('member_id', '=', id)
    .where('ended_ts', 'is', null)
    .execute()
  await tx
    .deleteFrom('credential_change')
    .where('member_id', '=', id)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .execute()
}
