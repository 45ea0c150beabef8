import { memberStatus } from '@rosella/contract/member/status'
import { isNamed } from '../../database/staff'
import type { Reader } from '../../database/transaction'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

/** Whether somebody else could decide in this one's place: an admin or a moderator, confirmed and active. */
export async function hasOtherModerator(
  db: Reader,
  site: Services['site'],
  admin: Pick<Viewer, 'id'>,
  /** Somebody besides who could not either. */
  besides = admin.id,
): Promise<boolean> {
  const other = await db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where(isNamed(site))
    .where('a.email_confirmed', '=', true)
    .where('m.status', '=', memberStatus.active)
    .where('m.id', 'not in', [admin.id, besides])
    .select('m.id')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
