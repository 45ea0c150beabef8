import { sql } from 'kysely'
import { endSessions } from '../../members/sessions'
import type { SessionOrigin } from '../../platform/database/tables'
import type { Emit, Tx } from '../../platform/database/transaction'
import type { Caller } from '../../platform/http/route'
import { enqueue } from '../../platform/jobs/enqueue'
import { endTwoStep } from './credentials'
import type { AccountFound } from './find-account'
import { sessionFromHeaders } from './find-viewer'
import { openSession } from './sessions'
import { isTrustedDevice } from './trusted-device'

export interface Admission {
  openedBy: SessionOrigin
  /** What the member is after logging in; see admitStatus. */
  status: number
  caller: Caller
  deviceSecret: Buffer
  now: number
}

const DAY = 86_400
/** Enough to warn the owner; whoever has the password cannot fill their mail box. */
const DEVICE_MAILS_A_DAY = 10

/** The end of every log-in, with the member locked and their proof given: answers the token of the new session. */
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
  // Who confirms an address for the first time has just read its mail.
  const isFirst = !account.email_confirmed && (openedBy === 'link' || openedBy === 'code')
  if (!isFirst && !isTrustedDevice(admission.deviceSecret, account, caller))
    await notifyNewDevice(tx, emit, account, session.id, now)
  return session.token
}

/** Logging in ends a deactivation, and a suspension whose time is over. */
async function reactivate(
  tx: Tx,
  emit: Emit,
  account: AccountFound,
  status: number,
  now: number,
): Promise<void> {
  if (status === account.status) return
  await tx.updateTable('member').set({ status }).where('id', '=', account.id).execute()
  await tx
    .updateTable('account')
    .set({ status_reason: null, status_until_ts: null })
    .where('member_id', '=', account.id)
    .execute()
  await enqueue(tx, emit, { kind: 'photo-visibility', payload: { member_id: account.id }, now })
  emit({ kind: 'member.changed', member_id: account.id })
}

async function notifyNewDevice(
  tx: Tx,
  emit: Emit,
  { id: member_id, email, email_confirmed }: AccountFound,
  session_id: number,
  now: number,
): Promise<void> {
  const { n } = await tx
    .selectFrom('credential_change')
    .where('member_id', '=', member_id)
    .where('what', '=', 'session')
    .where('created_ts', '>', now - DAY)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  if (Number(n) >= DEVICE_MAILS_A_DAY) return
  const { id: change_id } = await tx
    .insertInto('credential_change')
    .values({ member_id, what: 'session', email, email_confirmed, session_id, created_ts: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await enqueue(tx, emit, { kind: 'credential-mail', payload: { member_id, change_id }, now })
}

interface Confirmation {
  caller: Caller
  now: number
}

/**
 * Whoever has the key reads the mail of the account's address. The first time, they need not be who made the account:
 * everything its maker still has ends, sessions, password, passkeys, two-step verification and a role, unless the same call shows a
 * session of the account.
 */
export async function confirmAddress(
  tx: Tx,
  emit: Emit,
  account: AccountFound,
  { caller, now }: Confirmation,
): Promise<void> {
  if (account.email_confirmed) return
  const shown = caller.bearer && (await sessionFromHeaders(tx, caller.bearer, now))
  const isMaker = shown?.member_id === account.id && shown.admin_id === null
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

/** Links that undo a change are void with them, but not those that lie with an address the account had before this one. */
async function endAllCredentials(
  tx: Tx,
  emit: Emit,
  { id, email }: AccountFound,
  now: number,
): Promise<void> {
  await endSessions(tx, emit, id)
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
