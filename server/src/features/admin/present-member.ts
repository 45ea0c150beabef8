import type { AdminMember } from '@rosella/contract/admin/shapes'
import type { Reader } from '../../database/transaction'
import { isConfiguredAdmin, isPremium, roleOf, type Viewer } from '../../domain/viewer'
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
    .select('a.role')

type Row = Awaited<ReturnType<ReturnType<typeof adminMemberQuery>['executeTakeFirstOrThrow']>>

/** Premium is the admins' affair. */
export function presentMember(
  deps: Pick<Services, 'clock' | 'site' | 'photoUrls'>,
  admin: Pick<Viewer, 'role'>,
  row: Row,
): AdminMember {
  const role = roleOf(deps.site, row)
  return {
    ...row,
    ...faceOf(deps, row),
    premium: admin.role === 'admin' && isPremium(row, deps.clock.now()),
    premium_until_ts: admin.role === 'admin' ? row.premium_until_ts : null,
    admin: role === 'admin',
    role,
    role_configured: isConfiguredAdmin(deps.site, row),
  }
}
