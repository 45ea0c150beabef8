import { findReasons, reasonText } from '@rosella/contract/browse/reasons'
import { isMutual } from '@rosella/contract/browse/rules'
import { bandBetween } from '@rosella/contract/places/bands'
import { siteDay } from '@rosella/contract/site-day'
import { dice, insertRandomRelations, insertRandomTown } from '@rosella/testkit/random-town'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MemberFacts, memberFacts } from '../../../members/member-facts'
import { type FactsAtHome, matchesPreferences } from '../../../members/preferences'
import { Answers } from '../../../search-index/answers'
import { factColumns } from '../../../search-index/member-index'
import { Towns } from '../../../search-index/towns'
import { assignSuggestions, reasonPair, reasonTexts } from './assign-suggestions'

let app: TestApp
let ids: number[]
const DAY = 86_400
const never = new AbortController().signal
const deps = () => ({ ...app.server.services, towns: new Towns(), memberIndex: { answers: new Answers() } })
const assign = (signal = never) => assignSuggestions(deps())(signal)
const today = () => siteDay(app.clock.now())

interface PickRow {
  member_id: number
  others: number[]
  different: boolean[]
  reasons: string[]
}
const picksOf = async (day = today()): Promise<PickRow[]> =>
  app.db
    .selectFrom('suggestion')
    .where('day', '=', day)
    .orderBy('member_id')
    .select(['member_id', 'others', 'different', 'reasons'])
    .execute()

/** Everyone opens their suggestions and is active again the next day. */
async function nextDay(): Promise<void> {
  await sql`
    insert into impression (member_id, day, surface, saw, shown)
    select id, ${today()}::date, 'for-you', sum(saw), sum(shown) from (
      select member_id as id, cardinality(others) as saw, 0 as shown from suggestion where day = ${today()}::date
      union all select unnest(others), 0, 1 from suggestion where day = ${today()}::date) looks group by id
    on conflict (member_id, day, surface) do update set saw = excluded.saw, shown = excluded.shown`.execute(
    app.db,
  )
  app.clock.advance(DAY)
  await sql`update activity set last_active_ts = last_active_ts + ${DAY}`.execute(app.db)
}
async function deletePicks(): Promise<void> {
  for (const table of ['suggestion', 'impression', 'suggestion_day'])
    await sql`delete from ${sql.table(table)}`.execute(app.db)
}

beforeAll(async () => {
  app = await openTestApp()
  const roll = dice(31)
  ids = await insertRandomTown(app.db, roll, 400, app.clock.now())
  await insertRandomRelations(app.db, roll, ids)
}, 60_000)
afterAll(() => app.close())

type Facts = MemberFacts &
  FactsAtHome & { shown: boolean; no_suggestions: boolean; approved_photos: number; hides: number[] }

/** Every member in the database and the members hidden from them, with a second implementation of the rules. */
async function everybody(): Promise<Map<number, Facts>> {
  const { rows } = await sql<Facts>`
    select ${factColumns}, t.latitude, t.longitude, f.status = 2 and not f.paused as shown, m.no_suggestions,
      f.approved_photos,
      array(select other from relation r where r.me = f.id and (r.blocked_ts is not null or r.blocked_me
          or r.not_interested_ts is not null or r.closed_to_me or r.sent_like_ts is not null)
        union select k.member_id from people_i_know k join account a on a.email_hash = k.address_hash
        where a.member_id = f.id) as hides
    from ${memberFacts} f join member m on m.id = f.id left join town t on t.id = f.town_id`.execute(app.db)
  return new Map(rows.map((row) => [row.id, row]))
}

const bandOf = (one: Facts, other: Facts): number | null => {
  const home = ({ latitude, longitude, town_hidden }: Facts) =>
    town_hidden || latitude === null || longitude === null ? null : { latitude, longitude }
  const [here, there] = [home(one), home(other)]
  return here && there ? bandBetween(here, there) : null
}

