import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Towns } from '../../../search-index/towns'
import { matchChanged } from './match-changed'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const woman = { gender: 'f', interested: 'm', photos: 3 } as const
const man = { gender: 'm', interested: 'w', photos: 3 } as const
const save = (person: Person, input: Record<string, unknown>) => person.try('POST /api/saved-search', input)
const say = (person: Person, key: string, value: unknown) =>
  person.call('POST /api/profile-auto-save', { key, value })
const match = async () => {
  await app.server.jobs.runPeriodic('match-saved-searches')
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
const mailsTo = async (person: Person) =>
  (await app.mail()).filter(
    ({ subject, to }) => subject === 'New in your searches on Rosella' && to?.[0]?.address === person.email,
  )

test('[P3 §4] at most 10, a name of 1 to 40 characters, at least one filter, mail none, daily or weekly', async () => {
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
  for (let n = 1; n < 10; n++) expect((await save(anna, good)).status).toBe(200)
  const [ours, theirs] = await Promise.all([save(anna, good), save(anna, good)])
  expect([ours.body, theirs.body]).toEqual(Array(2).fill(problemBody('saved-search.limit', { n: 10 })))
  await anna.call('POST /api/saved-search-delete', { id: body.id })
  expect((await anna.call('GET /api/saved-searches')).items).toHaveLength(9)
})

test('[P3 §4] new: who began to match since it was opened, each once, while they match and may be seen', async () => {
  const [anna, ben, dan] = (await app.members(
    { username: 'Anna', ...woman },
    { username: 'Ben', ...man },
    { username: 'Dan', ...man },
  )) as [Person, Person, Person]
  await say(dan, 'tags', ['chess'])
  await match()
  const { id } = await anna.call('POST /api/saved-search', { name: 'Chess', filters: { tags: 'chess' } })
  // Dan matched before; whatever else he writes, he does not begin to.
  await say(dan, 'smoking', '-')
  await say(ben, 'tags', ['chess'])
  await match()
  expect(await fresh(anna)).toEqual([1])
  await say(ben, 'tags', [])
  expect(await fresh(anna)).toEqual([0])
  await match()
  await say(ben, 'tags', ['chess', 'jazz'])
  await match()
  expect(await fresh(anna)).toEqual([1])
  await ben.call('POST /api/user-action', { action: 'block', recipient_id: anna.id })
  expect(await fresh(anna)).toEqual([0])
  await ben.call('POST /api/user-action', { action: 'unblock', recipient_id: anna.id })
  expect(await fresh(anna)).toEqual([1])
  const opened = await anna.call('GET /api/search', { saved: id })
  expect(opened.saved).toEqual({ id, name: 'Chess' })
  expect(opened.users.map((user) => user.id).sort()).toEqual([ben.id, dan.id])
  expect(await fresh(anna)).toEqual([0])
  // Once: who matches again has been counted.
  await say(ben, 'tags', [])
  await match()
  await say(ben, 'tags', ['chess'])
  await match()
  expect(await fresh(anna)).toEqual([0])
})

test('[issue 17] while searches are matched members change again and leave; what was broken off is taken up again', async () => {
  const [anna, ben, dan, finn] = (await app.members(
    { username: 'Anna', ...woman },
    { username: 'Ben', ...man },
    { username: 'Dan', ...man },
    { username: 'Finn', ...man },
  )) as [Person, Person, Person, Person]
  await match()
  const filters = { any: '1', tags: 'lawn-bowls', place: 'Hobart|TAS|AU', distance: '100' }
  await anna.call('POST /api/saved-search', { name: 'Bowls', filters })
  for (const player of [ben, dan]) await say(player, 'tags', ['lawn-bowls'])
  const { services } = app.server
  // Where the search begins is asked in the midst of it.
  const find: typeof services.places.find = async (...place) => {
    await say(ben, 'smoking', '-')
    await dan.call('DELETE /api/account')
    return services.places.find(...place)
  }
  const places = { ...services.places, find }
  await matchChanged({ ...services, towns: new Towns(), places })(new AbortController().signal)
  expect(await fresh(anna)).toEqual([1])
  const changes = () => app.db.selectFrom('member_change').select(['member_id', 'taken']).execute()
  expect(await changes()).toEqual([{ member_id: ben.id, taken: false }])

  // As a process leaves it that died.
  await say(finn, 'tags', ['lawn-bowls'])
  await app.db.updateTable('member_change').set({ taken: true }).where('member_id', '=', finn.id).execute()
  await match()
  expect(await fresh(anna)).toEqual([2])
  expect(await changes()).toEqual([])
})

test('[P3 §5] nobody counts who has paused, hides from the address, or is of no interest', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  const act = (action: string) => anna.call('POST /api/user-action', { action, recipient_id: ben.id })
  const pause = (value: number) => ben.call('POST /api/settings-auto-save', { key: 'paused', value })
  const search = { name: 'Yoga', filters: { tags: 'yoga' } }
  const { id } = await anna.call('POST /api/saved-search', search)
  await pause(1)
  await say(ben, 'tags', ['yoga'])
  await match()
  expect(await fresh(anna)).toEqual([0])
  await pause(0)
  await match()
  expect(await fresh(anna)).toEqual([1])
  const ways: [hide: () => Promise<unknown>, back: () => Promise<unknown>][] = [
    [() => pause(1), () => pause(0)],
    [() => act('not-interested'), () => act('interested-again')],
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
})

test('[P3 §4] somebody new who fits counts, also when only their preferences let the member in', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  await say(ben, 'tags', ['karaoke'])
  await ben.call('POST /api/preferences', { age_min: 60 })
  await match()
  await anna.call('POST /api/saved-search', { name: 'Singers', filters: { tags: 'karaoke' } })
  const [dan] = (await app.members({ username: 'Dan', ...man })) as [Person]
  await say(dan, 'tags', ['karaoke'])
  await match()
  expect(await fresh(anna)).toEqual([1])
  await ben.call('POST /api/preferences', { age_min: 18 })
  await match()
  expect(await fresh(anna)).toEqual([2])
})

