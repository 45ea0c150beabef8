import { dayStart } from '@rosella/contract/admin/site-days'
import { siteDay } from '@rosella/contract/site-day'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { MemberIndex } from '../../../search-index/member-index'

let app: TestApp
let anna: Person
let men: Person[]
const DAY = 86_400

beforeAll(async () => {
  app = await openTestApp()
  const members = await app.members(
    { username: 'Anna', gender: 'f', interested: 'm', photos: 3 },
    ...['Ben', 'Dan', 'Finn', 'Hugo', 'Jack'].map(
      (username) => ({ username, gender: 'm', interested: 'w', photos: 3 }) as const,
    ),
  )
  ;[anna, ...men] = members as [Person, ...Person[]]
}, 120_000)
afterAll(() => app.close())

const forYou = async (person = anna) => (await person.call('GET /api/for-you')).users
const names = async (person = anna) => (await forYou(person)).map(({ username }) => username).sort()
const set = (person: Person, key: string, value: unknown) =>
  person.call('POST /api/settings-auto-save', { key, value })
const say = (person: Person, key: string, value: unknown) =>
  person.call('POST /api/profile-auto-save', { key, value })
const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })
const everyMan = ['Ben', 'Dan', 'Finn', 'Hugo', 'Jack']

test('[P3 §11] a member who joins today gets suggestions immediately, and the same ones all day', async () => {
  const first = await anna.call('GET /api/for-you')
  expect(first).toMatchObject({ title: 'For you', ago: 'last_active_ts', pages: 1 })
  expect(first.users.map(({ username }) => username).sort()).toEqual(everyMan)
  expect(first.users.filter(({ different }) => different)).toHaveLength(2)
  for (const card of first.users) {
    expect(card.reasons).toContain('You both want something serious.')
    expect(card.reasons).toContain('New this week.')
    expect(card.last_active_ts).toEqual(expect.any(Number))
  }
  const again = await Promise.all([forYou(), forYou(), forYou()])
  for (const users of again) expect(users.map(({ id }) => id)).toEqual(first.users.map(({ id }) => id))
  const [oscar] = (await app.members({ username: 'Oscar', gender: 'm', interested: 'w', photos: 3 })) as [
    Person,
  ]
  expect(await names()).toEqual(everyMan)
  expect(await names(oscar)).toEqual(['Anna'])
  await app.admin.call('POST /api/admin/member', { id: oscar.id, status: 4 })
}, 60_000)

test('leaves out a reason that is no longer true', async () => {
  await say(anna, 'relationship_goals', 'c')
  for (const { reasons } of await forYou()) {
    expect(reasons).not.toContain('You both want something serious.')
    expect(reasons.length).toBeGreaterThan(0)
  }
  await say(anna, 'relationship_goals', 's')
})

test('[P3 §11] leaves out members who no longer match: preferences, blocks, pause, not interested, status, opt-out', async () => {
  const [ben, dan, finn, hugo, jack] = men as [Person, Person, Person, Person, Person]
  const without = async (man: Person, change: () => Promise<unknown>, back: () => Promise<unknown>) => {
    await change()
    expect(await names()).toEqual(everyMan.filter((name) => name !== man.username))
    await back()
    expect(await names()).toEqual(everyMan)
  }
  await without(
    ben,
    () => ben.call('POST /api/preferences', { age_min: 60 }),
    () => ben.call('POST /api/preferences', { age_min: 18 }),
  )
  await without(
    dan,
    () => act(anna, 'block', dan),
    () => act(anna, 'unblock', dan),
  )
  await without(
    dan,
    () => act(dan, 'block', anna),
    () => act(dan, 'unblock', anna),
  )
  await without(
    finn,
    () => set(finn, 'paused', 1),
    () => set(finn, 'paused', 0),
  )
  await without(
    hugo,
    () => act(anna, 'not-interested', hugo),
    () => act(anna, 'interested-again', hugo),
  )
  await without(
    hugo,
    () => act(hugo, 'not-interested', anna),
    () => act(hugo, 'interested-again', anna),
  )
  await without(
    jack,
    () => set(jack, 'no_suggestions', 1),
    () => set(jack, 'no_suggestions', 0),
  )
  await without(
    jack,
    () =>
      app.admin.call('POST /api/admin/member', { id: jack.id, status: 3, until_ts: app.clock.now() + DAY }),
    () => app.admin.call('POST /api/admin/member', { id: jack.id, status: 2 }),
  )
  await anna.call('POST /api/preferences', { age_min: 60 })
  expect(await names()).toEqual([])
  await anna.call('POST /api/preferences', { age_min: 18 })
  for (const key of ['no_suggestions', 'paused']) {
    await set(anna, key, 1)
    expect(await names()).toEqual([])
    await set(anna, key, 0)
  }
  expect((await anna.call('GET /api/user-settings')).u.no_suggestions).toBe(false)
  expect(await names()).toEqual(everyMan)
}, 60_000)

