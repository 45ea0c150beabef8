import { siteDay } from '@rosella/contract/site-day'
import { dice, insertRandomTown } from '@rosella/testkit/random-town'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Answers } from '../../../search-index/answers'
import { Towns } from '../../../search-index/towns'
import { assignSuggestions } from './assign-suggestions'
import { weights } from './matching/weights'

let app: TestApp
let ids: number[]
const DAY = 86_400
const TAGS = ['coffee', 'surfing', 'bushwalking', 'dogs', 'jazz', 'chess']
const today = () => siteDay(app.clock.now())
const assign = ({ services } = app.server) =>
  assignSuggestions({ ...services, towns: new Towns(), memberIndex: { answers: new Answers() } })(
    new AbortController().signal,
  )

beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  const roll = dice(17)
  ids = await insertRandomTown(app.db, roll, 300, app.clock.now())
  // Everyone matches half of the others, has half of the tags, and has few candidates left after three days.
  await sql`update member set gender = case when id % 2 = 0 then 'f' else 'm' end,
    interested = case when id % 2 = 0 then 'm' else 'w' end, status = 2, paused = false, photos = 3, approved_photos = 3,
    created_ts = ${app.clock.now() - 40 * DAY} where id = any(${ids}::bigint[])`.execute(app.db)
  await sql`delete from preferences`.execute(app.db)
  for (const id of ids)
    await sql`update profile set tags = ${TAGS.filter(() => roll(2) === 0)} where member_id = ${id}`.execute(
      app.db,
    )
  // Inserted without events, so the search index does not know them yet.
  await app.server.services.bus.publish(ids.map((id) => ({ kind: 'member.changed', member_id: id })))
}, 120_000)
afterAll(() => app.close())

beforeEach(async () => {
  for (const table of ['suggestion', 'impression', 'suggestion_day', 'relation'])
    await sql`delete from ${sql.table(table)}`.execute(app.db)
  await sql`insert into activity (member_id, last_active_ts) select id, ${app.clock.now() - 3600} from member
    on conflict (member_id) do update set last_active_ts = excluded.last_active_ts`.execute(app.db)
})

/** Assigns today's lists, lets everyone open theirs and like some cards, and continues tomorrow. */
async function liveThrough(
  likes: (shared: number) => boolean,
  { opened = true }: { opened?: boolean } = {},
): Promise<void> {
  await assign()
  const { rows } = await sql<{ me: number; other: number; shared: number }>`
    select s.member_id as me, o.id as other, (select count(*) from unnest(p.tags) t where t = any(q.tags))::int as shared
    from suggestion s cross join unnest(s.others) o (id) join profile p on p.member_id = s.member_id
    join profile q on q.member_id = o.id where s.day = ${today()}::date order by me, other`.execute(app.db)
  const liked = rows.filter(({ shared }) => likes(shared))
  await sql`
    insert into relation (me, other, sent_like_ts)
    select r.me, r.other, ${app.clock.now()} from jsonb_to_recordset(${JSON.stringify(liked)}::jsonb)
      as r (me bigint, other bigint)`.execute(app.db)
  if (opened)
    await sql`
      insert into impression (member_id, day, surface, saw)
      select member_id, day, 'for-you', cardinality(others) from suggestion where day = ${today()}::date
      on conflict (member_id, day, surface) do update set saw = excluded.saw`.execute(app.db)
  app.clock.advance(DAY)
  await sql`update activity set last_active_ts = last_active_ts + ${DAY}`.execute(app.db)
}

const learned = async () => (await app.admin.call('GET /api/admin/exposure')).learned
/** The mean number of tags that members share with the people suggested to them today. */
const sharedToday = async (me = 0): Promise<number> => {
  const { rows } = await sql<{ shared: number }>`
    select avg((select count(*) from unnest(p.tags) t where t = any(q.tags)))::float as shared
    from suggestion s cross join unnest(s.others) o (id) join profile p on p.member_id = s.member_id
    join profile q on q.member_id = o.id
    where s.day = ${today()}::date and (${me} = 0 or s.member_id = ${me})`.execute(app.db)
  return rows[0]?.shared ?? 0
}

