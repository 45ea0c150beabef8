import { KNOWN_PHOTO_SECONDS } from '@rosella/contract/photos/rules'
import { scamReasons } from '@rosella/contract/safety/reasons'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/transaction'
import { hasStatus } from './visible-members'

/**
 * Copies the photo hashes of a member who is banned for a scam into the bank of known photos. Call it after a case has
 * banned them, and after a photo of theirs was hashed: cases that no longer ban the member add nothing. Also takes the
 * hashes of an account that was erased first (index erased_photo_member) and of reported photos that were deleted since
 * (index report_member). Repeating it changes nothing.
 */
export async function addKnownPhotos(tx: Tx, memberId: number, now: number): Promise<void> {
  await sql`
    insert into known_photo (pdq, reason, ts, report_id, member_id, added_ts)
    select distinct substr(p.pdq, 1 + 32 * n, 32), r.reason, r.closed_ts, r.id, r.member_id, ${now}::bigint
    from report r
      cross join lateral (
        select pdq from photo where member_id = r.member_id
        union all select pdq from erased_photo where member_id = r.member_id
        union all select e.pdq from report_snapshot s
          cross join lateral jsonb_array_elements(s.content::jsonb -> 'photos') reported
          join evidence_photo e on e.original = reported ->> 'filename'
        where s.report_id in (select id from report where member_id = r.member_id)) p
      cross join generate_series(0, 7) n
    where r.member_id = ${memberId} and r.outcome = 'banned' and r.lifted_ts is null
      and r.reason_key = any(${[...scamReasons]}::text[]) and r.closed_ts > ${now - KNOWN_PHOTO_SECONDS}
      and length(p.pdq) = 256
      and (exists (
          select from member m join account a on a.member_id = m.id
          where m.id = r.member_id and ${hasStatus('m.status', 'banned')} and (a.status_report_id = r.id
            or a.status_before @> jsonb_build_array(jsonb_build_object('status_report_id', r.id))))
        or exists (select from erased_member e where e.member_id = r.member_id and e.banned_ts is not null))
    on conflict do nothing`.execute(tx)
}

/** The case no longer bans the member, or the member is no longer banned (index known_photo_report or known_photo_member). */
export async function removeKnownPhotos(
  tx: Tx,
  of: { report_id: number } | { member_id: number },
): Promise<void> {
  const [column, id] =
    'report_id' in of ? (['report_id', of.report_id] as const) : (['member_id', of.member_id] as const)
  await tx.deleteFrom('known_photo').where(column, '=', id).execute()
}
