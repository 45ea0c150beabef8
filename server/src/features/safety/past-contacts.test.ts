import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** [P3 §6] Whom a member can report although they no longer see them. */
const DAY = 86_400
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })
const view = (from: Person, to: Person) => from.call('GET /api/view-profile', { url_hash: to.url_hash })
const write = async (from: Person, to: Person, words = 'Hello') => {
  const socket = await from.socket()
  const id = await say(socket, to, words)
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

test('a message either way, a like or rose received, a view by oneself; nothing else is a contact', async () => {
  const cast = ['Anna', 'Writer', 'Reader', 'Liker', 'Roser', 'Seen']
  const others = ['Visitor', 'Fan', 'Liked', 'Rosed', 'Stranger', 'Blocker']
  const [anna, ...people] = (await app.members(...cast, ...others)) as [Person, ...Person[]]
  const named = (name: string) => people.find(({ username }) => username === name) as Person
  await write(named('Writer'), anna)
  await write(anna, named('Reader'))
  await act(named('Liker'), 'like', anna)
  await act(named('Roser'), 'rose', anna)
  await view(anna, named('Seen'))
  // What only the others did unseen, or only Anna did, is none.
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
  // Nothing but a name, a time and a word that means nothing to anybody else.
  const items = await contacts(anna)
  for (const item of items) expect(Object.keys(item).sort()).toEqual(['gone', 'last_ts', 'ref', 'username'])
  const told = JSON.stringify(items)
  for (const person of people) expect(told).not.toContain(person.url_hash)
})

test('blocked, deactivated, shut out or erased look alike; the latest contact comes first', async () => {
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
  // The same list with the same refs: only that they are gone is told.
  expect(await contacts(anna)).toEqual(
    before.map((item) => ({ ...item, gone: item.username !== stays.username })),
  )
  for (const { ref } of before) expect((await reportBy(anna, { ref })).status).toBe(200)
  for (const person of [blocks, leaves, banned, erases]) {
    expect((await reportBy(anna, { recipient_id: person.id, report_reason_info: 'By id' })).status).toBe(200)
  }
  // Whom the member blocked themselves they know of.
  await act(anna, 'block', stays)
  expect((await contacts(anna))[0]).toMatchObject({ username: 'Stays', gone: false })
})

test('a ref is for the one who was given it, and somebody has to be named', async () => {
  const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
  await write(ben, anna)
  await write(ben, cara)
  const [[annas], [caras]] = [await contacts(anna), await contacts(cara)]
  expect(annas?.ref).not.toBe(caras?.ref)
  const unknown = { status: 404, body: problemBody('report.ref') }
  expect(await reportBy(cara, { ref: annas?.ref })).toEqual(unknown)
  expect(await reportBy(anna, { ref: 'x' })).toEqual(unknown)
  expect(await reportBy(anna, {})).toEqual({ status: 400, body: problemBody('report.whom') })
  // Without any contact whoever is hidden stays nobody.
  const [dan] = (await app.members('Dan')) as [Person]
  await act(dan, 'block', anna)
  expect((await reportBy(anna, { recipient_id: dan.id })).status).toBe(404)
})

test('a message that was taken back was a contact, for 180 days and no longer', async () => {
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

test('[P3 §5] whoever hides from an address is reported for what was before, and not betrayed by what came after', async () => {
  const [anna, ben, cara] = (await app.members('Anna', 'Ben', 'Cara')) as [Person, Person, Person]
  await takeBack(ben, await write(ben, anna, 'Before'))
  for (const hider of [ben, cara]) await hider.call('POST /api/people-i-know', { addresses: [anna.email] })
  // The ledger goes by whole seconds.
  await sql`update people_i_know set added_ts = added_ts - 5 where member_id = ${cara.id}`.execute(app.db)
  await act(cara, 'like', anna)
  await act(cara, 'rose', anna)
  await write(cara, anna, 'After')
  await takeBack(cara, await write(cara, anna, 'After as well'))
  const [item, ...more] = await contacts(anna)
  expect([item?.username, item?.gone, more]).toEqual(['Ben', true, []])
  expect((await reportBy(anna, { ref: item?.ref })).status).toBe(200)
  expect((await reportBy(anna, { recipient_id: cara.id })).status).toBe(404)
  // Erased, she is still nobody Anna knew; no longer hiding, she would be.
  await cara.call('POST /api/people-i-know-clear')
  expect(await names(anna)).toEqual(['Cara', 'Ben'])
  await cara.call('POST /api/people-i-know', { addresses: [anna.email] })
  await sql`update people_i_know set added_ts = added_ts - 60 where member_id = ${cara.id}`.execute(app.db)
  await cara.call('DELETE /api/account')
  expect(await names(anna)).toEqual(['Ben'])
})
