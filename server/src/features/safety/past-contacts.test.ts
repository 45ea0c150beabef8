import { siteDay } from '@rosella/contract/site-day'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { dice, insertRandomTown } from '@rosella/testkit/random-town'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** [P3 §6] Members who can be reported although the reporter no longer sees them. */
const DAY = 86_400
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })
const view = (from: Person, to: Person) => from.call('GET /api/view-profile', { url_hash: to.url_hash })
const write = async (from: Person, to: Person, message = 'Hello') => {
  const socket = await from.socket()
  const id = await say(socket, to, message)
  socket.disconnect()
  return id
}
const takeBack = async (person: Person, id: number) => {
  const socket = await person.socket()
  expect(await socket.emitWithAck('delete', id)).toMatchObject({ ok: true })
  socket.disconnect()
}
const contacts = async (person: Person) => (await person.call('GET /api/past-contacts')).items
const names = async (person: Person) => (await contacts(person)).map(({ username }) => username)
const reportBy = (person: Person, fields: object) =>
  person.try('POST /api/report-user', { report_reason: 'Under 18', ...fields })
const logIn = async (person: Person) => {
  const { token } = await person.call('POST /api/login', { email: person.email, password: person.password })
  person.token = token
}

test('a message either way, a like or rose received and one’s own view are contacts; nothing else is', async () => {
  const cast = ['Anna', 'Writer', 'Reader', 'Liker', 'Roser', 'Seen']
  const others = ['Visitor', 'Fan', 'Liked', 'Rosed', 'Stranger', 'Blocker']
  const [anna, ...people] = (await app.members(...cast, ...others)) as [Person, ...Person[]]
  const named = (name: string) => people.find(({ username }) => username === name) as Person
  await write(named('Writer'), anna)
  await write(anna, named('Reader'))
  await act(named('Liker'), 'like', anna)
  await act(named('Roser'), 'rose', anna)
  await view(anna, named('Seen'))
  // Actions that Anna could not see, and those only of Anna, are not contacts.
  await view(named('Visitor'), anna)
  await act(named('Fan'), 'fav', anna)
  await act(anna, 'like', named('Liked'))
  await act(anna, 'rose', named('Rosed'))
  await act(named('Blocker'), 'block', anna)
  await anna.call('GET /api/users', { filter: 'recent' })
  expect((await names(anna)).sort()).toEqual(['Liker', 'Reader', 'Roser', 'Seen', 'Writer'])
  for (const name of others.filter((one) => one !== 'Stranger')) {
    if (name === 'Liked' || name === 'Rosed') continue
    expect(await names(named(name)), name).toEqual(name === 'Visitor' ? ['Anna'] : [])
  }
  // The reply has only names, times and refs that are useless to others.
  const items = await contacts(anna)
  for (const item of items) expect(Object.keys(item).sort()).toEqual(['gone', 'last_ts', 'ref', 'username'])
  const reply = JSON.stringify(items)
  for (const person of people) expect(reply).not.toContain(person.url_hash)
})

test('blocked, deactivated, suspended and erased contacts look alike; the latest contact is first', async () => {
  const [anna, ...four] = (await app.members(
    'Anna',
    'Blocks',
    { username: 'Leaves', premium: true },
    'Banned',
    'Erases',
    'Stays',
  )) as [Person, Person, Person, Person, Person, Person]
  const [blocks, leaves, banned, erases, stays] = four as [Person, Person, Person, Person, Person]
  const start = app.clock.now()
  for (const [n, person] of four.entries()) {
    app.clock.stand(start + n)
    await write(person, anna)
  }
  app.clock.stand(undefined)
  const before = await contacts(anna)
  expect(before.map(({ username, last_ts, gone }) => [username, last_ts - start, gone])).toEqual([
    ['Stays', 4, false],
    ['Erases', 3, false],
    ['Banned', 2, false],
    ['Leaves', 1, false],
    ['Blocks', 0, false],
  ])
  await act(blocks, 'block', anna)
  await leaves.call('POST /api/deactivate-account')
  await app.admin.call('POST /api/admin/member', { id: banned.id, status: 4, reason: 'Spam' })
  await erases.call('DELETE /api/account')
  // The same list with the same refs; only `gone` differs.
  expect(await contacts(anna)).toEqual(
    before.map((item) => ({ ...item, gone: item.username !== stays.username })),
  )
  for (const { ref } of before) expect((await reportBy(anna, { ref })).status).toBe(200)
  for (const person of [blocks, leaves, banned, erases]) {
    expect((await reportBy(anna, { recipient_id: person.id, report_reason_info: 'By id' })).status).toBe(200)
  }
  // A member still sees that they blocked someone.
  await act(anna, 'block', stays)
  expect((await contacts(anna))[0]).toMatchObject({ username: 'Stays', gone: false })
})

