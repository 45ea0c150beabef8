import { arePhotosShown, memberStatus } from '@rosella/contract/member/status'
import { sql } from 'kysely'
import type { Emit, Tx } from '../platform/database/transaction'
import { enqueue } from '../platform/jobs/enqueue'
import { Problem } from '../platform/problem'
import { removeKnownPhotos } from './known-photos'
import { cancelDates } from './relation'
import { endSessions } from './sessions'

const calendarDay = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

/** A status of an account, with its reason, its end, and the case that decided it. */
export interface AccountStatus {
  status: number
  status_reason: string | null
  status_until_ts: number | null
  status_report_id: number | null
}

/** As stored: the current status, and the ones that it replaced for as long as it lasts. */
export interface StoredStatus extends AccountStatus {
  status_before: readonly AccountStatus[] | null
  profile_completed_ts: number | null
}

/** Never empty. The last one is the status that the member has without suspensions and bans. */
type Statuses = readonly [AccountStatus, ...AccountStatus[]]

const withoutReason = (status: number): AccountStatus => ({
  status,
  status_reason: null,
  status_until_ts: null,
  status_report_id: null,
})

/** Suspended or banned. */
export const isShutOut = ({ status }: Pick<AccountStatus, 'status'>): boolean =>
  status === memberStatus.suspended || status === memberStatus.banned

/** A time that orders statuses by severity. A status that is neither a suspension nor a ban is the mildest. */
function lastsUntil(one: AccountStatus): number {
  if (!isShutOut(one)) return 0
  if (one.status === memberStatus.banned) return Number.MAX_SAFE_INTEGER
  return one.status_until_ts ?? Number.MAX_SAFE_INTEGER - 1
}

/** The statuses in force, strictest first. Of two equal ones the earlier decision comes first. */
export function statusesInForce(member: StoredStatus, now: number): Statuses {
  const { status, status_reason, status_until_ts, status_report_id } = member
  if (!isShutOut(member)) return [withoutReason(status)]
  const before = member.status_before ?? []
  const own = before.find((one) => !isShutOut(one)) ?? withoutReason(unrecordedStatus(member))
  return inOrder(
    [{ status, status_reason, status_until_ts, status_report_id }, ...before.filter(isShutOut), own],
    now,
  )
}

/** For accounts that were suspended before the earlier status was recorded. */
const unrecordedStatus = ({ profile_completed_ts }: Pick<StoredStatus, 'profile_completed_ts'>): number =>
  profile_completed_ts === null ? memberStatus.unfinished : memberStatus.active

const inOrder = (statuses: readonly AccountStatus[], now: number): Statuses =>
  statuses
    .filter((one) => !isShutOut(one) || lastsUntil(one) > now)
    .sort((one, other) => lastsUntil(other) - lastsUntil(one)) as unknown as Statuses

/** Adds a suspension or ban. A milder one changes nothing now, and applies when the stricter one is lifted. */
export const withStatus = (member: StoredStatus, added: AccountStatus, now: number): Statuses =>
  inOrder([...statusesInForce(member, now), added], now)

/** Adds a suspension or ban that replaces those which are as strict or stricter. */
export const withStatusInstead = (member: StoredStatus, added: AccountStatus, now: number): Statuses => [
  added,
  ...statusesInForce(member, now).filter((one) => lastsUntil(one) < lastsUntil(added)),
]

/** Lifts the current suspension or ban, which restores the status before it. */
export function withoutCurrent(member: StoredStatus, now: number): Statuses {
  const [current, next, ...rest] = statusesInForce(member, now)
  return next ? [next, ...rest] : [current]
}

/** Lifts what one case decided, even if something stricter applies now. */
export const withoutCase = (member: StoredStatus, reportId: number, now: number): Statuses =>
  inOrder(
    statusesInForce(member, now).filter((one) => one.status_report_id !== reportId),
    now,
  )

