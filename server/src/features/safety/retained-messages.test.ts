import { everyEndpoint } from '@rosella/contract/every-endpoint'
import { confirmAddresses } from '@rosella/testkit/give-role'
import type { Person, RouteName } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { say } from '@rosella/testkit/received'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

/** [P3 §6] Messages deleted by the other member are only decrypted for the sealed snapshot of a report. */
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterEach(() => assertChainWhole(app))
afterAll(() => app.close())

const couple = async () => (await app.members('Anna', 'Ben')) as [Person, Person]
const write = async (from: Person, to: Person, message: string) => {
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
const report = (from: Person, to: Person, fields: object = {}) =>
  from.try('POST /api/report-user', { recipient_id: to.id, report_reason: 'Under 18', ...fields })
async function snapshotOf(person: Person) {
  const [latest] = (await person.call('GET /api/my-reports')).reports
  const { report } = await app.admin.call('GET /api/admin/report', { id: latest?.id })
  return report.snapshot
}
const textsOf = async (person: Person) => (await snapshotOf(person))?.messages.map(({ text }) => text)

async function download(person: Person): Promise<Record<string, string>> {
  const response = await fetch(`${app.url}/api/my-data`, {
    headers: { authorization: `Bearer ${person.token}`, 'x-email': person.email },
  })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
}

test('before a report, no call, download or log of members or admins reveals a deleted message', async () => {
  const [anna, ben] = await couple()
  const message = 'Kookaburra at midnight'
  await takeBack(ben, await write(ben, anna, message))
  const reads = everyEndpoint.filter(
    ({ method, path }) => method === 'GET' && !/notifications|my-data|overview-csv/.test(path),
  )
  expect(reads.length).toBeGreaterThan(20)
  const input = { id: ben.id, url_hash: ben.url_hash, filter: 'recent', q: 'Ben' }
  for (const person of [anna, ben, app.admin]) {
    for (const { method, path } of reads) {
      const answer = await person
        .try(`${method} ${path}` as RouteName, input)
        .catch(() => ({ body: 'not JSON' }))
      expect(JSON.stringify(answer.body), path).not.toContain(message)
    }
  }
  for (const person of [anna, ben])
    expect(Object.values(await download(person)).join()).not.toContain(message)
  expect(app.logLines.join()).not.toContain(message)

  // The export of the deleting member counts the retained messages; the other member's does not.
  const retainedIn = async (person: Person) =>
    JSON.parse((await download(person))['retained-for-reports.json'] ?? '')
  const until = new Date((await retainedIn(ben)).until).getTime() / 1000
  expect((await retainedIn(ben)).messages).toBe(1)
  expect(Math.abs(until - app.clock.now() - 90 * 86_400)).toBeLessThan(60)
  expect(await retainedIn(anna)).toEqual({ messages: 0, until: null })
  expect((await download(ben))['README.txt']).toContain('retained encrypted for 90 days')

  await report(anna, ben)
  expect(await textsOf(anna)).toEqual([message])
  expect(app.logLines.join()).not.toContain(message)
}, 90_000)

test('neither the member who deleted it nor a third member can open it', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  const id = await write(ben, anna, 'Mine to take back')
  await takeBack(ben, id)
  await write(cara, ben, 'Hi')
  await report(ben, anna)
  expect(await textsOf(ben)).toEqual([])
  await report(cara, ben)
  expect(await textsOf(cara)).toEqual(['Hi'])
  const refused = { status: 404, body: problemBody('report.message') }
  for (const from of [ben, cara]) {
    expect(await report(from, from === ben ? anna : ben, { message_id: id })).toEqual(refused)
  }
})

test('the sealed conversation has retained messages in their original order', async () => {
  const [anna, ben] = await couple()
  const ids: number[] = []
  for (const [from, to, message] of [
    [anna, ben, 'one'],
    [ben, anna, 'two'],
    [anna, ben, 'three'],
    [ben, anna, 'four'],
  ] as const)
    ids.push(await write(from, to, message))
  await takeBack(ben, ids[1] ?? 0)
  await report(anna, ben, { message_id: ids[1] })
  const snapshot = await snapshotOf(anna)
  expect(snapshot?.messages.map(({ text, held }) => [text, held ?? false])).toEqual([
    ['one', false],
    ['two', true],
    ['three', false],
    ['four', false],
  ])
  expect(snapshot?.message_id).toBe(ids[1])
})