test('[P3 §4] the mail gives numbers and a link, never names; at most one a day; one click ends it', async () => {
  const [anna, ben, dan] = (await app.members(
    { username: 'Anna', ...woman },
    { username: 'Ben', ...man },
    { username: 'Dan', ...man },
  )) as [Person, Person, Person]
  await match()
  await confirm(anna)
  for (const [name, mail] of [
    ['Sailors', 'daily'],
    ['Boats', 'weekly'],
    ['Quiet', 'none'],
  ])
    await anna.call('POST /api/saved-search', {
      name: name ?? '',
      filters: { tags: 'sailing' },
      mail: mail as 'daily',
    })
  await say(ben, 'tags', ['sailing'])
  await match()
  const [mail, ...more] = await mailsTo(anna)
  expect(more).toEqual([])
  expect(mail?.text).toContain('2 new people fit 2 of your saved searches.')
  expect(mail?.text).toContain('https://rosella.test/search')
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/Ben|Sailors|sailing|Boats/)
  await say(dan, 'tags', ['sailing'])
  await match()
  expect(await mailsTo(anna)).toHaveLength(1)
  app.clock.advance(86_400)
  await match()
  const [, second] = await mailsTo(anna)
  expect(second?.text).toContain('One new person fits one of your saved searches.')
  expect(second?.text).toMatch(/\/search\?saved=\d+/)
  const list = second?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const key = /key=([\w.-]+)/.exec(list)?.[1] ?? ''
  await anna.call('POST /api/unsubscribe', { key })
  const { items } = await anna.call('GET /api/saved-searches')
  expect(items.map((item) => item.mail)).toEqual(['none', 'none', 'none'])
  expect((await anna.call('GET /api/user-settings')).u.summaries).toBe(true)
})
