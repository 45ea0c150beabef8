import type { LiveEvent } from '@rosella/server/platform/ports/event-bus'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
const received: LiveEvent[] = []
const viewEvents = (from: Person, to: Person) =>
  received.filter((event) => event.kind === 'member.viewed' && event.from === from.id && event.to === to.id)
    .length

beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  app.server.services.bus.subscribe((event) => void received.push(event))
})
afterAll(() => app.close())

const couple = async (): Promise<[Person, Person]> => (await app.members('Anna', 'Ben')) as [Person, Person]
const view = (viewer: Person, { url_hash }: { url_hash: string }, more = {}) =>
  viewer.try('GET /api/view-profile', { url_hash, ...more })
const nobody = { status: 404, body: problemBody('no-user') }

test('[P2 §3] a profile has all fields of the specification and nothing of the account', async () => {
  const [anna, ben] = await couple()
  const save = (key: string, value: unknown) => ben.call('POST /api/profile-auto-save', { key, value })
  await save('height', 182)
  await save('tagline', 'Surfs at dawn')
  const { status, body } = await view(anna, ben)
  expect(status).toBe(200)
  expect(body.user).toEqual({
    id: ben.id,
    url_hash: ben.url_hash,
    username: 'Ben',
    birthday: '1994-05-01',
    city: 'Hobart, TAS',
    band: 0,
    country: 'AU',
    location: { x: expect.closeTo(147.3, 0), y: expect.closeTo(-42.9, 0) },
    gender_birth: 'm',
    gender: 'm',
    interested: 'b',
    relationship_goals: 's',
    height: 182,
    heightFeet: { feet: 6, inches: 0 },
    tagline: 'Surfs at dawn',
    about_offer: '',
    wants: '',
    interests: '',
    occupation: '',
    ethnicity: '',
    languages: '',
    spoken: [],
    tags: [],
    shared_tags: [],
    country_of_birth: null,
    tatoos: null,
    smoking: null,
    drinking: null,
    income: null,
    education: null,
    marriage: null,
    kids: null,
    wants_kids: null,
    relocation: null,
    match: null,
    agree: null,
    dp: [],
    photo: null,
    photo_sizes: false,
    premium: false,
    online: false,
    last_active_ts: expect.any(Number),
    received_like: false,
    matched: false,
    sent_like: false,
    favourited: false,
    sent_roses: 0,
    received_roses: 0,
    last_rose: null,
    is_blocked: false,
    not_interested: false,
    may_write: true,
    contact_note: null,
    contact_code: null,
    scam_warning: false,
    pictures_warning: false,
    verified: false,
    verified_ts: null,
    may_ask_to_verify: false,
  })
  expect(body.photos).toEqual([])
  expect(body.settings).toMatchObject({ photos_min: 3, max_prompts: 3 })
  expect(body.stealth).toBe(false)
})

test('[P3 §1] lists shared tags next to all tags; none on one’s own profile', async () => {
  const [anna, ben] = await couple()
  const pick = (person: Person, ...tags: string[]) =>
    person.call('POST /api/profile-auto-save', { key: 'tags', value: tags })
  await pick(anna, 'yoga', 'coffee', 'chess')
  await pick(ben, 'surfing', 'coffee', 'yoga')
  const { tags, shared_tags } = (await view(anna, ben)).body.user
  expect({ tags, shared_tags }).toEqual({
    tags: ['surfing', 'yoga', 'coffee'],
    shared_tags: ['coffee', 'yoga'],
  })
  expect((await view(ben, ben)).body.user.shared_tags).toEqual([])
  await pick(anna)
  expect((await view(anna, ben)).body.user.shared_tags).toEqual([])
})

test('shows gender at birth if the member allows it, and always in their own data', async () => {
  const [anna, ben] = await couple()
  const shown = async (viewer: Person) => (await view(viewer, ben)).body.user.gender_birth
  const show = (value: unknown) =>
    ben.try('POST /api/settings-auto-save', { key: 'show_gender_birth', value })
  expect((await ben.call('GET /api/user-settings')).u.show_gender_birth).toBe(true)
  expect(await shown(anna)).toBe('m')
  expect((await show(0)).status).toBe(200)
  expect((await ben.call('GET /api/user-settings')).u.show_gender_birth).toBe(false)
  expect(await shown(anna)).toBeNull()
  expect((await view(anna, ben)).body.user.gender).toBe('m')
  expect((await ben.call('GET /api/user')).user?.gender_birth).toBe('m')
  for (const wrong of ['1', 2, null]) expect((await show(wrong)).status).toBe(400)
  expect((await show(true)).status).toBe(200)
  expect(await shown(anna)).toBe('m')
})

