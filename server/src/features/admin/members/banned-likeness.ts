import { setImmediate as breathe } from 'node:timers/promises'
import type { BannedLikeness } from '@rosella/contract/admin/shapes'
import { sql } from 'kysely'
import { findBan } from '../../../members/credentials'
import { hasStatus } from '../../../members/visible-members'
import { mailboxOf } from '../../../platform/email/address'
import type { Services } from '../../../platform/services'
import { findBannedMatches, type PhotoMatcher } from '../../photos/index'

/**
 * Every three consecutive words, in lower case and without punctuation: most of them survive a change of a
 * word or two.
 */
export function wordTriples(text: string): ReadonlySet<string> {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const triples = new Set<string>()
  for (let n = 0; n + 2 < words.length; n++) triples.add(`${words[n]} ${words[n + 1]} ${words[n + 2]}`)
  return triples
}

/** The share of triples that two texts have in common: 0 for unrelated texts, 1 for copies. */
export function textLikeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const triple of one) if (other.has(triple)) common++
  const all = one.size + other.size - common
  return all === 0 ? 0 : common / all
}

const texts = ['tagline', 'about_offer', 'wants', 'interests'] as const
/** The share of common triples from which texts count as alike; see text-likeness.test.ts. */
const ALIKE = 0.5
/**
 * How many of the most recently banned members are compared by text, and how many before yielding to the
 * event loop.
 */
const COMPARED = 2000
const CHUNK = 100

/**
 * Finds similarities between a member and banned members: photos, texts, a mailbox. Only information for moderators;
 * nothing is decided automatically.
 */
export async function findBannedLikeness(
  deps: Services & { photoMatcher: PhotoMatcher },
  memberId: number,
): Promise<BannedLikeness[]> {
  const { db } = deps
  return [
    ...(await byPhoto(deps, memberId)),
    ...(await byMailbox(db, memberId)),
    ...(await byText(db, memberId)),
  ]
}

type Db = Services['db']

/** The nearest photo of each banned member, or of the known photos of other sites. */
async function byPhoto(
  deps: Parameters<typeof findBannedMatches>[0],
  memberId: number,
): Promise<BannedLikeness[]> {
  const nearest = new Map<number | null, BannedLikeness>()
  for (const { distance, member_id, username } of await findBannedMatches(deps, memberId))
    if (!nearest.has(member_id))
      nearest.set(member_id, { member_id, username, by: 'photo', detail: String(distance) })
  return [...nearest.values()]
}

/** Narrows down by the first letter of the mailbox, then compares each address of the banned members who share it. */
async function byMailbox(db: Db, memberId: number): Promise<BannedLikeness[]> {
  const own = await db
    .selectFrom('account')
    .where('member_id', '=', memberId)
    .select('email')
    .executeTakeFirst()
  if (!own) return []
  const mailbox = mailboxOf(own.email)
  const banned = await db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where(hasStatus('m.status', 'banned'))
    .where('m.id', '<>', memberId)
    .where(sql<boolean>`left(lower(a.email), 1) = ${mailbox.slice(0, 1)}`)
    .orderBy('m.id', 'desc')
    .select(['m.id as member_id', 'm.username', 'a.email'])
    .execute()
  const found: BannedLikeness[] = banned
    .filter(({ email }) => mailboxOf(email) === mailbox)
    .map(({ member_id, username, email }) => ({ member_id, username, by: 'mailbox', detail: email }))
  if (found.length === 0 && (await findBan(db, mailbox)))
    found.push({ member_id: null, username: null, by: 'mailbox', detail: mailbox })
  return found
}

async function byText(db: Db, memberId: number): Promise<BannedLikeness[]> {
  const own = await db
    .selectFrom('profile')
    .where('member_id', '=', memberId)
    .select(texts)
    .executeTakeFirst()
  const mine = texts.flatMap((field) => {
    const triples = wordTriples(own?.[field] ?? '')
    return triples.size < 4 ? [] : [{ field, triples }]
  })
  if (mine.length === 0) return []
  const banned = await db
    .selectFrom('profile as p')
    .innerJoin('member as m', 'm.id', 'p.member_id')
    .where(hasStatus('m.status', 'banned'))
    .where('m.id', '<>', memberId)
    .orderBy('m.id', 'desc')
    .limit(COMPARED)
    .select(['m.id as member_id', 'm.username', 'p.tagline', 'p.about_offer', 'p.wants', 'p.interests'])
    .execute()
  const found: BannedLikeness[] = []
  for (const [n, { member_id, username, ...theirs }] of banned.entries()) {
    if (n % CHUNK === CHUNK - 1) await breathe()
    // The text may be in a different field.
    const triples = texts.map((field) => wordTriples(theirs[field]))
    const alike = mine.find((text) => triples.some((other) => textLikeness(text.triples, other) >= ALIKE))
    if (alike) found.push({ member_id, username, by: 'text', detail: alike.field })
  }
  return found
}
