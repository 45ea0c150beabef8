import { confirmAddresses } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { received, say, type TestSocket } from '@rosella/testkit/received'
import { isWarned, PLEA, signsOf } from '@rosella/testkit/shield'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]

interface Couple {
  anna: Person
  ben: Person
  hers: TestSocket
  his: TestSocket
}
/** Both have written to each other, and both addresses are confirmed. */
async function couple(...wishes: [object?, object?]): Promise<Couple> {
  const [one, two] = [
    { username: 'Anna', ...wishes[0] },
    { username: 'Ben', ...wishes[1] },
  ]
  const [anna, ben] = (await app.members(one, two)) as [Person, Person]
  await confirmAddresses(app, anna, ben)
  // Otherwise the time of day decides when notices are sent.
  const always = { quiet_from: '', quiet_to: '' }
  await app.db.updateTable('account').set(always).where('member_id', 'in', [anna.id, ben.id]).execute()
  const [hers, his] = [await anna.socket(), await ben.socket()]
  await say(hers, ben, 'Hello Ben')
  await say(his, anna, 'Hello Anna')
  return { anna, ben, hers, his }
}
const plan = (to: Person, more: object = {}) => ({
  receiver_id: to.id,
  at_ts: app.clock.now() + 2 * DAY,
  place: 'Cafe Numbat, Fitzroy',
  note: 'I will wear a red scarf',
  ...more,
})
async function propose(socket: TestSocket, to: Person, more: object = {}): Promise<number> {
  const answer = await socket.emitWithAck('planDate', plan(to, more))
  if (!answer.ok) throw new Error(answer.message)
  return answer.id ?? 0
}
const accept = (socket: TestSocket, id: number) => socket.emitWithAck('answerDate', { id, answer: 'accept' })
const dates = async (person: Person) => (await person.call('GET /api/dates')).dates
const state = async (person: Person, id: number) => (await dates(person)).find((one) => one.id === id)?.state
const act = (from: Person, to: Person, action: string) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })
async function mailed(person: Person): Promise<string[]> {
  const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === person.email)
  return emails.flatMap(({ subject = '' }) => (/date|How was it/.test(subject) ? [subject] : []))
}

test('[P4 §3] a suggestion reaches both sides live, and the other accepts it', async () => {
  const { anna, ben, hers, his } = await couple()
  const [to, from] = [received(his), received(hers)]
  const stream = await ben.stream()
  const at_ts = app.clock.now() + 2 * DAY
  const id = await propose(hers, ben, { at_ts, place: '  Cafe\n Numbat ' })
  const shared = { id, at_ts, place: 'Cafe Numbat', note: 'I will wear a red scarf', state: 'proposed' }
  expect(await to.next('date')).toEqual([{ ...shared, partner_id: anna.id, by_me: false }])
  expect(await from.next('date')).toEqual([{ ...shared, partner_id: ben.id, by_me: true }])
  expect(await stream.next('date')).toEqual({ id })
  expect(await accept(hers, id)).toMatchObject({ ok: false, code: 'date.own' })
  expect(await accept(his, id)).toEqual({ ok: true, id })
  // The other device of the same member.
  expect(await accept(his, id)).toEqual({ ok: true, id })
  expect(await from.next('date')).toMatchObject([{ id, state: 'accepted' }])
  expect(await dates(anna)).toMatchObject([
    {
      id,
      state: 'accepted',
      partner: { username: 'Ben', url_hash: ben.url_hash },
      asks: false,
      feedback: null,
    },
  ])
  await app.jobsDone()
  expect(await mailed(ben)).toEqual(['Somebody suggested a date – Rosella'])
  expect(await mailed(anna)).toEqual(['Your date is on – Rosella'])
})

