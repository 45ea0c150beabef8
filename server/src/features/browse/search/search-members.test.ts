import type { NewMember } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const woman = (username: string, more: Partial<NewMember> = {}): NewMember => ({
  username,
  gender: 'f',
  interested: 'm',
  photos: 3,
  ...more,
})
const man = (username: string, more: Partial<NewMember> = {}): NewMember => ({
  username,
  gender: 'm',
  interested: 'w',
  photos: 3,
  ...more,
})
const addMembers = <T extends Person[]>(...members: NewMember[]) => app.members(...members) as Promise<T>
const say = (person: Person, key: string, value: unknown) =>
  person.call('POST /api/profile-auto-save', { key, value })
const search = (person: Person, filters: Record<string, unknown> = {}) =>
  person.call('GET /api/search', filters)
const savePreferences = (person: Person, preferences: Record<string, unknown>) =>
  person.call('POST /api/preferences', preferences)

async function findsIn(person: Person, other: Person, filters: Record<string, unknown> = {}) {
  const { users } = await search(person, filters)
  return users.some(({ id }) => id === other.id)
}
async function listed(person: Person, other: Person): Promise<boolean[]> {
  const lists = await Promise.all(
    ['recent', 'newest'].map((filter) => person.call('GET /api/users', { filter })),
  )
  const isIn = ({ users }: { users: { id: number }[] }) => users.some(({ id }) => id === other.id)
  return [...lists.map(isIn), isIn(await search(person))]
}

test('[P3 §1] saves and clears drinking, wants_kids, spoken and tags, and shows them on the profile', async () => {
  const [anna, ben] = await addMembers<[Person, Person]>(woman('Anna'), man('Ben'))
  await say(anna, 'drinking', '~')
  await say(anna, 'wants_kids', '+')
  await say(anna, 'spoken', ['vi', 'en', 'en'])
  await say(anna, 'tags', ['surfing', 'coffee'])
  const { user } = await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })
  expect(user).toMatchObject({
    drinking: '~',
    wants_kids: '+',
    spoken: ['en', 'vi'],
    tags: ['surfing', 'coffee'],
  })
  expect((await anna.call('GET /api/user')).user).toMatchObject({ drinking: '~', spoken: ['en', 'vi'] })
  await say(anna, 'drinking', null)
  await say(anna, 'tags', [])
  expect((await anna.call('GET /api/user')).user).toMatchObject({ drinking: null, tags: [] })
  const { groups } = await anna.call('GET /api/tags')
  const codes = groups.flatMap(({ tags }) => tags.map(({ code }) => code))
  expect(groups).toHaveLength(8)
  expect(new Set(codes).size).toBe(codes.length)
  expect(codes.length).toBeGreaterThan(140)
  const wrong: [string, unknown][] = [
    ['drinking', 'x'],
    ['spoken', ['xx']],
    ['spoken', ['en', 'de', 'fr', 'it', 'es', 'vi']],
    ['tags', ['nothing']],
    ['tags', codes.slice(0, 11)],
    ['tags', 'coffee'],
  ]
  for (const [key, value] of wrong) {
    const { status } = await anna.try('POST /api/profile-auto-save', { key, value })
    expect([key, status]).toEqual([key, 400])
  }
})

test('[P3 §2] preferences apply both ways in every list of strangers', async () => {
  const [anna, ben] = await addMembers<[Person, Person]>(
    woman('Anna', { birthday: '1990-01-01' }),
    man('Ben', { birthday: '1970-01-01' }),
  )
  const both = async () => [...(await listed(anna, ben)), ...(await listed(ben, anna))]
  expect(new Set(await both())).toEqual(new Set([true]))
  const narrow: Record<string, unknown>[] = [{ age_max: 50 }, { kids: ['-'], answered_only: true }]
  const wide = { age_min: 18, age_max: 99, distance: 0, kids: [], answered_only: false }
  for (const preferences of narrow) {
    await savePreferences(anna, preferences)
    expect([preferences, new Set(await both())]).toEqual([preferences, new Set([false])])
    await savePreferences(anna, wide)
    expect(new Set(await both())).toEqual(new Set([true]))
  }
  // No answer matches every list unless the member wants only people who answered.
  await savePreferences(anna, { kids: ['-'] })
  expect(new Set(await both())).toEqual(new Set([true]))
  await say(ben, 'kids', '+')
  expect(new Set(await both())).toEqual(new Set([false]))
  // Lists of existing contacts ignore preferences.
  await ben.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
  const { users } = await anna.call('GET /api/users', { filter: 'likes-received' })
  expect(users.map(({ id }) => id)).toEqual([ben.id])
  // A filter overrides the seeker's own preference, but not the other side's.
  expect(await findsIn(anna, ben, { kids: '' })).toBe(true)
  expect(await findsIn(anna, ben, { any: 1 })).toBe(true)
  expect(await findsIn(ben, anna, { any: 1 })).toBe(false)
})