test('[P3 §11] every pick matches both ways, with at most 14, two of them different, and every reason is true', async () => {
  await assign()
  const all = await everybody()
  const rows = await picksOf()
  const now = app.clock.now()
  expect(rows.length).toBeGreaterThan(150)
  for (const { member_id, others, different, reasons } of rows) {
    const me = all.get(member_id) as Facts
    expect(me.shown && !me.no_suggestions).toBe(true)
    expect(others.length).toBeLessThanOrEqual(14)
    expect(new Set(others).size).toBe(others.length)
    expect(different.filter(Boolean)).toHaveLength(Math.min(2, others.length - 1))
    for (const [at, id] of others.entries()) {
      const other = all.get(id) as Facts
      expect(other.shown && other.approved_photos >= 3 && id !== member_id).toBe(true)
      expect(isMutual(me, other)).toBe(true)
      expect(matchesPreferences(me, other, now) && matchesPreferences(other, me, now)).toBe(true)
      expect(me.hides).not.toContain(id)
      const pair = reasonPair(me, other, { band: bandOf(me, other), agreement: null, now })
      expect(reasons[at]).toBe(findReasons(pair).join(' '))
      const texts = reasonTexts(reasons[at] as string, pair)
      expect(texts.length).toBeGreaterThanOrEqual(1)
      expect(texts.length).toBeLessThanOrEqual(3)
      expect(texts).toEqual(findReasons(pair).map((key) => reasonText(key, pair)))
    }
  }
})

test('[P3 §11] ethnicity, gender at birth, income, education, photos and premium do not change any pick', async () => {
  app.clock.stand(app.clock.now())
  await deletePicks()
  await assign()
  const before = await picksOf()
  await sql`update profile set ethnicity = 'Other', gender_birth = 'm', income = 'h',
    education = case education when '1' then '3' else '1' end`.execute(app.db)
  await sql`update member set premium = not premium, photos = photos + 5, photo = 'other', approved_photos =
    case when approved_photos >= 3 then approved_photos + 2 else approved_photos end, verified_ts = null`.execute(
    app.db,
  )
  await deletePicks()
  await assign()
  expect(await picksOf()).toEqual(before)
  app.clock.stand(undefined)
})

test('[P3 §11] keeps the picks all day, and repeats nobody within 30 days unless nobody else is left', async () => {
  const first = new Map((await picksOf()).map(({ member_id, others }) => [member_id, others]))
  await assign()
  expect(new Map((await picksOf()).map(({ member_id, others }) => [member_id, others]))).toEqual(first)
  await nextDay()
  // A list that was never opened does not count. Every second member did not open theirs.
  const opened = (id: number) => id % 2 === 0
  await sql`update impression set saw = 0 where member_id % 2 = 1`.execute(app.db)
  await assign()
  let [fresh, unopened] = [0, 0]
  for (const { member_id, others } of await picksOf()) {
    const before = first.get(member_id) ?? []
    const again = others.filter((id) => before.includes(id))
    // All of them, or none of them.
    if (opened(member_id)) expect([0, others.length]).toContain(again.length)
    else if (again.length > 0 && again.length < others.length) unopened++
    if (opened(member_id) && again.length === 0) fresh++
  }
  expect(fresh).toBeGreaterThan(25)
  expect(unopened).toBeGreaterThan(25)
})

