import type { ContactRule } from '@rosella/contract/browse/preferences'
import type { ProblemCode } from '@rosella/contract/problems'
import { PICTURES_RULE } from '@rosella/contract/safety/rules'
import type { SiteSettings } from '@rosella/contract/settings/rules'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared } from '../platform/database/prepared'
import type { Reader, Tx } from '../platform/database/transaction'
import { Problem } from '../platform/problem'
import { memberFacts } from './member-facts'
import { type FactsAtHome, matchesPreferences } from './preferences'
import type { Pair } from './relation'
import { hasStatus, lockVisiblePair } from './visible-members'

/** Whether one of two members has ended contact, from the sender's side. */
interface Ending {
  own_name: string
  other_name: string
  /** The sender is not interested in the other. */
  is_ender: boolean
  /** The other is not interested in the sender. */
  is_closed: boolean
  /** They had exchanged messages before. */
  is_ended: boolean
}

/** Everything that decides whether a message is accepted. */
export interface Contact extends Ending {
  other_gender: string | null
  rule: ContactRule
  /** Of the sender, as is `is_confirmed`. */
  is_verified: boolean
  is_confirmed: boolean
  matches_preferences: boolean
  wrote: boolean
  /** The other has written to the sender, or liked them. */
  was_written: boolean
  was_liked: boolean
  /** Conversations the sender started in the last day, and whether a report about them was upheld in the last week. */
  began: number
  is_reported: boolean
  /** The scam shield has opened a case that no moderator has decided yet. */
  is_restricted: boolean
}

export interface Refusal {
  code: ProblemCode
  values: Record<string, string>
}

type Budget = Pick<SiteSettings, 'first_messages' | 'first_messages_verified' | 'confirmed_to_write'>

const pronouns: Record<string, { their: string; they_like: string }> = {
  f: { their: 'her', they_like: 'she likes' },
  m: { their: 'his', they_like: 'he likes' },
}

/** Neither has written to the other. */
export const isNewConversation = ({ wrote, was_written }: Contact): boolean => !wrote && !was_written

/** A new conversation with somebody who has neither written to nor liked the sender. */
export const isFirstMessage = (contact: Contact): boolean => isNewConversation(contact) && !contact.was_liked

/** One of the two has ended the conversation. Both see the name of the member who ended it. */
function endedRefusal({ own_name, other_name, ...ending }: Ending): Refusal | undefined {
  if (ending.is_ender) return { code: 'contact.ended', values: { name: own_name } }
  if (ending.is_closed && ending.is_ended) return { code: 'contact.ended', values: { name: other_name } }
  return undefined
}

/** The other is not interested and there were no messages. Shown only when the sender tries to write. */
const closedRefusal = ({ is_closed, is_ended }: Ending): Refusal | undefined =>
  is_closed && !is_ended ? { code: 'contact.closed', values: {} } : undefined

/** Why a message would be refused, as far as the sender may see it before typing. */
export const visibleRefusal = (contact: Contact, budget: Budget): Refusal | undefined =>
  endedRefusal(contact) ??
  ruleRefusal(contact) ??
  restrictionRefusal(contact) ??
  firstMessageRefusal(contact, budget)

export const messageRefusal = (contact: Contact, budget: Budget): Refusal | undefined =>
  visibleRefusal(contact, budget) ?? closedRefusal(contact)

/** A member who has received a message may always reply. */
function ruleRefusal(contact: Contact): Refusal | undefined {
  const { rule } = contact
  if (rule === 'anyone' || contact.was_written) return undefined
  const matches = {
    preferences: contact.matches_preferences,
    verified: contact.is_verified,
    liked: contact.was_liked,
  }
  const { their, they_like } = pronouns[contact.other_gender ?? ''] ?? {
    their: 'their',
    they_like: 'they like',
  }
  return matches[rule]
    ? undefined
    : { code: `contact.${rule}`, values: { name: contact.other_name, their, they_like } }
}

/** Applies until a moderator decides, even to conversations with people who liked the sender. */
const restrictionRefusal = (contact: Contact): Refusal | undefined =>
  contact.is_restricted && isNewConversation(contact) ? { code: 'contact.shield', values: {} } : undefined

function firstMessageRefusal(contact: Contact, budget: Budget): Refusal | undefined {
  if (!isFirstMessage(contact)) return undefined
  if (budget.confirmed_to_write === 1 && !contact.is_confirmed)
    return { code: 'contact.unconfirmed', values: {} }
  const whole = contact.is_verified ? budget.first_messages_verified : budget.first_messages
  const most = contact.is_reported ? Math.floor(whole / 2) : whole
  return contact.began < most ? undefined : { code: 'contact.enough', values: {} }
}