test('[P3 §11] counts cards shown, opened and liked by member, day and surface, but not during impersonation', async () => {
  const [ben, dan] = men as [Person, Person]
  await app.server.impressions.flush()
  await sql`delete from impression`.execute(app.db)
  await anna.call('GET /api/users', { filter: 'newest' })
  await anna.call('GET /api/users', { filter: 'newest' })
  await anna.call('GET /api/view-profile', { url_hash: ben.url_hash })
  await act(anna, 'like', ben)
  await act(anna, 'like', ben)
  await dan.call('GET /api/search', {})
  const acting = await app.admin.call('POST /api/admin/impersonate', { id: dan.id, reason: 'They asked' })
  const admin = Object.assign(dan.elsewhere(app.url), { token: acting.token })
  await admin.call('GET /api/users', { filter: 'recent' })
  await admin.call('GET /api/for-you')
  await admin.call('GET /api/view-profile', { url_hash: anna.url_hash })
  await app.server.impressions.flush()
  const rows = await app.db
    .selectFrom('impression')
    .where('member_id', 'in', [anna.id, ben.id, dan.id])
    .where('surface', '!=', 'for-you')
    .orderBy('member_id')
    .orderBy('surface')
    .select(['member_id', 'surface', 'shown', 'opened', 'liked', 'saw', 'sent'])
    .execute()
  expect(rows).toEqual([
    { member_id: anna.id, surface: 'newest', shown: 0, opened: 0, liked: 0, saw: 5, sent: 1 },
    { member_id: anna.id, surface: 'search', shown: 1, opened: 0, liked: 0, saw: 0, sent: 0 },
    { member_id: ben.id, surface: 'newest', shown: 1, opened: 1, liked: 1, saw: 0, sent: 0 },
    { member_id: dan.id, surface: 'newest', shown: 1, opened: 0, liked: 0, saw: 0, sent: 0 },
    { member_id: dan.id, surface: 'search', shown: 0, opened: 0, liked: 0, saw: 1, sent: 0 },
  ])
  // The impersonating admin stored nothing for Dan.
  const mine = await app.db.selectFrom('suggestion').where('member_id', '=', dan.id).selectAll().execute()
  expect(mine).toEqual([])
  const columns = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'impression'`.execute(
    app.db,
  )
  expect(columns.rows.map(({ name }) => name).filter((name) => name.endsWith('_id'))).toEqual(['member_id'])
}, 60_000)

test('does not suggest a liked member the next day', async () => {
  app.clock.advance(DAY)
  await sql`delete from suggestion`.execute(app.db)
  expect(await names()).toEqual(everyMan.filter((name) => name !== 'Ben'))
})

test('shows admins how evenly members are shown: share, Gini and newcomers', async () => {
  await forYou()
  await app.server.impressions.flush()
  await app.server.jobs.runPeriodic('assign-suggestions')
  await app.server.jobs.runPeriodic('count-exposure')
  const { days, assigned } = await app.admin.call('GET /api/admin/exposure')
  expect(assigned).toMatchObject({ members: expect.any(Number), finished_ts: expect.any(Number) })
  const last = days.at(-1)
  // Four members were seen by somebody under For you.
  expect(last).toMatchObject({ suggested: 4, newcomers: 0 })
  expect(last?.members_suggested).toBeGreaterThanOrEqual(4)
  expect(last?.gini).toBeGreaterThanOrEqual(0)
  expect(last?.gini).toBeLessThanOrEqual(1)
  expect((await anna.try('GET /api/admin/exposure')).status).toBe(403)
})

test('[P3 §11] remembers that there is nobody to suggest, and assigns again after a change or four hours, 12 times a day', async () => {
  const [vera] = (await app.members({ username: 'Vera', gender: 'f', interested: 'm', photos: 3 })) as [
    Person,
  ]
  // The morning of the next day, so that four hours later is the same day.
  app.clock.stand(dayStart(siteDay(app.clock.now()), 1) + 8 * 3600)
  const columnsRead = vi.spyOn(MemberIndex.prototype, 'columns')
  const assigned = async (work: () => Promise<unknown>) => {
    columnsRead.mockClear()
    await work()
    return columnsRead.mock.calls.length
  }
  const setAge = (age_min: number) => vera.call('POST /api/preferences', { age_min })
  await setAge(99)
  // Nobody is 99. Ten concurrent requests search once, and later ones not at all.
  expect(await assigned(() => Promise.all(Array.from({ length: 10 }, () => forYou(vera))))).toBe(1)
  expect(await forYou(vera)).toEqual([])
  expect(await assigned(() => forYou(vera))).toBe(0)
  const emptyLists = () =>
    app.db.selectFrom('suggestion').where('member_id', '=', vera.id).select(['others', 'tries']).execute()
  expect(await emptyLists()).toEqual([{ others: [], tries: 1 }])
  // "Not interested" and its undo change who could be suggested.
  await act(vera, 'not-interested', men[0] as Person)
  expect(await assigned(() => forYou(vera))).toBe(1)
  await act(vera, 'interested-again', men[0] as Person)
  expect(await assigned(() => forYou(vera))).toBe(1)
  app.clock.stand(app.clock.now() + 4 * 3600)
  expect(await assigned(() => forYou(vera))).toBe(1)
  for (let age = 98; age > 80; age--) {
    await setAge(age)
    expect(await forYou(vera)).toEqual([])
  }
  expect(await emptyLists()).toEqual([{ others: [], tries: 12 }])
  expect(await assigned(() => forYou(vera))).toBe(0)
  // The scheduled assignment replaces an empty list.
  await setAge(18)
  expect(await names(vera)).toEqual([])
  await app.server.jobs.runPeriodic('assign-suggestions')
  const found = await names(vera)
  expect(found.length).toBeGreaterThan(0)
  // The list stays the same from now on.
  await setAge(99)
  expect(await names(vera)).toEqual([])
  await setAge(18)
  expect(await names(vera)).toEqual(found)
  columnsRead.mockRestore()
  app.clock.stand(undefined)
}, 60_000)

test('[P3 §11] counts the suggestions that the member passed on, so that the end of the day is not an empty list', async () => {
  const [rosa] = (await app.members({ username: 'Rosa', gender: 'f', interested: 'm', photos: 3 })) as [
    Person,
  ]
  const { users, passed } = await rosa.call('GET /api/for-you')
  expect([users.length > 1, passed]).toEqual([true, 0])
  for (const { id } of users)
    await rosa.call('POST /api/user-action', { action: 'not-interested', recipient_id: id })
  expect(await rosa.call('GET /api/for-you')).toMatchObject({ users: [], passed: users.length })
})