test('an aborted assignment continues with the remaining members and finishes once', async () => {
  await nextDay()
  const stop = new AbortController()
  const broken = deps()
  let transactions = 0
  const db = new Proxy(broken.db, {
    get(target, key, self) {
      const value = Reflect.get(target, key, self)
      // The first two delete old rows, and each other one stores picks.
      if (key === 'transaction' && ++transactions === 4) stop.abort()
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  await assignSuggestions({ ...broken, db })(stop.signal)
  const some = await picksOf()
  expect(some.length).toBeGreaterThan(0)
  const finished = () =>
    app.db.selectFrom('suggestion_day').where('day', '=', today()).select('finished_ts').executeTakeFirst()
  expect((await finished())?.finished_ts ?? null).toBeNull()
  await assign()
  const all = new Map((await picksOf()).map((row) => [row.member_id, row]))
  expect(all.size).toBeGreaterThan(some.length)
  for (const row of some) expect(all.get(row.member_id)).toEqual(row)
  expect((await finished())?.finished_ts).toBeGreaterThan(app.clock.now() - 60)
  // The counted picks equal the stored picks.
  const { rows } = await sql<{ picked: number; stored: number }>`
    select (select sum(picked) from impression where day = ${today()}::date)::int as picked,
      (select sum(cardinality(others)) from suggestion where day = ${today()}::date)::int as stored`.execute(
    app.db,
  )
  expect(rows[0]?.picked).toBe(rows[0]?.stored)
})

test('[P3 §11] the limit of expected likes counts lists that were stored earlier today', async () => {
  const viewer = (await picksOf()).find(({ others }) => others.length === 14)?.member_id as number
  const assignAgain = async () => {
    await sql`delete from suggestion where member_id = ${viewer} and day = ${today()}::date`.execute(app.db)
    await sql`update suggestion_day set finished_ts = null where day = ${today()}::date`.execute(app.db)
    await assign()
    return (await picksOf()).find(({ member_id }) => member_id === viewer)?.others ?? []
  }
  // Nobody has an exposure target, because these may exceed the limit.
  await sql`update impression set shown = 20 where surface = 'for-you' and day = ${today()}::date`.execute(
    app.db,
  )
  const [first] = await assignAgain()
  await sql`update impression set expected = 1000
    where member_id = ${first} and surface = 'for-you' and day = ${today()}::date`.execute(app.db)
  const others = await assignAgain()
  expect(others.length).toBeGreaterThan(5)
  expect(others).not.toContain(first)
})

test('[P3 §11] suggests a newcomer at least 50 times in the first week if enough members match', async () => {
  const women = Array.from({ length: 90 }, () => 0)
  const roll = dice(5)
  const crowd = await insertRandomTown(app.db, roll, women.length, app.clock.now())
  await sql`update member set gender = 'f', interested = 'm', status = 2, paused = false, approved_photos = 3,
    city = 'Broome, WA', country = 'AU', latitude = -17.96, longitude = 122.24, town_hidden = false,
    birthday = '1990-01-01', created_ts = ${app.clock.now() - 40 * DAY} where id = any(${crowd}::bigint[])`.execute(
    app.db,
  )
  await sql`delete from preferences where member_id = any(${crowd}::bigint[])`.execute(app.db)
  const [man] = (await insertRandomTown(app.db, roll, 1, app.clock.now())) as [number]
  await sql`update member set gender = 'm', interested = 'w', status = 2, paused = false, approved_photos = 3,
    city = 'Broome, WA', country = 'AU', latitude = -17.96, longitude = 122.24, town_hidden = false,
    birthday = '1990-01-01', created_ts = ${app.clock.now()} where id = ${man}`.execute(app.db)
  await sql`delete from preferences where member_id = ${man}`.execute(app.db)
  let suggested = 0
  for (let day = 0; day < 7; day++) {
    await nextDay()
    await sql`insert into activity (member_id, last_active_ts)
      select id, ${app.clock.now() - 3600} from unnest(${[...crowd, man]}::bigint[]) id
      on conflict (member_id) do update set last_active_ts = excluded.last_active_ts`.execute(app.db)
    if (day === 6) break
    await assign()
    suggested += (await picksOf()).filter(({ others }) => others.includes(man)).length
  }
  expect(suggested).toBeGreaterThanOrEqual(50)
}, 60_000)

test('[P3 §11] suggests every active member with enough photos and a match at least once a week', async () => {
  const all = [...(await everybody()).values()]
  const now = app.clock.now()
  // The week that the tests above simulated. Today is not assigned yet.
  const week = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((ago) => picksOf(siteDay(now - ago * DAY))))
  expect(week.filter((rows) => rows.length > 150)).toHaveLength(7)
  const picked = new Set(week.flat().flatMap(({ others }) => others))
  // Nobody is suggested to the same member again within 30 days, so earlier pairs do not count.
  const before = await app.db
    .selectFrom('suggestion')
    .where('day', '<', siteDay(now - 7 * DAY))
    .select(['member_id', 'others'])
    .execute()
  const pairs = new Set(before.flatMap(({ member_id, others }) => others.map((id) => `${member_id} ${id}`)))
  const missing = all.filter(
    (other) =>
      other.shown &&
      other.approved_photos >= 3 &&
      other.active_ts > now - 30 * DAY &&
      !picked.has(other.id) &&
      all.some(
        (me) =>
          me.shown &&
          me.id !== other.id &&
          me.active_ts > now - 30 * DAY &&
          isMutual(me, other) &&
          matchesPreferences(me, other, now) &&
          matchesPreferences(other, me, now) &&
          !me.hides.includes(other.id) &&
          !pairs.has(`${me.id} ${other.id}`),
      ),
  )
  expect(missing.map(({ id }) => id)).toEqual([])
})

test('a member who deletes their account is removed from all suggestions', async () => {
  const rows = await picksOf(siteDay(app.clock.now() - DAY))
  const gone = rows[0]?.others[0] as number
  await sql`delete from member where id = ${gone}`.execute(app.db)
  const { rows: left } = await sql`
    select 1 from suggestion where others @> array[${gone}::bigint] union all
    select 1 from impression where member_id = ${gone}`.execute(app.db)
  expect(left).toEqual([])
})