test('[P3 §11] starts without weights for goals, tags and languages, and keeps them while likes do not depend on them', async () => {
  const roll = dice(2)
  await assign()
  expect(await learned()).toMatchObject({ day: today(), cards: 0, learned: [], pair: weights.pair })
  expect(weights.pair).toMatchObject({ same_goals: 0, goals_clash: 0, shared_tags: 0, shared_language: 0 })
  await sql`delete from suggestion_day`.execute(app.db)
  await liveThrough(() => roll(4) === 0)
  await assign()
  const made = await learned()
  expect(made?.cards).toBeGreaterThan(3000)
  expect(made?.pair.shared_tags).toBe(0)
})

test('[P3 §11] learns the weight of shared tags from opened lists, and suggests people who share more', async () => {
  const roll = dice(4)
  await liveThrough((shared) => roll(8) < shared)
  await assign()
  const made = await learned()
  expect(made).toMatchObject({ day: today(), learned: expect.arrayContaining(['shared_tags']) })
  expect(made?.likes).toBeGreaterThan(500)
  expect(made?.pair.shared_tags).toBeGreaterThan(0.2)
  const withLearned = await sharedToday()
  // The same day again, with the starting weights.
  await sql`delete from suggestion where day = ${today()}::date`.execute(app.db)
  await sql`update suggestion_day set finished_ts = null, learned = ${JSON.stringify({ ...made, pair: weights.pair })}::jsonb
    where day = ${today()}::date`.execute(app.db)
  await assign()
  expect(withLearned).toBeGreaterThan((await sharedToday()) + 0.2)
})

test('learns nothing from lists that were not opened, and nothing from members who opted out', async () => {
  await liveThrough((shared) => shared > 1, { opened: false })
  await assign()
  expect(await learned()).toMatchObject({ cards: 0, likes: 0, learned: [] })
  await sql`delete from suggestion_day where day = ${today()}::date`.execute(app.db)
  await sql`insert into impression (member_id, day, surface, saw)
    select member_id, day, 'for-you', 14 from suggestion where day = ${siteDay(app.clock.now() - DAY)}::date
    on conflict (member_id, day, surface) do update set saw = excluded.saw`.execute(app.db)
  const cards = async () => {
    await sql`delete from suggestion where day = ${today()}::date`.execute(app.db)
    await sql`delete from suggestion_day`.execute(app.db)
    await assign()
    return (await learned())?.cards ?? 0
  }
  const all = await cards()
  expect(all).toBeGreaterThan(3000)
  await sql`update member set no_suggestions = true where gender = 'f'`.execute(app.db)
  expect(await cards()).toBe(0)
  await sql`update member set no_suggestions = false`.execute(app.db)
  expect(await cards()).toBe(all)
})

test('a member who joins today is assigned with the learned weights', async () => {
  const roll = dice(6)
  await liveThrough((shared) => roll(8) < shared)
  await assign()
  const [anna] = await app.members({ username: 'Anna', gender: 'f', interested: 'm', photos: 3 })
  if (!anna) throw new Error('Anna did not join')
  await sql`update profile set tags = ${TAGS} where member_id = ${anna.id}`.execute(app.db)
  const open = async () => {
    await sql`delete from suggestion where member_id = ${anna.id}`.execute(app.db)
    await anna.call('GET /api/for-you')
    return sharedToday(anna.id)
  }
  const withLearned = await open()
  const made = await learned()
  await sql`update suggestion_day set learned = ${JSON.stringify({ ...made, pair: weights.pair })}::jsonb`.execute(
    app.db,
  )
  expect(withLearned).toBeGreaterThan((await open()) + 0.3)
})

test('two processes that learn concurrently use the weights stored first', async () => {
  const roll = dice(9)
  await liveThrough((shared) => roll(8) < shared)
  const second = await app.second()
  await Promise.all([assign(), assign(second.server)])
  const made = await learned()
  expect(made?.learned).toContain('shared_tags')
  // A run that continues on the same day does not learn again.
  await sql`update suggestion_day set finished_ts = null where day = ${today()}::date`.execute(app.db)
  await sql`delete from impression`.execute(app.db)
  await assign(second.server)
  expect(await learned()).toEqual(made)
  await second.close()
})