test('[P3 §2] refuses an invalid preference and names the field', async () => {
  const [anna] = await addMembers<[Person]>(woman('Anna'))
  const wrong = { age_min: 17, age_max: 'x', distance: 20, goals: ['x'], kids: '-', answered_only: 'maybe' }
  for (const [field, value] of Object.entries(wrong)) {
    expect(await anna.try('POST /api/preferences', { [field]: value })).toEqual({
      status: 400,
      body: problemBody('preferences.value', { field }),
    })
  }
  expect((await anna.try('POST /api/preferences', { age_min: 40, age_max: 30 })).status).toBe(400)
  expect(await anna.call('GET /api/preferences')).toMatchObject({
    age_min: 18,
    age_max: 99,
    distance: 0,
    goals: [],
  })
})

test('[P3 §3] shows bands; a hidden town shows only the state and matches no distance filter', async () => {
  const [anna, ben] = await addMembers<[Person, Person]>(
    woman('Anna'),
    man('Ben', { city: 'Launceston, TAS' }),
  )
  const card = async () => (await search(anna)).users.find(({ id }) => id === ben.id)
  const seen = async () => (await anna.call('GET /api/view-profile', { url_hash: ben.url_hash })).user
  expect(await card()).toMatchObject({ city: 'Launceston, TAS', band: 4 })
  expect(await seen()).toMatchObject({
    city: 'Launceston, TAS',
    band: 4,
    location: { y: expect.any(Number) },
  })
  expect(await findsIn(anna, ben, { distance: 100 })).toBe(false)
  expect(await findsIn(anna, ben, { distance: 250 })).toBe(true)
  expect(await findsIn(anna, ben, { distance: 10, place: 'Launceston|TAS|AU' })).toBe(true)
  await ben.call('POST /api/settings-auto-save', { key: 'town_hidden', value: 1 })
  expect(await card()).toMatchObject({ city: 'Tasmania', band: null })
  expect(await seen()).toMatchObject({ city: 'Tasmania', band: null, location: null })
  expect(JSON.stringify(await seen())).not.toContain('Launceston')
  for (const distance of [10, 250, 500]) expect(await findsIn(anna, ben, { distance })).toBe(false)
  expect(await findsIn(anna, ben, { state: 'TAS' })).toBe(true)
  const socket = await ben.socket()
  await socket.emitWithAck('sendMessage', { receiver_id: anna.id, message: 'Hello there' })
  const { u } = await anna.call('GET /api/messages')
  expect(u.find(({ id }) => id === ben.id)?.ct).toBe('Tasmania')
  expect((await ben.call('GET /api/user-settings')).u.town_hidden).toBe(true)
})

test('[P3 §4] returns exact total and relax counts, the order, the filters in effect and the shared tags', async () => {
  const [anna, ben, dan, hugo] = await addMembers<Person[]>(
    woman('Anna', { city: 'Darwin, NT' }),
    man('Ben', { city: 'Darwin, NT' }),
    man('Dan', { city: 'Darwin, NT' }),
    man('Hugo', { city: 'Palmerston, NT' }),
  )
  if (!anna || !ben || !dan || !hugo) throw new Error('Too few members')
  await say(anna, 'tags', ['fishing', 'cars'])
  for (const person of [ben, dan, hugo]) await say(person, 'tags', ['fishing', 'chess'])
  await say(ben, 'smoking', '-')
  await say(dan, 'smoking', '+')
  await say(hugo, 'smoking', '-')
  const found = await search(anna, { tags: 'fishing', smoking: '-', distance: 10, sort: 'newest' })
  expect(found).toMatchObject({ total: 1, pages: 1, title: 'Search', ago: 'created_ts', saved: null })
  expect(found.users.map(({ id }) => id)).toEqual([ben.id])
  expect(found.users[0]?.shared_tags).toEqual(['fishing'])
  expect(Object.fromEntries(found.relax.map(({ key, more }) => [key, more]))).toEqual({
    tags: 0,
    smoking: 1,
    distance: 1,
  })
  expect(found.filters).toMatchObject({ tags: 'fishing', smoking: '-', distance: '10' })
  const far = await search(anna, { tags: 'fishing', sort: 'distance' })
  expect(far.users.map(({ band }) => band)).toEqual([0, 0, 1])
  // A chosen town decides who is nearest, also without a distance.
  const fromTown = await search(anna, { tags: 'fishing', sort: 'distance', place: 'Palmerston|NT|AU' })
  expect(fromTown.users[0]?.id).toBe(hugo.id)
})

