import { sql } from 'kysely'
import type { Contact } from '../domain/contact-rule'
import { type FactsAtHome, isInsideLimits } from '../domain/limits-rule'
import { hasStatus } from './has-status'
import { prepared } from './prepared'
import { isHeld } from './scam-warning'
import type { Reader } from './transaction'

const DAY = 86_400
/** How long a first message counts, and an upheld report. */
const COUNTED = DAY
const HALVED = 7 * DAY

/** By primary keys, relation_began, report_member and scam_hold_open. A decision that an appeal has lifted no longer stands. */
const facts = prepared(
  (sender: number, receiver: number, begunAfter: number, upheldAfter: number) => sql<
    Omit<Contact, 'is_inside_limits'>
  >`
    select coalesce(v.username, '') as own_name, coalesce(m.username, '') as other_name, m.gender as other_gender,
      coalesce(l.contact, 'anyone') as rule, v.verified_ts is not null as is_verified,
      a.email_confirmed as is_confirmed, coalesce(mine.wrote, false) as wrote,
      coalesce(theirs.wrote, false) as was_written, mine.received_like_ts is not null as was_liked,
      mine.not_interested_ts is not null as is_ender, coalesce(mine.closed_to_me, false) as is_closed,
      coalesce(mine.ended, false) as is_ended,
      (select count(*)::int from relation b where b.me = v.id and b.began_ts > ${begunAfter}) as began,
      exists (select from report c where c.member_id = v.id and c.outcome in ('warned', 'suspended', 'banned')
        and c.lifted_ts is null and c.closed_ts > ${upheldAfter}) as is_reported,
      ${isHeld(sql`v.id`)} as is_held
    from member v join account a on a.member_id = v.id
    join member m on m.id = ${receiver}
    left join limits l on l.member_id = m.id
    left join relation mine on mine.me = v.id and mine.other = m.id
    left join relation theirs on theirs.me = m.id and theirs.other = v.id
    where v.id = ${sender} and ${hasStatus('v.status', 'active')}`,
)

const atHome = prepared(
  (ids: number[]) => sql<FactsAtHome>`
    select f.id, f.birthday, f.choices, f.town_hidden, f.age_min, f.age_max, f.distance, f.answered_only, f.accepts,
      t.latitude, t.longitude
    from member_facts f left join town t on t.id = f.town_id where f.id = any(${ids}::bigint[])`,
)

/** What decides whether the one may write to the other; undefined where the sender is not here to write. */
export async function readContact(
  db: Reader,
  sender: number,
  receiver: number,
  now: number,
): Promise<Contact | undefined> {
  const [row] = await facts(db, sender, receiver, now - COUNTED, now - HALVED)
  if (!row) return undefined
  const asksLimits = row.rule === 'limits' && !row.was_written
  return { ...row, is_inside_limits: !asksLimits || (await fits(db, sender, receiver, now)) }
}

async function fits(db: Reader, sender: number, receiver: number, now: number): Promise<boolean> {
  const both = await atHome(db, [sender, receiver])
  const [member, other] = [receiver, sender].map((id) => both.find((row) => row.id === id))
  return member !== undefined && other !== undefined && isInsideLimits(member, other, now)
}
