import { sql } from 'kysely'
import type { Emit, Tx } from '../platform/database/transaction'
import { enqueue } from '../platform/jobs/enqueue'

/**
 * Cancels the open plans of a member, or those with one other member, in the transaction that ends the contact: a block,
 * a "not interested", a pause, an erasure, a deactivation, a suspension or a ban. A date that has begun stays as it is. The
 * other member gets the same notice whatever the reason. Check-ins go on, so that nobody can end an alarm from outside.
 */
export async function cancelDates(
  tx: Tx,
  emit: Emit,
  memberId: number,
  now: number,
  otherId?: number,
): Promise<void> {
  const pair =
    otherId === undefined
      ? sql`(low_id = ${memberId} or high_id = ${memberId})`
      : sql`low_id = ${Math.min(memberId, otherId)} and high_id = ${Math.max(memberId, otherId)}`
  const { rows } = await sql<{ id: number; members: number[]; at_ts: number; was_accepted: boolean }>`
    update date_plan p set state = 'cancelled', changed_ts = ${now} from (
      select id from date_plan where ${pair} and state in ('proposed', 'accepted') and at_ts > ${now}
      order by id for update) ended
    where p.id = ended.id
    returning p.id, array_remove(array[p.low_id, p.high_id], null) as members, p.at_ts,
      p.accepted_ts is not null as was_accepted`.execute(tx)
  for (const { id, members, at_ts, was_accepted } of rows) {
    emit({ kind: 'date.changed', id, members })
    for (const other of members) {
      if (other === memberId || !was_accepted) continue
      const payload = { member_id: other, what: 'cancelled', id, ts: at_ts } as const
      await enqueue(tx, emit, { kind: 'date-notice', payload, now })
    }
  }
}