test('[P4 §3] only where both have written, one open plan per pair, and valid input', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const [hers, his] = [await anna.socket(), await ben.socket()]
  await say(hers, ben, 'Hello')
  const attempt = (more: object) => hers.emitWithAck('planDate', plan(ben, more))
  expect(await attempt({})).toMatchObject({ ok: false, code: 'date.stranger' })
  await say(his, anna, 'Hi')
  const now = app.clock.now()
  for (const [more, code] of [
    [{ at_ts: now - 1 }, 'date.time'],
    [{ at_ts: now + 400 * DAY }, 'date.time'],
    [{ place: ' \n ' }, 'date.place'],
    [{ place: 'x'.repeat(121) }, 'date.place'],
    [{ note: 'x'.repeat(201) }, 'date.note'],
    [{ note: 'see HTTPS://evil.example' }, 'message.link'],
    [{ place: 'https://evil.example' }, 'message.link'],
    [{ receiver_id: anna.id }, 'gesture.self'],
    [{ receiver_id: 999_999_999 }, 'no-user'],
    [{ at_ts: 'soon' }, 'invalid'],
  ] as const)
    expect(await attempt(more), JSON.stringify(more)).toMatchObject({ ok: false, code })
  // As many characters as people see.
  const id = await propose(hers, ben, { place: '🌹'.repeat(120), note: '🌹'.repeat(200) })
  expect(await his.emitWithAck('planDate', plan(anna))).toMatchObject({ ok: false, code: 'date.open' })
  expect(await his.emitWithAck('answerDate', { id, answer: 'decline' })).toEqual({ ok: true, id })
  expect(await accept(his, id)).toMatchObject({ ok: false, code: 'date.over' })
  expect(await propose(his, anna)).toBeGreaterThan(id)
  const [eve] = (await app.members('Eve')) as [Person]
  const theirs = await eve.socket()
  for (const answer of ['accept', 'decline', 'cancel'] as const)
    expect(await theirs.emitWithAck('answerDate', { id, answer })).toMatchObject({ code: 'date.unknown' })
})

test('[P4 §3] another time is a new suggestion, and an answer to an outdated one is refused', async () => {
  const { anna, ben, hers, his } = await couple()
  const id = await propose(hers, ben)
  const [before] = await dates(ben)
  const at_ts = app.clock.now() + 3 * DAY
  const other = { id, answer: 'suggest', at_ts, place: 'Fed Square' } as const
  expect(await his.emitWithAck('answerDate', { id, answer: 'suggest' })).toMatchObject({ code: 'date.time' })
  expect(await his.emitWithAck('answerDate', other)).toEqual({ ok: true, id })
  expect(await dates(anna)).toMatchObject([{ at_ts, place: 'Fed Square', note: '', by_me: false }])
  const old = { id, answer: 'accept', at_ts: before?.at_ts ?? 0 } as const
  expect(await hers.emitWithAck('answerDate', old)).toMatchObject({ ok: false, code: 'date.changed' })
  expect(await hers.emitWithAck('answerDate', { id, answer: 'accept', at_ts })).toEqual({ ok: true, id })
  // An accepted date can still be moved, which needs a new answer.
  const moved = { id, answer: 'suggest', at_ts: at_ts + HOUR } as const
  expect(await hers.emitWithAck('answerDate', moved)).toEqual({ ok: true, id })
  expect(await state(anna, id)).toBe('proposed')
  expect(await his.emitWithAck('answerDate', { id, answer: 'cancel' })).toEqual({ ok: true, id })
  expect([await state(anna, id), await state(ben, id)]).toEqual(['cancelled', 'cancelled'])
})