test('a ref works only for its owner, and a report must name someone', async () => {
  const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
  await write(ben, anna)
  await write(ben, cara)
  const [[annas], [caras]] = [await contacts(anna), await contacts(cara)]
  expect(annas?.ref).not.toBe(caras?.ref)
  const unknown = { status: 404, body: problemBody('report.ref') }
  expect(await reportBy(cara, { ref: annas?.ref })).toEqual(unknown)
  expect(await reportBy(anna, { ref: 'x' })).toEqual(unknown)
  expect(await reportBy(anna, {})).toEqual({ status: 400, body: problemBody('report.recipient') })
  // Without contact, a hidden member stays unknown.
  const [dan] = (await app.members('Dan')) as [Person]
  await act(dan, 'block', anna)
  expect((await reportBy(anna, { recipient_id: dan.id })).status).toBe(404)
})

test('a deleted message counts as a contact for 180 days', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await takeBack(ben, await write(ben, anna, 'Never mind'))
  await act(ben, 'block', anna)
  const [item] = await contacts(anna)
  expect(item).toMatchObject({ username: 'Ben', gone: true })
  app.clock.stand((item?.last_ts ?? 0) + 180 * DAY - 1)
  await logIn(anna)
  expect(await contacts(anna)).toEqual([item])
  expect((await reportBy(anna, { ref: item?.ref })).status).toBe(200)
  app.clock.stand((item?.last_ts ?? 0) + 180 * DAY)
  expect(await contacts(anna)).toEqual([])
  expect((await reportBy(anna, { ref: item?.ref, report_reason_info: 'Later' })).status).toBe(404)
  expect((await reportBy(anna, { recipient_id: ben.id, report_reason_info: 'Later' })).status).toBe(404)
  app.clock.stand(undefined)
})

test('[P3 §5] a member who hides from an address can only be reported for contact before that', async () => {
  const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
  await takeBack(ben, await write(ben, anna, 'Before'))
  for (const hider of [ben, cara]) await hider.call('POST /api/people-i-know', { addresses: [anna.email] })
  // Contacts are stored in whole seconds.
  await sql`update people_i_know set added_ts = added_ts - 5 where member_id = ${cara.id}`.execute(app.db)
  await act(cara, 'like', anna)
  await act(cara, 'rose', anna)
  await write(cara, anna, 'After')
  await takeBack(cara, await write(cara, anna, 'After as well'))
  const [item, ...more] = await contacts(anna)
  expect([item?.username, item?.gone, more]).toEqual(['Ben', true, []])
  expect((await reportBy(anna, { ref: item?.ref })).status).toBe(200)
  expect((await reportBy(anna, { recipient_id: cara.id })).status).toBe(404)
  // After clearing the list she is a contact; hidden again and erased, she is not.
  await cara.call('POST /api/people-i-know-clear')
  expect(await names(anna)).toEqual(['Cara', 'Ben'])
  await cara.call('POST /api/people-i-know', { addresses: [anna.email] })
  await sql`update people_i_know set added_ts = added_ts - 60 where member_id = ${cara.id}`.execute(app.db)
  await cara.call('DELETE /api/account')
  expect(await names(anna)).toEqual(['Ben'])
})

