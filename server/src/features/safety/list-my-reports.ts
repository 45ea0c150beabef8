import type { ReplyOf } from '@rosella/contract/endpoint'
import type { myReports as call } from '@rosella/contract/safety/endpoints'
import type { Reader } from '../../database/transaction'

const AT_MOST = 100

/** What the member reported, the newest first (index report_reporter). Whom is not told: they may be hidden. */
export async function listMyReports(db: Reader, memberId: number): Promise<ReplyOf<typeof call>> {
  const reports = await db
    .selectFrom('report')
    .where('reporter_id', '=', memberId)
    .orderBy('created_ts', 'desc')
    .orderBy('id', 'desc')
    .limit(AT_MOST)
    .select(['id', 'reason', 'state', 'outcome', 'created_ts', 'closed_ts'])
    .execute()
  return { reports }
}
