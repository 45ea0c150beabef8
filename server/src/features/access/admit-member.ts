import type { SessionOrigin } from '../../database/tables'
import type { Emit, Tx } from '../../database/transaction'
import { enqueue } from '../../jobs/enqueue'
import type { Caller } from '../../ports/route'
import type { AccountFound } from './find-account'
import { isKnownDevice } from './known-browser'
import { openSession } from './open-session'

export interface Admission {
  openedBy: SessionOrigin
  /** What the member is after logging in; see admitStatus. */
  status: number
  caller: Caller
  browserSecret: Buffer
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
  if (!isFirst && !isKnownDevice(admission.browserSecret, account, caller))
    await tellNewDevice(tx, emit, account, session.id, now)
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

async function tellNewDevice(
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
