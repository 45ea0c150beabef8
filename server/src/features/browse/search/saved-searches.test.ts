import { defaultSettings } from '@rosella/contract/settings/rules'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { dice, insertRandomTown } from '@rosella/testkit/random-town'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** The next noon in Sydney, outside the quiet hours. */
const NOON = Math.ceil((Date.now() / 1000 - 3600) / 86_400) * 86_400 + 3600
const DAY = 86_400

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  app.clock.stand(NOON)
})
afterAll(() => app.close())

const woman = { gender: 'f', interested: 'm', photos: 3 } as const
const man = { gender: 'm', interested: 'w', photos: 3 } as const
const save = (person: Person, input: Record<string, unknown>) => person.try('POST /api/saved-search', input)
const say = (person: Person, key: string, value: unknown) =>
  person.call('POST /api/profile-auto-save', { key, value })
const sendEmails = async () => {
  await app.server.jobs.runPeriodic('plan-saved-search-emails')
  await app.jobsDone()
}
const fresh = async (person: Person) =>
  (await person.call('GET /api/saved-searches')).items.map((item) => item.new)

async function confirm(person: Person): Promise<void> {
  await app.db
    .updateTable('account')
    .set({ email_confirmed: true })
    .where('member_id', '=', person.id)
    .execute()
}
const emailsTo = async (person: Person) =>
  (await app.mail()).filter(
    ({ subject, to }) => subject === 'New in your searches on Rosella' && to?.[0]?.address === person.email,
  )

test('[P3 §4] allows at most 10, a name of 1 to 40 characters, at least one filter, emails none, daily or weekly', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  const good = { name: ' Near me ', filters: { distance: '50', tags: 'surfing,coffee' }, mail: 'weekly' }
  const { body } = await save(anna, good)
  const filters = { distance: '50', tags: 'coffee,surfing' }
  expect(body).toMatchObject({ id: expect.any(Number), name: 'Near me', filters, mail: 'weekly', new: 0 })
  const wrong = [
    [{ ...good, name: ' ' }, 'saved-search.name'],
    [{ ...good, name: 'x'.repeat(41) }, 'saved-search.name'],
    [{ ...good, filters: {} }, 'saved-search.empty'],
    [{ ...good, filters: { any: '1', distance: '0', age_min: '18', goals: '' } }, 'saved-search.empty'],
    [{ ...good, mail: 'hourly' }, 'saved-search.mail'],
    [{ ...good, id: 999_999 }, 'saved-search.unknown'],
  ] as const
  for (const [input, code] of wrong) expect((await save(anna, input)).body).toEqual(problemBody(code))
  expect((await save(anna, { ...good, filters: { smoking: 'x' } })).body).toEqual(
    problemBody('search.filter', { field: 'smoking' }),
  )
  await save(anna, { ...good, id: body.id, name: 'Here' })
  const { items } = await anna.call('GET /api/saved-searches')
  expect(items).toMatchObject([{ id: body.id, name: 'Here', filters, mail: 'weekly', new: 0 }])
  expect((await ben.try('POST /api/saved-search-delete', { id: body.id })).status).toBe(404)
  const other = (n: number) => ({ ...good, filters: { ...good.filters, age_min: String(20 + n) } })
  for (let n = 1; n < 10; n++) expect((await save(anna, other(n))).status).toBe(200)
  const [ours, theirs] = await Promise.all([save(anna, other(10)), save(anna, other(11))])
  expect([ours.body, theirs.body]).toEqual(Array(2).fill(problemBody('saved-search.limit', { n: 10 })))
  await anna.call('POST /api/saved-search-delete', { id: body.id })
  expect((await anna.call('GET /api/saved-searches')).items).toHaveLength(9)
})

