import type { AdminMember } from '@rosella/contract/admin/shapes'
import type { Reader } from '../../database/transaction'
import { isAdmin, isPremium } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { faceOf } from './face-of'

/** What an admin sees of a member; whoever asks says which ones and in what order. */
export const adminMemberQuery = (db: Reader) =>
  db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .leftJoin('activity as t', 't.member_id', 'm.id')
    .select(['m.id', 'm.url_hash', 'm.username', 'm.status', 'm.premium', 'm.premium_until_ts', 'm.city'])
    .select(['m.photo', 'm.approved_photos', 'm.created_ts', 't.last_active_ts'])
    .select(['a.email', 'a.email_confirmed', 'a.status_reason', 'a.status_until_ts', 'a.status_report_id'])

type Row = Awaited<ReturnType<ReturnType<typeof adminMemberQuery>['executeTakeFirstOrThrow']>>

export const presentMember = (
  deps: Pick<Services, 'clock' | 'site' | 'photoUrls'>,
  row: Row,
): AdminMember => ({
  ...row,
  ...faceOf(deps, row),
  premium: isPremium(row, deps.clock.now()),
  admin: isAdmin(deps.site, row),
})
