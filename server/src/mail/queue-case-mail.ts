import type { Emit, Tx } from '../database/transaction'
import type { CaseMail } from '../domain/job'
import { enqueue } from '../jobs/enqueue'

/** Left in the transaction of what it tells of: a decision and its mail come together or not at all. */
export async function queueCaseMail(tx: Tx, emit: Emit, payload: CaseMail, now: number): Promise<void> {
  const { about, report_id, member_id } = payload
  const dedupeKey = `${about} ${report_id} to ${member_id}`
  await enqueue(tx, emit, { kind: 'case-mail', payload, dedupeKey, now })
}
