import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The next noon in Sydney, outside the quiet hours. */
const NOON = Math.ceil((Date.now() / 1000 - 3600) / 86_400) * 86_400 + 3600
const TRIES = 32

let app: TestApp
let second: Awaited<ReturnType<TestApp['second']>>
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  app.clock.stand(NOON)
  second = await app.second()
}, 60_000)
afterAll(async () => {
  await second.close()
  await app.close()
})

const woman = { gender: 'f', interested: 'm', photos: 3 } as const
const man = { gender: 'm', interested: 'w', photos: 3 } as const
const say = (person: Person, key: string, value: unknown) =>
  person.call('POST /api/profile-auto-save', { key, value })
const isNew = async (person: Person) =>
  ((await person.call('GET /api/saved-searches')).items[0]?.new ?? 0) > 0

test('a member who changes while the search is opened in another process is shown then or counted later', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  const { id } = await anna.call('POST /api/saved-search', { name: 'Chess', filters: { tags: 'chess' } })
  const there = anna.elsewhere(second.url)
  for (let n = 0; n < TRIES; n++) {
    await say(ben, 'tags', [])
    await expect.poll(() => isNew(there)).toBe(false)
    const [{ users }] = await Promise.all([
      there.call('GET /api/search', { saved: id }),
      say(ben, 'tags', ['chess']),
    ])
    const isShown = users.some((user) => user.id === ben.id)
    await expect.poll(async () => isShown || (await isNew(there)), { timeout: 10_000 }).toBe(true)
  }
}, 120_000)

test('opening a search in two processes while members change never moves the mark back', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  const { id } = await anna.call('POST /api/saved-search', { name: 'Jazz', filters: { tags: 'jazz' } })
  const there = anna.elsewhere(second.url)
  const mark = async () => {
    const row = app.db.selectFrom('saved_search').where('id', '=', id).select('opened_ts')
    return (await row.executeTakeFirstOrThrow()).opened_ts
  }
  for (let n = 0; n < TRIES; n++) {
    const before = await mark()
    await Promise.all([
      anna.call('GET /api/search', { saved: id }),
      there.call('GET /api/search', { saved: id }),
      say(ben, 'tags', n % 2 === 0 ? ['jazz'] : ['jazz', 'chess']),
    ])
    expect(await mark()).toBeGreaterThanOrEqual(before)
  }
}, 120_000)

test('a member who deletes their account during a count leaves no member_change row', async () => {
  const [anna, ...leaving] = (await app.members(
    { username: 'Anna', ...woman },
    ...Array.from({ length: 8 }, () => ({ username: 'Ben', ...man })),
  )) as [Person, ...Person[]]
  await anna.call('POST /api/saved-search', { name: 'Yoga', filters: { tags: 'yoga' } })
  for (const one of leaving) {
    await Promise.all([
      anna.call('GET /api/saved-searches'),
      one.try('POST /api/profile-auto-save', { key: 'tags', value: ['yoga'] }),
      one.call('DELETE /api/account'),
    ])
    const left = await app.db
      .selectFrom('member_change')
      .where('member_id', '=', one.id)
      .selectAll()
      .execute()
    expect(left).toEqual([])
  }
  await expect.poll(() => isNew(anna)).toBe(false)
}, 60_000)

test('two processes that plan concurrently send one email', async () => {
  const seekers = await app.members(...Array.from({ length: 8 }, () => ({ username: 'Cara', ...woman })))
  const [dan] = (await app.members({ username: 'Dan', ...man })) as [Person]
  await app.db.updateTable('account').set({ email_confirmed: true }).execute()
  const search = { name: 'Sailors', filters: { tags: 'sailing' }, mail: 'daily' } as const
  for (const seeker of seekers) await seeker.call('POST /api/saved-search', search)
  await say(dan, 'tags', ['sailing'])
  await Promise.all(
    [app.server, second.server].map(({ jobs }) => jobs.runPeriodic('plan-saved-search-emails')),
  )
  await app.jobsDone()
  const sent = (await app.mail()).filter(({ subject }) => subject === 'New in your searches on Rosella')
  const addresses = sent.map(({ to }) => to?.[0]?.address)
  expect(addresses.sort()).toEqual(seekers.map(({ email }) => email).sort())
}, 60_000)
