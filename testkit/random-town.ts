import type { WrittenFilters } from '@rosella/contract/browse/filters'
import { contactRules } from '@rosella/contract/browse/preferences'
import { labels, preferenceListNames, preferenceLists } from '@rosella/contract/profile/fields'
import { matchSteps } from '@rosella/contract/questions/agreement'
import { questions } from '@rosella/contract/questions/questions'
import type { Db } from '@rosella/server/platform/ports/database'
import { writePublished } from '@rosella/server/search-index/answers'
import { sql } from 'kysely'

/** Seeded, so that a failure can be reproduced. */
export type Dice = (sides: number) => number
export function dice(seed: number): Dice {
  let state = seed >>> 0
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

/** Towns at various distances from one point, the last as far away as possible. */
const towns = [
  ['Hobart, TAS', -42.87936, 147.32941],
  ['Kingston, TAS', -42.97702, 147.30827],
  ['Sorell, TAS', -42.78, 147.56],
  ['Oatlands, TAS', -42.3, 147.37],
  ['Launceston, TAS', -41.43876, 147.13467],
  ['Melbourne, VIC', -37.814, 144.96332],
  ['Sydney, NSW', -33.86785, 151.20732],
  ['Perth, WA', -31.95224, 115.8614],
] as const
const tags = ['coffee', 'surfing', 'bushwalking', 'dogs', 'jazz', 'chess']
const spoken = ['en', 'de', 'vi', 'zh']

const pick = <T>(roll: Dice, from: readonly T[]): T => from[roll(from.length)] as T
const some = <T>(roll: Dice, from: readonly T[]): T[] => from.filter(() => roll(3) === 0)
const choiceCodes = (field: keyof typeof labels) => Object.keys(labels[field])
const maybe = <T>(roll: Dice, odds: number, value: () => T): T | null => (roll(odds) === 0 ? value() : null)
const choiceFields = [
  'relationship_goals',
  'kids',
  'wants_kids',
  'smoking',
  'drinking',
  'marriage',
  'education',
] as const

export function randomPreferences(roll: Dice) {
  const [one, other] = [18 + roll(50), 18 + roll(50)]
  const lists = Object.fromEntries(
    preferenceListNames.map((name) => [
      name,
      maybe(roll, 3, () => some(roll, choiceCodes(preferenceLists[name]))) ?? [],
    ]),
  )
  return {
    age_min: roll(2) ? 18 : Math.min(one, other),
    age_max: roll(2) ? 99 : Math.max(one, other),
    distance: roll(2) ? 0 : pick(roll, [10, 25, 50, 100, 250, 500]),
    answered_only: roll(4) === 0,
    contact: pick(roll, contactRules),
    ...lists,
  }
}

/** Inserts random members directly, without a sign-up. */
export async function insertRandomTown(db: Db, roll: Dice, size: number, now: number): Promise<number[]> {
  const rows = Array.from({ length: size }, () => {
    const [city, latitude, longitude] = pick(roll, towns)
    const isElsewhere = roll(30) === 0
    return {
      hash: Array.from({ length: 9 }, () => pick(roll, [...'abcdefghjkmnpqrstuvwxyz23456789'])).join(''),
      gender: pick(roll, ['f', 'm']),
      interested: pick(roll, ['m', 'w', 'b']),
      birthday: `${1945 + roll(63)}-${String(1 + roll(12)).padStart(2, '0')}-${String(1 + roll(28)).padStart(2, '0')}`,
      country: isElsewhere ? 'NZ' : 'AU',
      city: isElsewhere ? 'Sydney, NSW' : city,
      latitude: roll(25) === 0 ? null : latitude,
      longitude,
      hidden: roll(6) === 0,
      paused: roll(15) === 0,
      status: roll(12) === 0 ? 5 : 2,
      photos: roll(10) === 0 ? 2 : 3,
      ndp: roll(3),
      verified: roll(3) === 0 ? now : null,
      created: now - roll(40) * 86_400 - roll(3),
      active: roll(8) === 0 ? null : now - roll(60) * 40_000 - roll(2),
      height: maybe(roll, 2, () => 150 + roll(50)),
      spoken: some(roll, spoken),
      tags: some(roll, tags),
      preferences: maybe(roll, 2, () => randomPreferences(roll)),
      ...Object.fromEntries(
        choiceFields.map((field) => [field, maybe(roll, 2, () => pick(roll, choiceCodes(field)))]),
      ),
    }
  })
  const { rows: made } = await sql<{ id: number; hash: string }>`
    insert into member (url_hash, username, gender, interested, birthday, country, city, latitude, longitude, town_hidden,
      paused, status, photos, approved_photos, ndp, created_ts, verified_ts)
    select r.hash, 'Someone', r.gender, r.interested, r.birthday, r.country, r.city, r.latitude, r.longitude, r.hidden,
      r.paused, r.status, 3, r.photos, r.ndp, r.created, r.verified
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (hash text, gender text, interested text, birthday date,
      country text, city text, latitude float, longitude float, hidden bool, paused bool, status int,
      photos int, ndp int, created bigint, verified bigint)
    returning id, url_hash as hash`.execute(db)
  const ids = new Map(made.map(({ id, hash }) => [hash, id]))
  const known = rows.map((row) => ({ ...row, member_id: ids.get(row.hash) }))
  const record = JSON.stringify(known)
  await sql`
    insert into profile (member_id, relationship_goals, kids, wants_kids, smoking, drinking, marriage, education, height,
      spoken, tags)
    select member_id, relationship_goals, kids, wants_kids, smoking, drinking, marriage, education, height, spoken, tags
    from jsonb_populate_recordset(null::profile, ${record}::jsonb)`.execute(db)
  await sql`
    insert into activity (member_id, last_active_ts)
    select member_id, active from jsonb_to_recordset(${record}::jsonb) r (member_id bigint, active bigint)
    where active is not null`.execute(db)
  const preferences = known.flatMap((row) =>
    row.preferences ? [{ member_id: row.member_id, ...row.preferences }] : [],
  )
  await sql`insert into preferences select * from jsonb_populate_recordset(null::preferences, ${JSON.stringify(preferences)}::jsonb)`.execute(
    db,
  )
  await insertRandomAnswers(db, roll, [...ids.values()])
  return [...ids.values()]
}

/** Gives half of the members published answers. Most choose and accept the first choices, so that some match well. */
async function insertRandomAnswers(db: Db, roll: Dice, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    if (roll(2) === 0) continue
    const answered = questions.filter(() => roll(3) === 0)
    const published = answered.map(({ id: question_id, choices }) => ({
      question_id,
      choice: roll(4) > 0 ? 0 : roll(choices.length),
      accepts: roll(8) === 0 ? 2 ** choices.length - 1 : roll(5) > 0 ? 3 : 1 << roll(choices.length),
      importance: roll(3),
    }))
    await sql`
      insert into question_member (member_id, published, published_ts)
      values (${id}, ${Buffer.from(writePublished(published))}, 1)
      on conflict (member_id) do update set published = excluded.published`.execute(db)
  }
}

