import { arePhotosShown, memberStatus } from '@rosella/contract/member/status'
import { endSessionsOf } from '../../database/end-sessions'
import type { Emit, Tx } from '../../database/transaction'
import { enqueue } from '../../jobs/enqueue'

/** How a member stands, why, until when, and by which case. */
export interface Standing {
  status: number
  status_reason: string | null
  status_until_ts: number | null
  status_report_id: number | null
}

/** What a case decides about a member. */
export interface Sanction {
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
 * Writes a standing down; one that shuts a member out ends their sessions at once, and has the files of their photos
 * taken away. Needs the member held.
 */
export async function setStatus(
  tx: Tx,
  emit: Emit,
  memberId: number,
  before: Pick<Standing, 'status'>,
  after: Standing,
  now: number,
): Promise<void> {
  const { status, status_reason, status_until_ts, status_report_id } = after
  await tx.updateTable('member').set({ status }).where('id', '=', memberId).execute()
  await tx
    .updateTable('account')
    .set({ status_reason, status_until_ts, status_report_id })
    .where('member_id', '=', memberId)
    .execute()
  if (isShutOut(status) && status !== before.status) await endSessionsOf(tx, emit, memberId)
  if (arePhotosShown(status) !== arePhotosShown(before.status))
    await enqueue(tx, emit, { kind: 'photo-visibility', payload: { member_id: memberId }, now })
  emit({ kind: 'member.changed', member_id: memberId })
}

const isShutOut = (status: number): boolean =>
  status === memberStatus.suspended || status === memberStatus.banned

/** A milder outcome does not soften what stands: a ban stays, and so does a suspension that lasts longer. */
export function stricterOf<S extends Standing>(before: S, wished: Standing, now: number): Standing {
  if (before.status === memberStatus.banned) return before
  const lasts = ({ status, status_until_ts }: Standing): number =>
    status === memberStatus.banned ? Number.POSITIVE_INFINITY : (status_until_ts ?? Number.MAX_SAFE_INTEGER)
  if (before.status !== memberStatus.suspended || lasts(before) <= now) return wished
  return lasts(wished) > lasts(before) ? wished : before
}