test('[P3 §6] past contacts come in pages of 200 and can be searched by first name and month', async () => {
  const [anna, bjorn, ben] = (await app.members('Anna', 'Björn', 'Ben')) as [Person, Person, Person]
  const now = app.clock.now()
  app.clock.stand(now - 100 * DAY)
  await view(anna, bjorn)
  app.clock.stand(now)
  await view(anna, ben)
  const ids = await insertRandomTown(app.db, dice(5), 600, now)
  await sql`
    with named as (update member set username = 'Carl', status = 2, paused = false where id = any(${ids}::bigint[]))
    insert into relation (me, other, viewed_ts)
    select ${anna.id}, id, ${now - DAY} - id from unnest(${ids}::bigint[]) id`.execute(app.db)
  const list = (input: object = {}) => anna.call('GET /api/past-contacts', input)
  const first = await list()
  expect([first.pages, first.items.length, first.items[0]?.username]).toEqual([4, 200, 'Ben'])
  const all = [first, await list({ p: 2 }), await list({ p: 3 }), await list({ p: 4 })].flatMap(
    ({ items }) => items,
  )
  expect(all).toHaveLength(602)
  expect(new Set(all.map(({ ref }) => ref)).size).toBe(602)
  expect(all.map(({ last_ts }) => last_ts)).toEqual(all.map(({ last_ts }) => last_ts).sort((a, b) => b - a))
  for (const p of [99, Number.MAX_SAFE_INTEGER]) expect(await list({ p })).toEqual(await list({ p: 4 }))
  const namesOf = async (input: object) => (await list(input)).items.map(({ username }) => username)
  for (const q of ['bj', ' BJORN ', 'björ', 'bjo\u0308rn']) expect(await namesOf({ q }), q).toEqual(['Björn'])
  expect(await list({ q: 'jo' })).toEqual({ items: [], pages: 0 })
  expect(await list({ q: '%' })).toEqual({ items: [], pages: 0 })
  expect(await list({ q: 'c' })).toMatchObject({ pages: 3 })
  const month = siteDay(now - 100 * DAY).slice(0, 7)
  expect(await namesOf({ month })).toEqual(['Björn'])
  expect(await namesOf({ month, q: 'ben' })).toEqual([])
  expect((await anna.try('GET /api/past-contacts', { month: '2026-13' })).status).toBe(400)
  // An erased contact is found by the name they had, and the last of 602 can be reported.
  await bjorn.call('DELETE /api/account')
  expect(await list({ q: 'bjorn' })).toMatchObject({ items: [{ username: 'Björn', gone: true }] })
  expect((await reportBy(anna, { ref: (await list({ q: 'bjorn' })).items[0]?.ref })).status).toBe(200)
})

test('[D §8] the name of an erased member is encrypted, also one stored in plain text by the last version', async () => {
  const [anna, zenobia] = (await app.members('Anna', 'Zenobia')) as [Person, Person]
  await write(zenobia, anna)
  await zenobia.call('DELETE /api/account')
  const stored = async () => {
    const { rows } = await sql<{ row: string }>`
      select past_contact::text || encode(sealed, 'escape') as row from past_contact
      where owner_id = ${anna.id}`.execute(app.db)
    return rows.map(({ row }) => row)
  }
  expect(await stored()).toHaveLength(1)
  expect((await stored()).filter((row) => row.includes('Zenobia'))).toEqual([])
  await sql`update past_contact set username = 'Zoë', sealed = null where owner_id = ${anna.id}`.execute(
    app.db,
  )
  const found = async (q: string) => (await anna.call('GET /api/past-contacts', { q })).items[0]?.username
  expect(await found('zoe')).toBe('Zoë')
  await app.server.jobs.runPeriodic('delete-retained')
  expect((await stored()).filter((row) => row.includes('Zo'))).toEqual([])
  expect(await found('zoe')).toBe('Zoë')
})