/** Adds some blocks, lost interest, and members who hide from an address. */
export async function insertRandomRelations(db: Db, roll: Dice, ids: readonly number[]): Promise<void> {
  await sql`
    insert into account (member_id, email, email_hash, ban_hash)
    select id, id || '@rosella.test', sha256(id::text::bytea), sha256(id::text::bytea) from unnest(${ids}::bigint[]) id`.execute(
    db,
  )
  for (let n = 0; n < ids.length; n++) {
    const [me, other] = [pick(roll, ids), pick(roll, ids)]
    if (me === other) continue
    const kind = roll(3)
    if (kind === 2)
      await sql`
        insert into people_i_know select ${me}, email_hash from account where member_id = ${other}
        on conflict do nothing`.execute(db)
    else
      await sql`
        insert into relation (me, other, blocked_me, not_interested_ts)
        values (${me}, ${other}, ${kind === 0}, ${kind === 1 ? 1 : null}) on conflict do nothing`.execute(db)
  }
}

/** A few random filters. */
export function randomFilters(roll: Dice): WrittenFilters {
  const list = (from: readonly string[]) => some(roll, from).join(',')
  const all: [keyof WrittenFilters, () => string][] = [
    ['any', () => pick(roll, ['0', '1'])],
    ['age_min', () => String(18 + roll(30))],
    ['age_max', () => String(48 + roll(52))],
    ['distance', () => String(pick(roll, [0, 10, 25, 50, 100, 250, 500]))],
    ['place', () => pick(roll, ['Launceston|TAS|AU', 'Melbourne|VIC|AU', 'Broome|WA|AU'])],
    ['state', () => list(['TAS', 'VIC', 'NSW', 'WA'])],
    ['goals', () => list(choiceCodes('relationship_goals'))],
    ['kids', () => list(choiceCodes('kids'))],
    ['wants_kids', () => list(choiceCodes('wants_kids'))],
    ['smoking', () => list(choiceCodes('smoking'))],
    ['drinking', () => list(choiceCodes('drinking'))],
    ['marriage', () => list(choiceCodes('marriage'))],
    ['education', () => list(choiceCodes('education'))],
    ['height_min', () => String(150 + roll(25))],
    ['height_max', () => String(175 + roll(25))],
    ['spoken', () => list(spoken)],
    ['tags', () => list(tags)],
    ['online', () => pick(roll, ['0', '1'])],
    ['active_days', () => pick(roll, ['1', '7', '30'])],
    ['new', () => '1'],
    ['prompts', () => '1'],
    ['verified', () => pick(roll, ['0', '1'])],
    ['answered_only', () => pick(roll, ['0', '1'])],
  ]
  // Less often than the others, because few members match somebody so well.
  if (roll(4) === 0) all.push(['match_min', () => String(pick(roll, matchSteps))])
  const few = 2 + roll(7)
  return Object.fromEntries(all.flatMap(([key, value]) => (roll(few) === 0 ? [[key, value()]] : [])))
}
