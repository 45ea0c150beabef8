import { memberStatus } from '@rosella/contract/member/status'
import type { Reader } from '../../database/transaction'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

/** Whether somebody else could decide in this admin's place: named, confirmed and active. */
export async function hasOtherAdmin(
  db: Reader,
  { adminEmails }: Services['site'],
  admin: Pick<Viewer, 'id'>,
  /** Somebody besides who could not either. */
  besides = admin.id,
): Promise<boolean> {
  if (adminEmails.length < 2) return false
  const other = await db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where(({ fn }) => fn<string>('lower', ['a.email']), 'in', adminEmails)
    .where('a.email_confirmed', '=', true)
    .where('m.status', '=', memberStatus.active)
    .where('m.id', 'not in', [admin.id, besides])
    .select('m.id')
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