type Id = Expression<number> | RawBuilder<unknown>

/** Whether the reader sees the scam shield's warning about the other (primary key of scam_warning). */
export const isWarned = (reader: Id, other: Id): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from scam_warning w
    where w.receiver_id = ${reader} and w.sender_id = ${other} and w.dismissed_ts is null)`

/** Whether that warning is about a request for intimate pictures (index scam_sign_pair). */
export const isWarnedOfPictures = (reader: Id, other: Id): RawBuilder<SqlBool> => sql<SqlBool>`
  (${isWarned(reader, other)} and exists (select from scam_sign s
    where s.sender_id = ${other} and s.receiver_id = ${reader} and s.rule = ${sql.lit(PICTURES_RULE)}
      and s.counted and s.outcome is distinct from 'dismissed'))`

/** Whether a member may not start conversations until a moderator decides (index messaging_restriction_open). */
const isRestricted = (member: Id): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from messaging_restriction h where h.member_id = ${member} and h.ended_ts is null)`

const DAY = 86_400
/** How long a first message counts, and how long an upheld report halves the budget. */
const COUNTED = DAY
const HALVED = 7 * DAY

/**
 * Uses primary keys, relation_began, report_member and messaging_restriction_open. Decisions lifted by an appeal do
 * not count.
 */
const facts = prepared(
  (sender: number, receiver: number, begunAfter: number, upheldAfter: number) => sql<
    Omit<Contact, 'matches_preferences'>
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
      ${isRestricted(sql`v.id`)} as is_restricted
    from member v join account a on a.member_id = v.id
    join member m on m.id = ${receiver}
    left join preferences l on l.member_id = m.id
    left join relation mine on mine.me = v.id and mine.other = m.id
    left join relation theirs on theirs.me = m.id and theirs.other = v.id
    where v.id = ${sender} and ${hasStatus('v.status', 'active')}`,
)

const atHome = prepared(
  (ids: number[]) => sql<FactsAtHome>`
    select f.id, f.birthday, f.choices, f.town_hidden, f.age_min, f.age_max, f.distance, f.answered_only, f.accepts,
      t.latitude, t.longitude
    from ${memberFacts} f left join town t on t.id = f.town_id where f.id = any(${ids}::bigint[])`,
)

/** Undefined if the sender is not active. */
export async function readContact(
  db: Reader,
  sender: number,
  receiver: number,
  now: number,
): Promise<Contact | undefined> {
  const [row] = await facts(db, sender, receiver, now - COUNTED, now - HALVED)
  if (!row) return undefined
  const needsPreferences = row.rule === 'preferences' && !row.was_written
  return {
    ...row,
    matches_preferences: !needsPreferences || (await matchesReceiver(db, sender, receiver, now)),
  }
}

async function matchesReceiver(db: Reader, sender: number, receiver: number, now: number): Promise<boolean> {
  const both = await atHome(db, [sender, receiver])
  const [member, other] = [receiver, sender].map((id) => both.find((row) => row.id === id))
  return member !== undefined && other !== undefined && matchesPreferences(member, other, now)
}

async function readNames(db: Reader, one: number, other: number): Promise<[string, string]> {
  const rows = await db
    .selectFrom('member')
    .where('id', 'in', [one, other])
    .select(['id', 'username'])
    .execute()
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.username ?? ''
  return [nameOf(one), nameOf(other)]
}

/** Refuses what needs the same permission as a message, if the receiver's contact rule excludes the sender. */
export async function assertContactRule(
  tx: Tx,
  sender: number,
  receiver: number,
  now: number,
): Promise<void> {
  const contact = await readContact(tx, sender, receiver, now)
  if (!contact) throw new Problem('no-user')
  const refusal = ruleRefusal(contact)
  if (refusal) throw new Problem(refusal.code, refusal.values)
}

/** Locks a pair for a gesture towards the other. Refused if one of the two is not interested. */
export async function lockReachablePair(tx: Tx, viewerId: number, otherId: number): Promise<Pair> {
  const pair = await lockVisiblePair(tx, viewerId, otherId)
  const { not_interested_ts, closed_to_me, ended } = pair.mine
  if (not_interested_ts === null && !closed_to_me) return pair
  const ending = { is_ender: not_interested_ts !== null, is_closed: closed_to_me, is_ended: ended }
  const [own_name, other_name] = await readNames(tx, viewerId, otherId)
  const named = { ...ending, own_name, other_name }
  const refusal = endedRefusal(named) ?? closedRefusal(named)
  if (refusal) throw new Problem(refusal.code, refusal.values)
  return pair
}
