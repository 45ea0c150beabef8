import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** On real PostgreSQL with two processes: deleting at the moment of the report does not help. */
let app: TestApp
let second: Awaited<ReturnType<TestApp['second']>>
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  second = await app.second()
})
afterAll(async () => {
  await assertChainWhole(app)
  await second?.close()
  await app.close()
})

const TRIES = 32

async function sealed(reporter: Person) {
  const rows = await app.db
    .selectFrom('report as r')
    .innerJoin('report_snapshot as s', 's.report_id', 'r.id')
    .where('r.reporter_id', '=', reporter.id)
    .select('s.content')
    .execute()
  return rows.map(
    ({ content }) => JSON.parse(content) as { message_id: number; messages: { id: number; text: string }[] },
  )
}

test('a message deleted at the moment of the report is in the case, 32 times out of 32', async () => {
  const [one, two, ...annas] = (await app.members('Ben', 'Dan', 'Anna', 'Cara', 'Elsa', 'Gia')) as [
    Person,
    Person,
    ...Person[],
  ]
  // Two senders, because one would exceed 30 messages in 10 seconds.
  const senders = await Promise.all(
    [one, two].map(async (person) => ({
      person,
      here: await person.socket(),
      there: await person.elsewhere(second.url).socket(),
    })),
  )
  const tries: { anna: Person; sender: (typeof senders)[number]; id: number; text: string }[] = []
  for (let n = 0; n < TRIES; n++) {
    const [anna, sender] = [annas[n % annas.length] as Person, senders[n % 2] as (typeof senders)[number]]
    const text = `Threat number ${n}`
    tries.push({ anna, sender, text, id: await say(sender.here, anna, text) })
  }
  const results = await Promise.all(
    tries.flatMap(({ anna, sender, id }, n) => {
      const recipient_id = sender.person.id
      const input = { recipient_id, report_reason: 'Harassment or threats', message_id: id }
      const reporting = () => anna.try('POST /api/report-user', input).then(({ status }) => status === 200)
      const deleting = () =>
        (n % 4 < 2 ? sender.here : sender.there).emitWithAck('delete', id).then(({ ok }) => ok)
      return n % 8 < 4 ? [reporting(), deleting()] : [deleting(), reporting()]
    }),
  )
  expect(results).toEqual(results.map(() => true))
  for (const anna of annas) {
    const cases = await sealed(anna)
    const mine = tries.filter((each) => each.anna === anna)
    expect(cases).toHaveLength(mine.length)
    for (const { id, text } of mine) {
      const about = cases.find(({ message_id }) => message_id === id)
      expect(about?.messages.find((message) => message.id === id)?.text).toBe(text)
    }
  }
  const left = app.db.selectFrom('message').where('sender_id', 'in', [one.id, two.id]).selectAll()
  expect(await left.execute()).toEqual([])
}, 60_000)

test('messages of a member who is erased at the moment of the report are always in the case', async () => {
  const couples: { anna: Person; ben: Person; text: string }[] = []
  for (let n = 0; n < 8; n++) {
    const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
    const socket = await ben.socket()
    const text = `Last text ${n}`
    await say(socket, anna, text)
    socket.disconnect()
    couples.push({ anna, ben, text })
  }
  const results = await Promise.all(
    couples.flatMap(({ anna, ben }, n) => {
      const reporting = () =>
        anna.try('POST /api/report-user', { recipient_id: ben.id, report_reason: 'Harassment or threats' })
      const erasing = () => ben.elsewhere(second.url).try('DELETE /api/account')
      return n % 2 ? [reporting(), erasing()] : [erasing(), reporting()]
    }),
  )
  expect(results.map(({ status }) => status)).toEqual(results.map(() => 200))
  for (const { anna, text } of couples) {
    const [about] = await sealed(anna)
    expect(about?.messages.map(({ text }) => text)).toEqual([text])
  }
}, 60_000)

test('two members who wrote to each other and erase their accounts concurrently leave nothing behind', async () => {
  for (let n = 0; n < 8; n++) {
    const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
    for (const [from, to] of [
      [anna, ben],
      [ben, anna],
    ] as const) {
      const socket = await from.socket()
      await say(socket, to, 'Hello')
      socket.disconnect()
    }
    const answers = await Promise.all([
      anna.try('DELETE /api/account'),
      ben.elsewhere(second.url).try('DELETE /api/account'),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    for (const table of ['retained_message', 'past_contact'] as const) {
      const left = await app.db
        .selectFrom(table)
        .where('owner_id', 'in', [anna.id, ben.id])
        .select('owner_id')
        .execute()
      expect(left).toEqual([])
    }
  }
}, 60_000)