/** Returns the status after logging in, or refuses with the reason and a contact for appeals. */
export function admitStatus(member: StoredStatus, now: number, contact: string): number {
  const [{ status, status_reason, status_until_ts }] = statusesInForce(member, now)
  const reason: { reason?: string } = status_reason ? { reason: status_reason } : {}
  const because = status_reason ? ` Reason: ${status_reason.replace(/[.!?]?$/, '.')}` : ''
  switch (status) {
    case memberStatus.suspended: {
      const until = status_until_ts === null ? '' : ` until ${calendarDay.format(status_until_ts * 1000)}`
      throw new Problem(
        'login.suspended',
        { ...reason, ...(status_until_ts === null ? {} : { until_ts: status_until_ts }), contact },
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
      return status
  }
}

/** The outcome of a case for the member it is about. */
export interface CaseOutcome {
  member_id: number
  report_id: number
  outcome: 'dismissed' | 'warned' | 'suspended' | 'banned'
  member_text: string
  until_ts: number | null
}

/** The columns of account, joined as a, that make up a StoredStatus with the status and profile_completed_ts of the member. */
export const statusColumns = [
  'a.status_reason',
  'a.status_until_ts',
  'a.status_report_id',
  'a.status_before',
] as const

export const readStatus = (tx: Tx, memberId: number): Promise<StoredStatus | undefined> =>
  tx
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .select(['m.status', 'm.profile_completed_ts'])
    .select(statusColumns)
    .executeTakeFirst()

/**
 * Stores a status and what it replaces. A suspension or a ban also ends the member's sessions and hides the files of
 * their photos. The caller must have locked the member.
 */
export async function setStatus(
  tx: Tx,
  emit: Emit,
  memberId: number,
  before: Pick<AccountStatus, 'status'>,
  [{ status, status_reason, status_until_ts, status_report_id }, ...replaced]: Statuses,
  now: number,
): Promise<void> {
  const status_before = replaced.length === 0 ? null : JSON.stringify(replaced)
  await tx.updateTable('member').set({ status }).where('id', '=', memberId).execute()
  await tx
    .updateTable('account')
    .set({ status_reason, status_until_ts, status_report_id, status_before })
    .where('member_id', '=', memberId)
    .execute()
  if (before.status === memberStatus.banned && status !== memberStatus.banned)
    await removeKnownPhotos(tx, { member_id: memberId })
  if (isShutOut({ status }) && status !== before.status) await endSessions(tx, emit, memberId, 'status')
  if (status !== memberStatus.active) await cancelDates(tx, emit, memberId, now)
  if (arePhotosShown(status) !== arePhotosShown(before.status))
    await enqueue(tx, emit, { kind: 'photo-visibility', payload: { member_id: memberId }, now })
  if (before.status === memberStatus.banned) await withdrawWarnings(tx, memberId, now)
  emit({ kind: 'member.changed', member_id: memberId })
}

/** Logging in ends a deactivation, and a suspension that has expired. The caller must have locked the member. */
export async function reactivate(
  tx: Tx,
  emit: Emit,
  member: StoredStatus & { id: number },
  status: number,
  now: number,
): Promise<void> {
  if (status !== member.status) await setStatus(tx, emit, member.id, member, [withoutReason(status)], now)
}

/**
 * Bans a member who has erased their account. The ban keeps its address from being used again, if the account had
 * confirmed it, and affects no account that uses the address meanwhile.
 */
export async function banErased(tx: Tx, memberId: number, reportId: number, now: number) {
  const erased = await lockErased(tx, memberId)
  if (erased?.banned_ts === null)
    await tx
      .updateTable('erased_member')
      .set({ banned_ts: now, report_id: reportId })
      .where('member_id', '=', memberId)
      .execute()
  return {
    before: { status: erased && erased.banned_ts !== null ? memberStatus.banned : null },
    after: {
      status: erased ? memberStatus.banned : null,
      address_banned: erased ? erased.email_hash !== null : false,
    },
  }
}

/**
 * Lifts the ban of an erased member by one case, or the current ban. Another case that banned them applies then. Returns
 * undefined if they are not banned for it.
 */
export async function liftErasedBan(tx: Tx, memberId: number, now: number, reportId?: number) {
  const erased = await lockErased(tx, memberId)
  if (!erased || erased.banned_ts === null) return undefined
  if (reportId !== undefined && erased.report_id !== reportId) return undefined
  if (erased.report_id !== null) await markLifted(tx, erased.report_id, now)
  const next = await tx
    .selectFrom('report')
    .where('member_id', '=', memberId)
    .where('outcome', '=', 'banned')
    .where('lifted_ts', 'is', null)
    .orderBy('id')
    .select('id')
    .executeTakeFirst()
  await tx
    .updateTable('erased_member')
    .set(next ? { report_id: next.id } : { banned_ts: null, report_id: null })
    .where('member_id', '=', memberId)
    .execute()
  await withdrawWarnings(tx, memberId, now)
  if (!next) await removeKnownPhotos(tx, { member_id: memberId })
  const address_banned = erased.email_hash !== null
  return {
    before: { status: memberStatus.banned, address_banned },
    after: next ? { status: memberStatus.banned, address_banned } : { status: null, address_banned: false },
  }
}

const lockErased = (tx: Tx, memberId: number) =>
  tx
    .selectFrom('erased_member')
    .where('member_id', '=', memberId)
    .forUpdate()
    .select(['email_hash', 'banned_ts', 'report_id'])
    .executeTakeFirst()

/** The case no longer counts against the member. */
export async function markLifted(tx: Tx, reportId: number, now: number): Promise<void> {
  const lifted = await tx
    .updateTable('report')
    .set({ lifted_ts: now })
    .where('id', '=', reportId)
    .where('lifted_ts', 'is', null)
    .returning('member_id')
    .executeTakeFirst()
  if (lifted) await withdrawWarnings(tx, lifted.member_id, now)
  await removeKnownPhotos(tx, { report_id: reportId })
}

/**
 * Withdraws the warnings about a member unless they are still banned and a case that warned people still counts. A
 * schedule then corrects those that were sent; the others are never sent. The caller must have locked the member.
 */
async function withdrawWarnings(tx: Tx, memberId: number, now: number): Promise<void> {
  await sql`
    update safety_notice_run set withdrawn = true, due_ts = least(due_ts, ${now}), finished_ts = null
    where banned_id = ${memberId} and not withdrawn and not (
      (exists (select from member where id = ${memberId} and status = ${memberStatus.banned})
        or exists (select from erased_member where member_id = ${memberId} and banned_ts is not null))
      and exists (select from report where member_id = ${memberId} and warn and lifted_ts is null))`.execute(
    tx,
  )
}