const endings: [string, (ben: Person, anna: Person) => Promise<unknown>, isNamed: boolean][] = [
  ['a block', (ben, anna) => act(ben, anna, 'block'), false],
  ['“not interested”', (ben, anna) => act(ben, anna, 'not-interested'), true],
  ['a pause', (ben) => ben.call('POST /api/settings-auto-save', { key: 'paused', value: 1 }), true],
  ['a deactivation', (ben) => ben.call('POST /api/deactivate-account'), false],
  [
    'a suspension',
    (ben) => app.admin.call('POST /api/admin/member', { id: ben.id, status: 3, reason: 'Rude words' }),
    false,
  ],
  ['an erasure', (ben) => ben.call('DELETE /api/account'), false],
]
test.each(endings)('[P4 §3] a plan ends with %s', async (_what, end, isNamed) => {
  const { anna, ben, hers, his } = await couple({}, { premium: true })
  const id = await propose(hers, ben)
  await accept(his, id)
  await app.jobsDone()
  const stream = await anna.stream()
  await end(ben, anna)
  expect(await stream.next('date')).toEqual({ id })
  const [seen] = await dates(anna)
  expect(seen).toMatchObject({ id, state: 'cancelled', place: 'Cafe Numbat, Fitzroy' })
  expect(seen?.partner_id === ben.id).toBe(isNamed)
  expect(JSON.stringify(seen).includes(ben.url_hash)).toBe(isNamed)
  expect(await mailed(anna)).toContain('A date was cancelled – Rosella')
  // Neither the reminder nor "How was it?" follows.
  app.clock.advance(4 * DAY)
  await app.jobsDone()
  expect((await mailed(anna)).filter((subject) => /soon|How/.test(subject))).toEqual([])
})

test('a paused member makes no plans, and the end of the pause does not bring a plan back', async () => {
  const { anna, ben, hers, his } = await couple()
  const pause = (value: 0 | 1) => ben.call('POST /api/settings-auto-save', { key: 'paused', value })
  const id = await propose(hers, ben)
  await pause(1)
  expect(await hers.emitWithAck('planDate', plan(ben))).toMatchObject({ code: 'date.paused' })
  expect(await his.emitWithAck('planDate', plan(anna))).toMatchObject({ code: 'date.own-pause' })
  await pause(0)
  expect(await state(anna, id)).toBe('cancelled')
  expect(await propose(hers, ben)).toBeGreaterThan(id)
})

test('a member who hides from an address is gone from the plan of its owner, and notices nothing', async () => {
  const { anna, ben, hers, his } = await couple()
  const id = await propose(hers, ben)
  await accept(his, id)
  await ben.call('POST /api/people-i-know', { addresses: [anna.email] })
  expect(await dates(anna)).toMatchObject([
    { id, state: 'cancelled', partner: null, partner_id: null, note: '' },
  ])
  expect(await dates(ben)).toMatchObject([{ id, state: 'accepted', partner: { username: 'Anna' } }])
})

test('[P4 §3] an accepted date is announced 3 hours before, and not during quiet hours', async () => {
  const { anna, ben, hers, his } = await couple()
  await ben.call('POST /api/settings-auto-save', { key: 'notify_dates', value: 'none' })
  const at_ts = app.clock.now() + 2 * DAY
  await accept(his, await propose(hers, ben, { at_ts }))
  app.clock.advance(2 * DAY - 3 * HOUR - MINUTE)
  await app.jobsDone()
  const soon = 'You have a date soon – Rosella'
  expect(await mailed(anna)).not.toContain(soon)
  app.clock.advance(2 * MINUTE)
  await app.jobsDone()
  expect((await mailed(anna)).filter((subject) => subject === soon)).toHaveLength(1)
  expect(await mailed(ben)).toEqual([])
  const email = (await app.mail()).findLast(({ to }) => to?.[0]?.address === anna.email)
  const header = email?.headers.find(({ key }) => key === 'list-unsubscribe')?.value ?? ''
  const url = /\/api\/unsubscribe\?key=[^>]+/.exec(header)?.[0]
  expect((await fetch(`${app.url}${url}`, { method: 'POST' })).status).toBe(200)
  expect((await anna.call('GET /api/user-settings')).u.notify_dates).toBe('push')

  const { anna: cara, ben: dan, hers: hers2, his: his2 } = await couple()
  const local = (ts: number) =>
    new Date(ts * 1000).toLocaleTimeString('en-GB', { timeZone: 'Australia/Sydney' }).slice(0, 5)
  const later = app.clock.now() + 6 * HOUR
  await cara.call('POST /api/settings-auto-save', { key: 'quiet_from', value: local(later - 4 * HOUR) })
  await cara.call('POST /api/settings-auto-save', { key: 'quiet_to', value: local(later - HOUR) })
  await accept(his2, await propose(hers2, dan, { at_ts: later }))
  app.clock.advance(3 * HOUR + MINUTE)
  await app.jobsDone()
  expect(await mailed(cara)).not.toContain(soon)
  app.clock.advance(2 * HOUR)
  await app.jobsDone()
  expect(await mailed(cara)).toContain(soon)
})