test('[P3 §4] the same filters are never saved twice, also by concurrent saves; filters, name and emails can be edited', async () => {
  const [anna] = (await app.members({ username: 'Anna', ...woman })) as [Person]
  const items = async () => (await anna.call('GET /api/saved-searches')).items
  const surfers = { name: 'Surfers', filters: { any: '1', tags: 'surfing,coffee' }, mail: 'weekly' }
  const both = await Promise.all([save(anna, surfers), save(anna, surfers)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  // Any age is no filter, and the order of a list does not matter.
  const again = { name: 'Baristas', filters: { any: '1', age_min: '18', tags: 'coffee,surfing' } }
  const { body } = await save(anna, again)
  expect(await items()).toMatchObject([{ id: body.id, name: 'Baristas', mail: 'weekly' }])

  const { body: second } = await save(anna, { name: 'Chess', filters: { tags: 'chess' } })
  expect((await save(anna, { ...again, id: second.id })).body).toEqual(problemBody('saved-search.twice'))
  const edited = { id: second.id, name: 'Jazz', filters: { tags: 'jazz' }, mail: 'daily' }
  expect((await save(anna, edited)).body).toMatchObject(edited)
  expect((await items()).map(({ name }) => name)).toEqual(['Baristas', 'Jazz'])
})

test('[P3 §4] new counts people who match now and changed a searchable field since the search was opened', async () => {
  const [anna, ben, dan] = (await app.members(
    { username: 'Anna', ...woman },
    { username: 'Ben', ...man },
    { username: 'Dan', ...man },
  )) as [Person, Person, Person]
  await say(dan, 'tags', ['chess'])
  const { id } = await anna.call('POST /api/saved-search', { name: 'Chess', filters: { tags: 'chess' } })
  expect(await fresh(anna)).toEqual([0])
  await say(ben, 'tags', ['chess'])
  expect(await fresh(anna)).toEqual([1])
  await say(ben, 'tags', [])
  expect(await fresh(anna)).toEqual([0])
  await say(ben, 'tags', ['chess', 'jazz'])
  expect(await fresh(anna)).toEqual([1])
  await say(dan, 'tagline', 'Not searchable')
  expect(await fresh(anna)).toEqual([1])
  const opened = await anna.call('GET /api/search', { saved: id })
  expect(opened.saved).toEqual({ id, name: 'Chess' })
  expect(opened.users.map((user) => user.id).sort()).toEqual([ben.id, dan.id])
  expect(await fresh(anna)).toEqual([0])
  await say(dan, 'smoking', '-')
  expect(await fresh(anna)).toEqual([1])
  // A new name keeps the count, new filters reset it.
  expect((await save(anna, { id, name: 'Players', filters: { tags: 'chess' } })).body.new).toBe(1)
  expect((await save(anna, { id, name: 'Players', filters: { tags: 'chess,jazz' } })).body.new).toBe(0)
  expect(await fresh(anna)).toEqual([0])
  await say(dan, 'height', 180)
  expect(await fresh(anna)).toEqual([1])
  // An admin who impersonates the member does not reset the count.
  const { token } = await app.admin.call('POST /api/admin/impersonate', { id: anna.id, reason: 'A question' })
  const asAnna = Object.assign(anna.elsewhere(), { token })
  await asAnna.call('GET /api/search', { saved: id })
  expect(await fresh(anna)).toEqual([1])
})

test('[P3 §4] new counts up to 99', async () => {
  const [anna] = (await app.members({ username: 'Anna', ...woman })) as [Person]
  await anna.call('POST /api/saved-search', { name: 'Tall', filters: { height_min: '210' } })
  const ids = await insertRandomTown(app.db, dice(7), 120, app.clock.now())
  await sql`
    update member set gender = 'm', interested = 'w', status = 2, paused = false, approved_photos = 3,
      birthday = '1990-01-01', town_hidden = false where id = any(${ids}::bigint[])`.execute(app.db)
  await sql`delete from preferences where member_id = any(${ids}::bigint[])`.execute(app.db)
  await sql`update profile set height = 211 where member_id = any(${ids}::bigint[])`.execute(app.db)
  await app.server.services.bus.publish(ids.map((id) => ({ kind: 'member.changed', member_id: id })))
  await expect.poll(() => fresh(anna), { timeout: 10_000 }).toEqual([99])
})

test('[P3 §5] does not count people who paused, are blocked, were passed on or hide from her address', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  const act = (person: Person, other: Person) => (action: string) =>
    person.call('POST /api/user-action', { action, recipient_id: other.id })
  const [annaDoes, benDoes] = [act(anna, ben), act(ben, anna)]
  const pause = (value: number) => ben.call('POST /api/settings-auto-save', { key: 'paused', value })
  const search = { name: 'Yoga', filters: { tags: 'yoga' } }
  const { id } = await anna.call('POST /api/saved-search', search)
  await pause(1)
  await say(ben, 'tags', ['yoga'])
  expect(await fresh(anna)).toEqual([0])
  await pause(0)
  expect(await fresh(anna)).toEqual([1])
  const ways: [hide: () => Promise<unknown>, back: () => Promise<unknown>][] = [
    [() => pause(1), () => pause(0)],
    [() => annaDoes('not-interested'), () => annaDoes('interested-again')],
    [() => annaDoes('block'), () => annaDoes('unblock')],
    [() => benDoes('block'), () => benDoes('unblock')],
    [
      () => ben.call('POST /api/people-i-know', { addresses: [anna.email] }),
      () => ben.call('POST /api/people-i-know-clear'),
    ],
  ]
  for (const [hide, back] of ways) {
    await hide()
    expect(await fresh(anna)).toEqual([0])
    expect((await save(anna, { ...search, id })).body.new).toBe(0)
    await back()
    expect(await fresh(anna)).toEqual([1])
  }
  // Hiding and showing somebody again is no change of a searchable field.
  await anna.call('GET /api/search', { saved: id })
  for (const [hide, back] of ways.slice(1)) {
    await hide()
    await back()
    expect(await fresh(anna)).toEqual([0])
  }
})

test('[P3 §4] counts people who join, come back or get their last missing photo as new, but not for more photos', async () => {
  const [anna] = (await app.members({ username: 'Anna', ...woman })) as [Person]
  const { id } = await anna.call('POST /api/saved-search', {
    name: 'Older',
    filters: { any: '1', age_min: '70' },
  })
  const open = () => anna.call('GET /api/search', { saved: id })
  await open()
  const older = { username: 'Finn', ...man, birthday: '1955-03-01' }
  const [finn] = (await app.members(older)) as [Person]
  expect(await fresh(anna)).toEqual([1])
  await open()
  expect(await fresh(anna)).toEqual([0])
  await finn.call('POST /api/settings-auto-save', { key: 'paused', value: 1 })
  await finn.call('POST /api/settings-auto-save', { key: 'paused', value: 0 })
  expect(await fresh(anna)).toEqual([1])
  await open()
  const addPhoto = async (n: number) => {
    const photo = await finn.upload(await testPhoto(finn.id * 100 + n))
    await app.admin.call('POST /api/admin/photo-decision', { photo, approved: true })
    return photo
  }
  const fourth = await addPhoto(50)
  expect(await fresh(anna)).toEqual([0])
  const [first] = await finn.call('GET /api/photos')
  for (const photo of [fourth, first?.filename ?? '']) await finn.call('DELETE /api/photo', { photo })
  expect(await fresh(anna)).toEqual([0])
  await addPhoto(51)
  expect(await fresh(anna)).toEqual([1])
  expect(defaultSettings.photos_min).toBe(3)
})

test('[P3 §2, §3] neither preferences nor a move within the state of a hidden town change a count', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  await say(ben, 'tags', ['karaoke'])
  await say(ben, 'location', { countryCode: 'AU', city: 'Hobart, TAS' })
  const { id } = await anna.call('POST /api/saved-search', { name: 'Singers', filters: { tags: 'karaoke' } })
  await ben.call('POST /api/preferences', { age_max: 98 })
  expect(await fresh(anna)).toEqual([0])
  await ben.call('POST /api/settings-auto-save', { key: 'town_hidden', value: 1 })
  expect(await fresh(anna)).toEqual([1])
  await anna.call('GET /api/search', { saved: id })
  await say(ben, 'location', { countryCode: 'AU', city: 'Launceston, TAS' })
  expect(await fresh(anna)).toEqual([0])
  await say(ben, 'location', { countryCode: 'AU', city: 'Perth, WA' })
  expect(await fresh(anna)).toEqual([1])
})

