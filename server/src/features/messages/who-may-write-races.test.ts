import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertMessageBatches } from './insert-message-batch'

/** On real PostgreSQL and Redis, with a second process of the same site. */
let app: TestApp
let second: Awaited<ReturnType<TestApp['second']>>
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  second = await app.second()
})
afterAll(async () => {
  await second?.close()
  await app.close()
})

const TRIES = 32
const ENOUGH = "You've started enough conversations for today. You can still reply to people."

/** Stores alternately through both processes, as their sockets do, but without the flood limit. */
const storing = () => {
  const stores = [app, second].map(({ server }) =>
    insertMessageBatches({ ...server.services, shield: { asksAboutRepeats: async () => true } }),
  )
  return (n: number, from: Person, to: Person): Promise<{ ok: boolean; message?: string }> =>
    (stores[n % 2] as ReturnType<typeof insertMessageBatches>)({
      sender_id: from.id,
      receiver_id: to.id,
      text: `Message ${n}`,
      ts: app.clock.now(),
      client_id: null,
    }).then(
      () => ({ ok: true }),
      (error: Error) => ({ ok: false, message: error.message }),
    )
}
const act = (from: Person, action: string, to: Person) =>
  from.try('POST /api/user-action', { action, recipient_id: to.id })
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const storedBy = async ({ id }: Person): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from message where sender_id = ${id}`.execute(app.db)
  return rows[0]?.count ?? 0
}

test('of 32 concurrent first messages on two processes, only the daily number is stored', async () => {
  const [anna, ...others] = (await app.members('Anna', ...Array(TRIES).fill('Ben'))) as [Person, ...Person[]]
  const store = storing()
  const answers = await Promise.all(others.map((to, n) => store(n, anna, to)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
  expect(new Set(answers.filter(({ ok }) => !ok).map(({ message }) => message))).toEqual(new Set([ENOUGH]))
  expect(await storedBy(anna)).toBe(20)
  // Another attempt is refused by both processes.
  const [refused] = others.filter((_, n) => !answers[n]?.ok) as [Person]
  for (const n of [0, 1]) expect(await store(n, anna, refused)).toMatchObject({ ok: false, message: ENOUGH })
  // Open conversations continue.
  const open = others.filter((_, n) => answers[n]?.ok)
  expect((await Promise.all(open.map((to, n) => store(n, anna, to)))).every(({ ok }) => ok)).toBe(true)
}, 60_000)

test('32 concurrent messages to one stranger count as one first message', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const store = storing()
  const answers = await Promise.all(Array.from({ length: TRIES }, (_, n) => store(n, anna, ben)))
  expect(answers.every(({ ok }) => ok)).toBe(true)
  const { rows } = await sql<{ began: number; messages: number; unanswered: number }>`
    select count(began_ts)::int as began, max(messages)::int as messages, max(unanswered)::int as unanswered
    from relation where me = ${anna.id}`.execute(app.db)
  expect(rows).toEqual([{ began: 1, messages: TRIES, unanswered: TRIES }])
})

/** Sends messages before, during and after `shut`. */
async function sendDuring(sender: Person, receiver: Person, shut: () => Promise<unknown>) {
  const store = storing()
  let isShut = false
  const tries = Array.from({ length: TRIES }, async (_, n) => {
    await wait(n * 4)
    const wasShut = isShut
    return { wasShut, ...(await store(n, sender, receiver)) }
  })
  // Wait until one is stored, however slow the machine is.
  await tries[0]
  await shut()
  isShut = true
  const answers = await Promise.all(tries)
  return [...answers, { wasShut: true, ...(await store(0, sender, receiver)) }]
}

test('after a stricter contact rule is acknowledged, no message gets through, whatever runs concurrently', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const answers = await sendDuring(ben, anna, () =>
    anna.call('POST /api/preferences', { contact: 'verified' }),
  )
  expect(answers.some(({ ok }) => ok)).toBe(true)
  expect(answers.filter(({ wasShut, ok }) => wasShut && ok)).toEqual([])
  expect(answers.some(({ message }) => message === 'Anna only accepts messages from verified members.')).toBe(
    true,
  )
  expect(await storedBy(ben)).toBe(answers.filter(({ ok }) => ok).length)
}, 60_000)

test('after losing interest is acknowledged, no message gets through', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const answers = await sendDuring(ben, anna, () => act(anna, 'not-interested', ben))
  expect(answers.some(({ ok }) => ok)).toBe(true)
  expect(answers.filter(({ wasShut, ok }) => wasShut && ok)).toEqual([])
  expect(await storedBy(ben)).toBe(answers.filter(({ ok }) => ok).length)
}, 60_000)

test('losing interest during a first message ends the conversation if it was stored, otherwise closes it, 32 times', async () => {
  const people = (await app.members(
    ...Array.from({ length: 2 * TRIES }, (_, n) => (n % 2 ? 'Ben' : 'Anna')),
  )) as Person[]
  const pairs = Array.from({ length: TRIES }, (_, n) => [people[2 * n], people[2 * n + 1]] as const)
  const store = storing()
  const outcomes = await Promise.all(
    pairs.map(async ([anna, ben], n) => {
      const [, sent] = await Promise.all([
        act(anna as Person, 'not-interested', ben as Person),
        store(n, ben as Person, anna as Person),
      ])
      return sent.ok
    }),
  )
  for (const [n, [anna, ben]] of pairs.entries()) {
    const { user } = await (ben as Person).call('GET /api/view-profile', { url_hash: anna?.url_hash })
    expect(user.contact_note).toBe(outcomes[n] ? 'Anna ended this conversation.' : null)
    expect((await store(n, ben as Person, anna as Person)).ok).toBe(false)
  }
  const { rows } = await sql`
    select a.me from relation a join relation b on b.me = a.other and b.other = a.me
    where (a.not_interested_ts is not null) <> b.closed_to_me or a.ended <> b.ended`.execute(app.db)
  expect(rows).toEqual([])
}, 60_000)