test('[P4 §3] “How was it?” is asked at 10:00 the day after, answered privately, counted without names, and deleted', async () => {
  const { anna, ben, hers, his } = await couple()
  await anna.call('POST /api/settings-auto-save', { key: 'time_zone', value: 'Australia/Perth' })
  const at_ts = app.clock.now() + 2 * DAY
  const id = await propose(hers, ben, { at_ts })
  const answers = { id, met: 1, again: 1, uncomfortable: 0 }
  expect((await anna.try('POST /api/date-feedback', answers)).body).toMatchObject({
    code: 'date.not-accepted',
  })
  await accept(his, id)
  expect((await anna.try('POST /api/date-feedback', answers)).body).toMatchObject({ code: 'date.not-over' })
  const perth = (ts: number) => new Date((ts + 8 * HOUR) * 1000).toISOString().slice(0, 16)
  const nextDay = perth(at_ts + DAY).slice(0, 10)
  const ten = Date.parse(`${nextDay}T10:00:00+08:00`) / 1000
  const asked = async () => (await mailed(anna)).includes('How was it? – Rosella')
  app.clock.advance(ten - MINUTE - app.clock.now())
  await app.jobsDone()
  expect([await asked(), (await dates(anna))[0]?.asks]).toEqual([false, false])
  app.clock.advance(2 * MINUTE)
  await app.jobsDone()
  expect([await asked(), (await dates(anna))[0]?.asks]).toEqual([true, true])

  const counted = async () => (await app.admin.call('GET /api/admin/overview')).dates
  const before = await counted()
  await anna.call('POST /api/date-feedback', answers)
  expect((await dates(anna))[0]).toMatchObject({
    asks: false,
    feedback: { met: true, again: true, uncomfortable: false },
  })
  expect((await dates(ben))[0]).toMatchObject({ feedback: null })
  expect(await counted()).toEqual({
    ...before,
    answers: before.answers + 1,
    met: before.met + 1,
    again: before.again + 1,
  })
  await anna.call('POST /api/date-feedback-delete', { id })
  expect(await counted()).toEqual(before)
  await anna.call('POST /api/date-feedback', { id, met: 0, again: 1 })
  expect((await dates(anna))[0]?.feedback).toEqual({ met: false, again: null, uncomfortable: null })

  // 7 days after the date everything is deleted, and the answer is only counted.
  const kept = await counted()
  app.clock.advance(7 * DAY)
  await app.server.jobs.runPeriodic('delete-old-dates')
  expect(await dates(anna)).toEqual([])
  expect(await counted()).toEqual(kept)
  const left = await app.db.selectFrom('date_feedback').select(['plan_id', 'member_id']).execute()
  expect(left).toEqual([{ plan_id: null, member_id: null }])
})