test('keeps the counts of new people after a restart', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  await anna.call('POST /api/saved-search', { name: 'Wine', filters: { tags: 'wine' } })
  await say(ben, 'tags', ['wine'])
  const second = await app.second()
  expect(await fresh(anna.elsewhere(second.url))).toEqual([1])
  await second.close()
})

test('[P3 §4] sends counts and a link without names, at most one email a day, with one-click unsubscribe', async () => {
  const [anna, ben, dan] = (await app.members(
    { username: 'Anna', ...woman },
    { username: 'Ben', ...man },
    { username: 'Dan', ...man },
  )) as [Person, Person, Person]
  await confirm(anna)
  for (const [name, mail, tags] of [
    ['Sailors', 'daily', 'sailing'],
    ['Boats', 'weekly', 'sailing,fishing'],
    ['Quiet', 'none', 'sailing,chess'],
  ] as const)
    await anna.call('POST /api/saved-search', { name, filters: { tags }, mail })
  await say(ben, 'tags', ['sailing'])
  await sendEmails()
  const [mail, ...more] = await emailsTo(anna)
  expect(more).toEqual([])
  expect(mail?.text).toContain('2 new people match 2 of your saved searches.')
  expect(mail?.text).toContain('https://rosella.test/search')
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/Ben|Sailors|sailing|Boats/)
  await say(dan, 'tags', ['sailing'])
  await sendEmails()
  expect(await emailsTo(anna)).toHaveLength(1)
  app.clock.stand(NOON + DAY)
  await sendEmails()
  const [, second] = await emailsTo(anna)
  expect(second?.text).toContain('One new person matches one of your saved searches.')
  expect(second?.text).toMatch(/\/search\?saved=\d+/)
  // Every attempt to send the email of a day has the same id.
  const ids = [mail, second].map((email) => email?.messageId)
  expect(ids).toEqual([NOON, NOON + DAY].map((ts) => `<saved-searches-${anna.id}-${ts}@rosella.test>`))
  const list = second?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const key = /key=([\w.-]+)/.exec(list)?.[1] ?? ''
  await anna.call('POST /api/unsubscribe', { key })
  const { items } = await anna.call('GET /api/saved-searches')
  expect(items.map((item) => item.mail)).toEqual(['none', 'none', 'none'])
  expect((await anna.call('GET /api/user-settings')).u.summaries).toBe(true)
})

