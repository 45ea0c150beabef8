import { arePhotosShown, memberStatus } from '@rosella/contract/member/status'
import type { Emit, Tx } from '../platform/database/transaction'
import { enqueue } from '../platform/jobs/enqueue'
import { Problem } from '../platform/problem'
import { endSessions } from './sessions'

const calendarDay = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

/** The status after a suspension or a ban is lifted. */
export const liftedStatus = (member: { profile_completed_ts: number | null }): number =>
  member.profile_completed_ts === null ? memberStatus.unfinished : memberStatus.active

/** Returns the status after logging in, or refuses with the reason and a contact for appeals. */
export function admitStatus(
  member: Omit<AccountStatus, 'status_report_id'> & { profile_completed_ts: number | null },
  now: number,
  contact: string,
): number {
  const reason: { reason?: string } = member.status_reason ? { reason: member.status_reason } : {}
  const because = member.status_reason ? ` Reason: ${member.status_reason.replace(/[.!?]?$/, '.')}` : ''
  switch (member.status) {
    case memberStatus.suspended: {
      if (member.status_until_ts !== null && member.status_until_ts <= now) return liftedStatus(member)
      const until =
        member.status_until_ts === null ? '' : ` until ${calendarDay.format(member.status_until_ts * 1000)}`
      throw new Problem(
        'login.suspended',
        {
          ...reason,
          ...(member.status_until_ts === null ? {} : { until_ts: member.status_until_ts }),
          contact,
        },
        `Your account is suspended${until}.${because} Please write to us to appeal: ${contact}`,
      )
    }
    case memberStatus.banned:
      throw new Problem(
        'login.banned',
        { ...reason, contact },
        `Your account has been banned.${because} Please write to us to appeal: ${contact}`,
      )
    case memberStatus.deactivated:
      return memberStatus.active
    default:
      return member.status
  }
}

/** The status of an account, the reason, its end, and the case that decided it. */
export interface AccountStatus {
  status: number
  status_reason: string | null
  status_until_ts: number | null
  status_report_id: number | null
}

/** The outcome of a case for the member it is about. */
export interface CaseOutcome {
  member_id: number
  report_id: number
  outcome: 'dismissed' | 'warned' | 'suspended' | 'banned'
  member_text: string
  until_ts: number | null
}

export async function readStatus(tx: Tx, memberId: number) {
  return tx
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .select([
      'm.status',
      'm.profile_completed_ts',
      'a.status_reason',
      'a.status_until_ts',
      'a.status_report_id',
    ])
    .executeTakeFirst()
}

/**
 * Stores a status. A suspension or a ban also ends the member's sessions and hides the files of their photos. The
 * caller must have locked the member.
 */
export async function setStatus(
  tx: Tx,
  emit: Emit,
  memberId: number,
  before: Pick<AccountStatus, 'status'>,
  after: AccountStatus,
  now: number,
): Promise<void> {
  const { status, status_reason, status_until_ts, status_report_id } = after
  await tx.updateTable('member').set({ status }).where('id', '=', memberId).execute()
  await tx
    .updateTable('account')
    .set({ status_reason, status_until_ts, status_report_id })
    .where('member_id', '=', memberId)
    .execute()
  if (isShutOut(status) && status !== before.status) await endSessions(tx, emit, memberId)
  if (arePhotosShown(status) !== arePhotosShown(before.status))
    await enqueue(tx, emit, { kind: 'photo-visibility', payload: { member_id: memberId }, now })
  emit({ kind: 'member.changed', member_id: memberId })
}

const isShutOut = (status: number): boolean =>
  status === memberStatus.suspended || status === memberStatus.banned

/** A milder outcome changes nothing: a ban stays, and so does a suspension that lasts longer. */
export function stricterOf<S extends AccountStatus>(
  before: S,
  wished: AccountStatus,
  now: number,
): AccountStatus {
  if (before.status === memberStatus.banned) return before
  const lasts = ({ status, status_until_ts }: AccountStatus): number =>
    status === memberStatus.banned ? Number.POSITIVE_INFINITY : (status_until_ts ?? Number.MAX_SAFE_INTEGER)
  if (before.status !== memberStatus.suspended || lasts(before) <= now) return wished
  return lasts(wished) > lasts(before) ? wished : before
}
