import { setTimeout as sleep } from 'node:timers/promises'
import { confirmAddresses } from '@rosella/testkit/give-role'
import { Person } from '@rosella/testkit/person'
import { say, type TestSocket } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** On PostgreSQL with two processes. */
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

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]
const TRIES = 16

async function couple() {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await confirmAddresses(app, anna, ben)
  // Otherwise the time of day decides when notices are sent.
  const always = { quiet_from: '', quiet_to: '' }
  await app.db.updateTable('account').set(always).where('member_id', 'in', [anna.id, ben.id]).execute()
  const [hers, his] = [await anna.socket(), await ben.elsewhere(second.url).socket()]
  await say(hers, ben, 'Hello')
  await say(his, anna, 'Hello')
  return { anna, ben, hers, his }
}
async function propose(socket: TestSocket, to: Person, at_ts = app.clock.now() + 2 * DAY): Promise<number> {
  const plan = { receiver_id: to.id, at_ts, place: 'Cafe Numbat', note: '' }
  const answer = await socket.emitWithAck('planDate', plan)
  if (!answer.ok) throw new Error(answer.message)
  return answer.id ?? 0
}
const stateOf = async (id: number) =>
  (await app.db.selectFrom('date_plan').where('id', '=', id).select('state').executeTakeFirst())?.state

test('both suggest at the same moment: one plan is open', async () => {
  const { anna, ben, hers, his } = await couple()
  for (let n = 0; n < 5; n++) {
    const at_ts = app.clock.now() + DAY
    const plan = { at_ts, place: 'Cafe', note: '' }
    const answers = await Promise.all([
      hers.emitWithAck('planDate', { ...plan, receiver_id: ben.id }),
      his.emitWithAck('planDate', { ...plan, receiver_id: anna.id }),
    ])
    expect(answers.map(({ ok }) => ok).sort()).toEqual([false, true])
    const id = answers.flatMap((one) => (one.ok ? (one.id ?? []) : []))[0] ?? 0
    await hers.emitWithAck('answerDate', { id, answer: 'cancel' })
  }
})

test('cancel and accept at the same moment: both sides see the same end, and no reminder survives a cancellation', async () => {
  const { anna, ben, hers, his } = await couple()
  for (let n = 0; n < 8; n++) {
    const id = await propose(hers, ben)
    const [accepted, cancelled] = await Promise.all([
      his.emitWithAck('answerDate', { id, answer: 'accept' }),
      hers.emitWithAck('answerDate', { id, answer: 'cancel' }),
    ])
    // A cancellation is possible before and after.
    expect(cancelled).toMatchObject({ ok: true })
    expect(accepted.ok || accepted.code === 'date.over').toBe(true)
    expect(await stateOf(id)).toBe('cancelled')
  }
  const seen = await Promise.all([anna, ben].map(async (one) => (await one.call('GET /api/dates')).dates))
  expect(seen.map((dates) => new Set(dates.map(({ state }) => state)))).toEqual([
    new Set(['cancelled']),
    new Set(['cancelled']),
  ])
})

test('a block or a pause at the moment of a suggestion leaves no open plan', async () => {
  for (let n = 0; n < 6; n++) {
    const { anna, ben, hers } = await couple()
    const end =
      n % 2 === 0
        ? () => ben.call('POST /api/user-action', { action: 'block', recipient_id: anna.id })
        : () => ben.call('POST /api/settings-auto-save', { key: 'paused', value: 1 })
    const suggest = () => propose(hers, ben).catch(() => undefined)
    await Promise.all(n % 4 < 2 ? [end(), suggest()] : [suggest(), end()])
    const open = await app.db
      .selectFrom('date_plan')
      .where((e) => e.or([e('low_id', '=', ben.id), e('high_id', '=', ben.id)]))
      .where('state', 'in', ['proposed', 'accepted'])
      .select('id')
      .execute()
    expect(open).toEqual([])
  }
})

test('a block before the reminder is due means no reminder', async () => {
  const pairs = await Promise.all(Array.from({ length: 4 }, couple))
  const at_ts = app.clock.now() + DAY
  for (const { ben, hers, his } of pairs) {
    const id = await propose(hers, ben, at_ts)
    await his.emitWithAck('answerDate', { id, answer: 'accept' })
  }
  await app.jobsDone()
  app.clock.advance(DAY - 3 * HOUR + MINUTE)
  // The reminders are due now: the blocks race with the jobs of both processes.
  const blocked = await Promise.all(
    pairs.map(async ({ anna, ben }) => {
      await ben.call('POST /api/user-action', { action: 'block', recipient_id: anna.id })
      return (await app.mail()).length
    }),
  )
  expect(blocked).toHaveLength(4)
  const reminders = async () =>
    (await app.mail()).filter(({ subject }) => subject?.startsWith('You have a date soon')).length
  const then = await reminders()
  app.server.jobs.wake()
  second.server.jobs.wake()
  await app.jobsDone()
  // A reminder may have been sent before its block, never after it.
  expect(await reminders()).toBe(then)
})