test('[P3 §4] sends the email after the quiet hours and counts the people then', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  await confirm(anna)
  const filters = { tags: 'tennis' }
  await anna.call('POST /api/saved-search', { name: 'Archers', filters, mail: 'daily' })
  app.clock.stand(NOON + 1.5 * DAY)
  await say(ben, 'tags', ['tennis'])
  await sendEmails()
  expect(await emailsTo(anna)).toEqual([])
  await say(ben, 'tags', [])
  const [dan, finn] = (await app.members({ username: 'Dan', ...man }, { username: 'Finn', ...man })) as [
    Person,
    Person,
  ]
  for (const archer of [dan, finn]) await say(archer, 'tags', ['tennis'])
  app.clock.stand(NOON + 1.9 * DAY)
  await app.jobsDone()
  const [mail, ...more] = await emailsTo(anna)
  expect(mail?.text).toContain('2 new people match one of your saved searches.')
  expect(more).toEqual([])
})

test('[P3 §4] an email that is late or whose quiet hours have changed waits until they end, a day before the next one', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  await confirm(anna)
  const set = (key: string, value: unknown) => anna.call('POST /api/settings-auto-save', { key, value })
  await set('time_zone', 'Australia/Sydney')
  await anna.call('POST /api/saved-search', {
    name: 'Divers',
    filters: { tags: 'scuba-diving' },
    mail: 'daily',
  })
  const start = NOON + 4 * DAY
  app.clock.stand(start)
  await say(ben, 'tags', ['scuba-diving'])
  // Planned for 07:00, but by then the quiet hours last until 13:00.
  app.clock.stand(start - 6 * 3600)
  await sendEmails()
  await set('quiet_to', '13:00')
  app.clock.stand(start)
  await app.jobsDone()
  expect(await emailsTo(anna)).toEqual([])
  app.clock.stand(start + 2 * 3600)
  await app.jobsDone()
  expect(await emailsTo(anna)).toHaveLength(1)
  await set('quiet_to', '07:00')
  await say(ben, 'tags', ['scuba-diving', 'chess'])
  // A day after the planned time, but not yet a day after the email.
  app.clock.stand(start + DAY - 3600)
  await sendEmails()
  expect(await emailsTo(anna)).toHaveLength(1)
  app.clock.stand(start + DAY + 3 * 3600)
  await sendEmails()
  expect(await emailsTo(anna)).toHaveLength(2)
})