test('[P3 §4] an invalid filter value is 400 and names the filter', async () => {
  const [anna] = await addMembers<[Person]>(woman('Anna'))
  const wrong = {
    age_min: '17',
    age_max: 'old',
    distance: '11',
    place: 'Atlantis|TAS|AU',
    state: 'tas',
    goals: 'x',
    kids: '~',
    height_min: '20',
    spoken: 'xx',
    tags: 'nothing',
    online: '2',
    active_days: '3',
    new: 'yes',
    verified: 'yes',
  }
  for (const [field, value] of Object.entries(wrong)) {
    expect(await anna.try('GET /api/search', { [field]: value })).toEqual({
      status: 400,
      body: problemBody('search.filter', { field }),
    })
  }
  expect((await anna.try('GET /api/search', { sort: 'odd' })).status).toBe(400)
  // A state has to exist in the country of the search.
  const unknownState = { status: 400, body: problemBody('search.filter', { field: 'state' }) }
  const london = { place: 'London|ENG|GB' }
  for (const filters of [{ state: 'XYZ' }, { state: 'TAS,XYZ' }, { state: 'TAS', ...london }]) {
    expect(await anna.try('GET /api/search', filters)).toEqual(unknownState)
    expect(await anna.try('POST /api/saved-search', { name: 'There', filters })).toEqual(unknownState)
  }
  for (const filters of [{ state: 'TAS,VIC' }, { state: 'ENG', ...london }])
    expect((await anna.try('GET /api/search', filters)).status).toBe(200)
})

test('changing preferences or saved searches changes nothing that others receive except who is listed', async () => {
  const [anna, ben] = await addMembers<[Person, Person]>(woman('Anna'), man('Ben'))
  await ben.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
  const seenByBen = async () =>
    JSON.stringify([
      await ben.call('GET /api/users', { filter: 'likes-sent' }),
      (await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })).user,
      await ben.call('GET /api/messages'),
      (await search(ben)).users.find(({ id }) => id === anna.id),
    ]).replace(/"(?:last_active_ts|viewed_ts)":\d+/g, '')
  const before = await seenByBen()
  await savePreferences(anna, { age_min: 20, age_max: 60, smoking: ['-'] })
  await anna.call('POST /api/saved-search', { name: 'Near', filters: { distance: '50' }, mail: 'daily' })
  expect(await seenByBen()).toBe(before)
})

test('preferences and saved searches are in the download and are deleted with the account', async () => {
  const [anna] = await addMembers<[Person]>(woman('Anna'))
  await savePreferences(anna, { age_min: 31 })
  await anna.call('POST /api/saved-search', { name: 'Near me', filters: { distance: '50' } })
  const response = await fetch(`${app.url}/api/my-data`, {
    headers: { authorization: `Bearer ${anna.token}`, 'x-email': anna.email },
  })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  const file = (name: string) => JSON.parse(strFromU8(files[name] ?? new Uint8Array()))
  expect(file('preferences.json')).toMatchObject({ age_min: 31 })
  expect(file('saved-searches.json')).toMatchObject([{ name: 'Near me', filters: { distance: '50' } }])
  await anna.call('DELETE /api/account')
  for (const table of ['preferences', 'saved_search', 'member_change'] as const) {
    const left = await app.db.selectFrom(table).where('member_id', '=', anna.id).selectAll().execute()
    expect([table, left]).toEqual([table, []])
  }
})

test('limits the pages of lists and searches per minute and per day, and counts refusals', async () => {
  const [anna] = await addMembers<[Person]>(woman('Anna'))
  const set = (key: string, value: number) => app.admin.call('POST /api/admin/settings', { key, value })
  await set('pages_minute', 3)
  await search(anna)
  await anna.call('GET /api/users', { filter: 'favorites' })
  await anna.call('GET /api/users')
  expect(await anna.try('GET /api/search')).toEqual({
    status: 429,
    body: problemBody('pages.minute'),
  })
  await set('pages_minute', 240)
  await set('pages_day', 3)
  expect((await anna.try('GET /api/users')).body).toEqual(problemBody('pages.day'))
  // Pages that an admin loads while impersonating do not count as scraping.
  const { token } = await app.admin.call('POST /api/admin/impersonate', {
    id: anna.id,
    reason: 'They asked for help',
  })
  const acting = Object.assign(anna.elsewhere(), { token })
  expect((await acting.try('GET /api/users')).status).toBe(429)
  await set('pages_day', 3000)
  expect((await app.admin.call('GET /api/admin/member', { id: anna.id })).refused_pages).toBe(2)
})