/** A check-in whose contact has confirmed and whose grace period ends now. */
async function dueCheckIns(count: number) {
  const people = (await app.members(
    ...Array.from({ length: count }, (_, n) => `Anna${'abcdefghijklmnop'[n]}`),
  )) as Person[]
  await confirmAddresses(app, ...people)
  const made = []
  for (const [n, person] of people.entries()) {
    const now = app.clock.now()
    const email = `brother-${n}-${person.id}@elsewhere.test`
    const times = { at_ts: now + MINUTE, end_ts: now + HOUR, grace: 15 }
    const contacts = [{ name: 'Otto', email }]
    const { id } = await person.call('POST /api/check-in', { name: 'Max', place: 'Cafe', ...times, contacts })
    made.push({ person, id, email })
  }
  await app.jobsDone()
  await app.db.updateTable('check_in_contact').set({ state: 'confirmed' }).execute()
  const due = Math.max(
    ...(await app.db.selectFrom('check_in').select('ask_ts').execute()).map((row) => row.ask_ts),
  )
  app.clock.advance(due + 14 * MINUTE - app.clock.now())
  await app.jobsDone()
  return made
}

test(`[P4 §3] “I’m OK” and the alert in the same millisecond: ${TRIES} times, no alert follows an acknowledgement`, async () => {
  const made = await dueCheckIns(TRIES)
  app.clock.advance(MINUTE)
  app.server.jobs.wake()
  second.server.jobs.wake()
  const outcomes = await Promise.all(
    made.map(async ({ person, id, email }, n) => {
      const device = n % 2 === 0 ? person : person.elsewhere(second.url)
      // The processes alert one after another meanwhile.
      await sleep(n * 40)
      const { body } = await device.try('POST /api/check-in-answer', { id, answer: 'ok' })
      return { id, email, state: body.state }
    }),
  )
  expect(outcomes.every(({ state }) => state === 'ended')).toBe(true)
  // Nothing is sent after the last answer was acknowledged.
  const mailbox = await app.db.selectFrom('check_in_contact').select(['email', 'sent_round']).execute()
  const sentThen = new Map(mailbox.map(({ email, sent_round }) => [email, sent_round]))
  await app.jobsDone()
  app.clock.advance(HOUR)
  await app.jobsDone()
  let both = 0
  const emails = await app.mail()
  const count = (email: string, words: string) =>
    emails.filter(({ to, subject }) => to?.[0]?.address === email && subject?.includes(words)).length
  for (const { email, id } of outcomes) {
    const sent = count(email, 'may need')
    expect(sent).toBe(sentThen.get(email))
    expect(count(email, 'is OK')).toBe(sent)
    both += sent
    const row = await app.db.selectFrom('check_in').where('id', '=', id).select('state').executeTakeFirst()
    expect(row?.state).toBe('ended')
  }
  process.stdout.write(`The alert was first ${both} of ${TRIES} times\n`)
}, 180_000)

test('two devices answer at the same moment: help wins over a delayed OK that did not know of it', async () => {
  const [{ person, id, email } = { person: new Person(app.url), id: 0, email: '' }] = await dueCheckIns(1)
  const other = person.elsewhere(second.url)
  const [ok, help] = await Promise.all([
    person.try('POST /api/check-in-answer', { id, answer: 'ok', helps: 0 }),
    other.try('POST /api/check-in-answer', { id, answer: 'help', helps: 0 }),
  ])
  expect(help.body).toEqual({ state: 'alerted' })
  expect(ok.status === 409 || ok.body.state === 'ended').toBe(true)
  await app.jobsDone()
  const row = await app.db.selectFrom('check_in').where('id', '=', id).select('state').executeTakeFirst()
  expect(row?.state).toBe('alerted')
  const sent = (await app.mail()).filter(
    ({ to, subject }) => to?.[0]?.address === email && subject?.includes('may need'),
  )
  expect(sent).toHaveLength(1)
})