test('[P2 §3] has the relation between the two, from the viewer’s side', async () => {
  const [anna, ben] = await couple()
  const act = (from: Person, action: string, to: Person) =>
    from.call('POST /api/user-action', { action, recipient_id: to.id })
  await act(anna, 'like', ben)
  await act(anna, 'fav', ben)
  const { last_rose } = await act(anna, 'rose', ben)
  expect((await view(anna, ben)).body.user).toMatchObject({
    sent_like: true,
    received_like: false,
    favourited: true,
    sent_roses: 1,
    received_roses: 0,
    last_rose,
  })
  expect((await view(ben, anna)).body.user).toMatchObject({
    sent_like: false,
    received_like: true,
    favourited: false,
    sent_roses: 0,
    received_roses: 1,
    last_rose: null,
  })
  await act(ben, 'like', anna)
  expect((await view(anna, ben)).body.user).toMatchObject({ received_like: true, matched: true })
})

test('[D §5] others see only approved photos, the main one first', async () => {
  const [anna, cara] = (await app.members('Anna', { username: 'Cara', photos: 2 })) as [Person, Person]
  const before = (await view(anna, cara)).body
  expect(before.photos).toHaveLength(2)
  expect(before.photos[0]?.filename).toBe(before.user.photo)
  const photos = before.photos.map(({ filename }) => filename)
  await cara.call('POST /api/change-main-photo', { photo: photos[1] })
  await app.admin.call('POST /api/admin/photo-decision', {
    photo: photos[0],
    approved: false,
    reject_reason: 'Blurred',
  })
  const after = (await view(anna, cara)).body
  expect(after.user.photo).toBe(photos[1])
  expect(after.photos).toMatchObject([{ filename: photos[1] }])
})

test('[P2 §2] has at most max_prompts questions with answers, in order', async () => {
  const [anna, ben] = await couple()
  const added = await app.db
    .insertInto('prompt')
    .values(['Beach or bush?', 'A perfect Sunday?'].map((question) => ({ question })))
    .returning(['id', 'question'])
    .execute()
  const [beach, sunday] = added.map(({ id }) => id)
  await ben.call('POST /api/update-discussion-prompts', {
    prompts: [
      { question_id: sunday, answer: 'Markets, then a swim', active: true, order_n: 0 },
      { question_id: beach, answer: 'Bush <b>always</b>', active: true, order_n: 1 },
    ],
  })
  expect((await view(anna, ben)).body.user.dp).toEqual([
    { q: 'A perfect Sunday?', a: 'Markets, then a swim' },
    { q: 'Beach or bush?', a: 'Bush <b>always</b>' },
  ])
})

test('[P2 §2] the blocker sees only the blocked member’s name; the blocked member gets a 404', async () => {
  const [anna, cara] = (await app.members('Anna', { username: 'Cara', photos: 1 })) as [Person, Person]
  await anna.call('POST /api/user-action', { action: 'block', recipient_id: cara.id })
  const { body } = await view(anna, cara)
  expect(body.photos).toEqual([])
  const { is_blocked, id, url_hash, username, ...rest } = body.user
  expect({ is_blocked, id, url_hash, username }).toEqual({
    is_blocked: true,
    id: cara.id,
    url_hash: cara.url_hash,
    username: 'Cara',
  })
  const nothing: unknown[] = [null, '', 0, false]
  expect(Object.values(rest).filter((value) => !nothing.includes(value) && String(value) !== '')).toEqual([])
  expect(await view(cara, anna)).toEqual(nobody)
  expect(await view(cara, { url_hash: 'zzzzzzzz9' })).toEqual(nobody)
  expect(viewEvents(anna, cara) + viewEvents(cara, anna)).toBe(0)

  await anna.call('POST /api/user-action', { action: 'unblock', recipient_id: cara.id })
  expect((await view(anna, cara)).body.user.is_blocked).toBe(false)
  expect((await view(cara, anna)).status).toBe(200)
})

test('[D §1] unfinished, suspended, banned and unknown members give the same 404', async () => {
  const [anna] = await couple()
  const [finn, hugo, liam] = (await app.members(
    { username: 'Finn', active: false },
    'Hugo',
    'Liam',
  )) as Person[]
  await app.admin.call('POST /api/admin/member', { id: hugo?.id, status: 3, reason: 'Spam' })
  await app.admin.call('POST /api/admin/member', { id: liam?.id, status: 4, reason: 'Scam' })
  for (const hidden of [finn, hugo, liam]) expect(await view(anna, hidden as Person)).toEqual(nobody)
  for (const url_hash of ['favorites', 'ABCDEFGHI', 'short', "' or 1=1 --", 'a'.repeat(64)]) {
    expect(await view(anna, { url_hash })).toEqual(nobody)
  }
  expect((await anna.try('GET /api/view-profile')).status).toBe(400)
})

test('[P2 §2] shows Online while the member has a live connection', async () => {
  const [anna, ben] = await couple()
  await ben.stream()
  await expect.poll(async () => (await view(anna, ben)).body.user.online).toBe(true)
})
