import type { ReplyOf } from '@rosella/contract/endpoint'
import type { blockedUsers as call } from '@rosella/contract/settings/endpoints'
import type { Viewer } from '../../platform/http/viewer'
import type { Services } from '../../platform/services'

type Deps = Pick<Services, 'db'>

/** What a summary says of somebody of whom nothing more is told. */
const untold = {
  ...{ ag: 0, ap: 0, ch: 0, ndp: 0, rr: 0, uh: '' },
  ...{ cr: null, ct: null, ph: null, vf: null, fv: false, m: false, rl: false },
}

/**
 * Whom the member has blocked, the latest first (index relation_blocked), whatever their status is by now: enough to
 * unblock them, and nothing of how they are today.
 */
export async function listBlocked(deps: Deps, viewer: Pick<Viewer, 'id'>): Promise<ReplyOf<typeof call>> {
  const rows = await deps.db
    .selectFrom('relation as r')
    .innerJoin('member as m', 'm.id', 'r.other')
    .where('r.me', '=', viewer.id)
    .where('r.blocked_ts', 'is not', null)
    .orderBy('r.blocked_ts', 'desc')
    .orderBy('r.other', 'desc')
    .select(['r.other', 'r.blocked_ts', 'm.username'])
    .execute()
  return {
    u: rows.map((row) => ({ ...untold, id: row.other, un: row.username ?? '', ts: row.blocked_ts ?? 0 })),
  }
}
