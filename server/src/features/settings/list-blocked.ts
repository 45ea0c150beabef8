import type { ReplyOf } from '@rosella/contract/endpoint'
import type { blockedUsers as call } from '@rosella/contract/settings/endpoints'
import { type SummaryRow, userSummary } from '../../domain/user-summary'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'clock'>

/** Whom the member has blocked, the latest first (index relation_blocked), whatever their status is by now. */
export async function listBlocked(deps: Deps, viewer: Pick<Viewer, 'id'>): Promise<ReplyOf<typeof call>> {
  const now = deps.clock.now()
  const rows: (SummaryRow & { blocked_ts: number | null })[] = await deps.db
    .selectFrom('relation as r')
    .innerJoin('member as m', 'm.id', 'r.other')
    .where('r.me', '=', viewer.id)
    .where('r.blocked_ts', 'is not', null)
    .orderBy('r.blocked_ts', 'desc')
    .orderBy('r.other', 'desc')
    .select(['r.other', 'r.favorited_ts', 'r.received_like_ts', 'r.matched_ts', 'r.received_roses'])
    .select(['r.messages', 'r.blocked_ts', 'm.url_hash', 'm.username', 'm.photo', 'm.birthday'])
    .select(['m.country', 'm.city', 'm.approved_photos', 'm.ndp'])
    .execute()
  return { u: rows.map((row) => ({ ...userSummary(row, now), ts: row.blocked_ts ?? now })) }
}