test('[P4 §3] an accepted date is a calendar file with UTC times, escaped text and short lines', async () => {
  const { anna, ben, hers, his } = await couple()
  const place = 'Numbat; Bar, “Süd” \\ 3rd floor, a very long way from the tram stop in Fitzroy North'
  const id = await propose(hers, ben, {
    place,
    note: 'First line\nsecond: 🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹🌹',
  })
  const read = (person: Person) =>
    fetch(`${app.url}/api/date-calendar?id=${id}`, {
      headers: { authorization: `Bearer ${person.token}`, 'x-email': person.email },
    })
  expect((await read(anna)).status).toBe(409)
  await accept(his, id)
  const response = await read(anna)
  expect(response.headers.get('content-type')).toBe('text/calendar; charset=utf-8')
  const text = await response.text()
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const unfolded = text.replaceAll('\r\n ', '')
  expect(unfolded).toContain(
    'LOCATION:Numbat\\; Bar\\, “Süd” \\\\ 3rd floor\\, a very long way from the tram stop in Fitzroy North\r\n',
  )
  expect(unfolded).toContain('DESCRIPTION:First line\\nsecond: 🌹')
  expect(unfolded).toMatch(/\r\nDTSTART:\d{8}T\d{6}Z\r\nDTEND:\d{8}T\d{6}Z\r\nSUMMARY:Date with Ben\r\n/)
  const [eve] = (await app.members('Eve')) as [Person]
  expect((await read(eve)).status).toBe(404)
})

test('a member suggests at most 10 dates to another in a day', async () => {
  const { ben, hers } = await couple()
  for (let n = 0; n < 10; n++) {
    const id = await propose(hers, ben)
    expect(await hers.emitWithAck('answerDate', { id, answer: 'cancel' })).toMatchObject({ ok: true })
  }
  expect(await hers.emitWithAck('planDate', plan(ben))).toMatchObject({ code: 'date.limit' })
})