test('the reported message must be visible to the reporter or retained for them', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  const elsewhere = await write(ben, cara, 'To Cara')
  const removed = await write(ben, anna, 'Removed by Anna')
  await takeBack(anna, removed)
  for (const message_id of [elsewhere, removed, 999_999_999])
    expect((await report(anna, ben, { message_id })).status).toBe(404)
  expect((await anna.call('GET /api/my-reports')).reports).toEqual([])
  // After Ben deletes it too, it is retained for her.
  await takeBack(ben, removed)
  expect((await report(anna, ben, { message_id: removed })).status).toBe(200)
})

test('the same report again is the same case, unless there are new messages or it names another message', async () => {
  const [anna, ben] = await couple()
  const first = await write(ben, anna, 'First')
  await report(anna, ben)
  await report(anna, ben)
  const cases = async () => (await anna.call('GET /api/my-reports')).reports.length
  expect(await cases()).toBe(1)
  await report(anna, ben, { message_id: first })
  expect(await cases()).toBe(2)
  await takeBack(ben, await write(ben, anna, 'Second'))
  await report(anna, ben)
  expect(await cases()).toBe(3)
  expect(await textsOf(anna)).toEqual(['First', 'Second'])
})

test('with a missing key or changed bytes, the report is filed and counts the messages it could not open', async () => {
  const [anna, ben] = await couple()
  await takeBack(ben, await write(ben, anna, 'Unreadable'))
  await sql`update retained_message set ts = ts + 1 where owner_id = ${anna.id}`.execute(app.db)
  expect((await report(anna, ben)).status).toBe(200)
  expect(await snapshotOf(anna)).toMatchObject({ messages: [], held_lost: 1 })
  await sql`update retained_message set ts = ts - 1 where owner_id = ${anna.id}`.execute(app.db)
  const keys = await app.db.selectFrom('retained_message_key').selectAll().execute()
  await app.db.deleteFrom('retained_message_key').execute()
  expect((await report(anna, ben, { report_reason_info: 'Again' })).status).toBe(200)
  expect(await snapshotOf(anna)).toMatchObject({ messages: [], held_lost: 1 })
  await app.db.insertInto('retained_message_key').values(keys).execute()
  await report(anna, ben, { report_reason_info: 'Once more' })
  expect(await textsOf(anna)).toEqual(['Unreadable'])
})

test('messages retained for a member are deleted with that member, and all of them with the second', async () => {
  const [anna, ben] = await couple()
  await write(anna, ben, 'Hello')
  await takeBack(ben, await write(ben, anna, 'Bye'))
  const kept = async () => {
    const of = (table: 'retained_message' | 'past_contact') =>
      app.db
        .selectFrom(table)
        .where((eb) => eb.or([eb('owner_id', '=', anna.id), eb('other_id', '=', anna.id)]))
        .select('owner_id')
        .execute()
    return [(await of('retained_message')).length, (await of('past_contact')).length]
  }
  expect(await kept()).toEqual([1, 0])
  await ben.call('DELETE /api/account')
  expect(await kept()).toEqual([2, 1])
  await anna.call('DELETE /api/account')
  expect(await kept()).toEqual([0, 0])
})

test('[P3 §6] an erased member who is reported afterwards can be banned, and the ban is effective', async () => {
  const email = 'bandicoot@rosella.test'
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', email })) as [Person, Person]
  await confirmAddresses(app, ben)
  await write(ben, anna, 'You will regret this')
  await ben.call('DELETE /api/account')
  await report(anna, ben)
  const [latest] = (await anna.call('GET /api/my-reports')).reports
  const decide = (outcome: string) =>
    app.admin.try('POST /api/admin/report-decision', { report_id: latest?.id, outcome })
  for (const outcome of ['warned', 'suspended']) {
    expect(await decide(outcome)).toEqual({ status: 400, body: problemBody('report.erased') })
  }
  expect((await decide('banned')).status).toBe(200)
  const { items } = await app.admin.call('GET /api/admin/reports', { state: 'closed' })
  const listed = items.find(({ id }) => id === latest?.id)
  expect(listed?.snapshot).toMatchObject({ profile: null, username: 'Ben', photos: [], prompts: [] })
  expect(listed?.member).toMatchObject({ id: ben.id, username: null, status: null })
  await expect(app.members({ username: 'Ben', email })).rejects.toMatchObject({ status: 403 })
  const row = await app.db.selectFrom('erased_member').selectAll().execute()
  expect(JSON.stringify(row)).not.toContain('bandicoot')
})