describe('[P3 §7] what a member writes in a plan', () => {
  const sealed = async (reporter: Person, about: Person) => {
    const report = { recipient_id: about.id, report_reason: 'Fake profile or scam', report_reason_info: '' }
    await reporter.call('POST /api/report-user', report)
    const row = await app.db
      .selectFrom('report_snapshot as s')
      .innerJoin('report as r', 'r.id', 's.report_id')
      .where('r.reporter_id', '=', reporter.id)
      .orderBy('r.id', 'desc')
      .select('s.content')
      .executeTakeFirstOrThrow()
    return JSON.parse(row.content).messages as {
      sender_id: number
      text: string
      in_date?: true
      held?: true
    }[]
  }

  test('is read by the scam shield: the sender is asked first, and the receiver is warned', async () => {
    const { anna, ben, his } = await couple()
    const asked = { ok: false, ask: 'scam', code: 'ask.scam' }
    expect(await his.emitWithAck('planDate', plan(anna, { note: PLEA }))).toMatchObject(asked)
    expect(await dates(anna)).toEqual([])
    expect([await signsOf(app, ben), await isWarned(anna, ben)]).toEqual([[], false])
    await propose(his, anna, { note: PLEA, sure: true })
    expect(await isWarned(anna, ben)).toBe(true)
    expect((await signsOf(app, ben)).map(({ rule }) => rule)).toContain('money-rescue')
  })

  test('is read by the scam shield when another place is suggested', async () => {
    const { anna, ben, hers, his } = await couple()
    const id = await propose(hers, ben)
    const change = { id, answer: 'suggest', at_ts: app.clock.now() + DAY, place: PLEA } as const
    expect(await his.emitWithAck('answerDate', change)).toMatchObject({ ok: false, ask: 'scam' })
    expect((await dates(anna))[0]?.place).toBe('Cafe Numbat, Fitzroy')
    expect(await his.emitWithAck('answerDate', { ...change, sure: true })).toMatchObject({ ok: true })
    expect(await isWarned(anna, ben)).toBe(true)
    // Another time alone is no text, so the other's place does not count against the member who answers.
    expect(
      await hers.emitWithAck('answerDate', { id, answer: 'suggest', at_ts: app.clock.now() + 3 * DAY }),
    ).toMatchObject({ ok: true })
    expect([await signsOf(app, anna), await isWarned(ben, anna)]).toEqual([[], false])
  })

  test('completes a request that began in messages, and the other way round', async () => {
    const parts = ['ugh my card got blocked', 'the hotel wants 340 before i can leave', 'can u help me out']
    const { anna, ben, his } = await couple()
    await say(his, anna, parts[0] as string)
    await propose(his, anna, { place: 'Hotel Numbat', note: parts[1] })
    expect(await isWarned(anna, ben)).toBe(false)
    await say(his, anna, parts[2] as string)
    expect(await isWarned(anna, ben)).toBe(true)
  })

  test('is sealed in a report in order, also after it was replaced, and after its author has erased the account', async () => {
    const { anna, ben, hers, his } = await couple()
    const id = await propose(his, anna, { place: 'Bar', note: 'Bring 500 dollars in cash' })
    await say(hers, ben, 'No way')
    await his.emitWithAck('answerDate', {
      id,
      answer: 'suggest',
      at_ts: app.clock.now() + DAY,
      place: 'My bank',
    })
    const texts = (messages: Awaited<ReturnType<typeof sealed>>) =>
      messages.map(({ text, sender_id, in_date = false }) => [
        sender_id === ben.id ? 'Ben' : 'Anna',
        text,
        in_date,
      ])
    const all = [
      ['Anna', 'Hello Ben', false],
      ['Ben', 'Hello Anna', false],
      ['Ben', 'Bar\nBring 500 dollars in cash', true],
      ['Anna', 'No way', false],
      ['Ben', 'My bank', true],
    ]
    expect(texts(await sealed(anna, ben))).toEqual(all)
    await ben.call('DELETE /api/account')
    await app.jobsDone()
    expect((await dates(anna))[0]).toMatchObject({ state: 'cancelled', note: '', partner: null })
    expect(await app.db.selectFrom('date_text').where('plan_id', '=', id).select('id').execute()).toEqual([])
    const { items } = await anna.call('GET /api/past-contacts', {})
    const again = { ref: items[0]?.ref, report_reason: 'Asking for money', report_reason_info: 'Cash' }
    await anna.call('POST /api/report-user', again)
    const row = await app.db
      .selectFrom('report_snapshot')
      .orderBy('report_id', 'desc')
      .select('content')
      .executeTakeFirstOrThrow()
    const kept = JSON.parse(row.content).messages as Awaited<ReturnType<typeof sealed>>
    expect(texts(kept)).toEqual(all)
    expect(kept.every(({ held }) => held)).toBe(true)
  })

  test('is in the case that the shield raises, and is deleted 7 days after the date', async () => {
    const { anna, ben, his } = await couple()
    const id = await propose(his, anna, { note: PLEA, sure: true })
    for (const text of [
      `${PLEA} today`,
      `Please, ${PLEA}`,
      'Buy me two Steam cards and send me the codes',
      'Send me your bank password and the code you just got',
    ])
      await his.emitWithAck('sendMessage', { receiver_id: anna.id, message: text, sure: true })
    const raised = await app.db
      .selectFrom('report as r')
      .innerJoin('report_snapshot as s', 's.report_id', 'r.id')
      .where('r.member_id', '=', ben.id)
      .where('r.reporter_id', 'is', null)
      .select('s.content')
      .executeTakeFirstOrThrow()
    const { messages } = JSON.parse(raised.content) as { messages: { text: string; in_date?: true }[] }
    expect(messages.filter(({ in_date }) => in_date)).toMatchObject([
      { text: `Cafe Numbat, Fitzroy\n${PLEA}` },
    ])
    app.clock.advance(9 * DAY + MINUTE)
    await app.server.jobs.runPeriodic('delete-old-dates')
    expect(await app.db.selectFrom('date_text').where('plan_id', '=', id).select('id').execute()).toEqual([])
  })
})
