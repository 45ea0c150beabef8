import { confirmAddresses } from '@rosella/testkit/give-role'
import { Person } from '@rosella/testkit/person'
import { openPushService, type TestPushService } from '@rosella/testkit/push-service'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let push: TestPushService
beforeAll(async () => {
  push = await openPushService()
  app = await openTestApp({ on: 'postgres', push })
})
afterAll(async () => {
  await app.close()
  await push.close()
})

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400]
const anybody = () => new Person(app.url)
let addresses = 0
const newAddress = () => `sister-${++addresses}@elsewhere.test`

async function member(name: string): Promise<Person> {
  const [person] = (await app.members(name)) as [Person]
  await confirmAddresses(app, person)
  return person
}
/** Two hours from now, done two hours later, with 30 minutes' grace. */
const entered = (...emails: string[]) => ({
  ...{ name: 'Max', place: 'Bar Bilby, Perth', at_ts: app.clock.now() + 2 * HOUR },
  ...{ end_ts: app.clock.now() + 4 * HOUR, grace: 30 },
  contacts: emails.map((email) => ({ name: 'Rosa', email })),
})
const emailsTo = async (address: string) =>
  (await app.mail()).filter(({ to }) => to?.[0]?.address === address)
const titles = async (address: string) => (await emailsTo(address)).map(({ subject }) => subject)
async function keyOf(address: string): Promise<string> {
  const text = (await emailsTo(address)).map((email) => email.text).join()
  return /(?<=\?key=)[\w.-]+/.exec(text)?.[0] ?? 'none'
}
const reply = async (address: string, answer: 'confirm' | 'stop') =>
  anybody().call('POST /api/contact-answer', { key: await keyOf(address), answer })
async function confirmed(anna: Person, more: object = {}) {
  const address = newAddress()
  const { id } = await anna.call('POST /api/check-in', { ...entered(address), ...more })
  await app.jobsDone()
  await reply(address, 'confirm')
  return { id, address }
}
const checkIn = async (person: Person, id: number) =>
  (await person.call('GET /api/dates')).check_ins.find((one) => one.id === id)
const answer = (person: Person, id: number, how: string, more: object = {}) =>
  person.try('POST /api/check-in-answer', { id, answer: how, ...more })
async function pass(seconds: number) {
  app.clock.advance(seconds)
  await app.jobsDone()
}
const alertPage = async (address: string) => anybody().try('GET /api/alert', { key: await keyOf(address) })

test('[P4 §3] a contact confirms, and is alerted at the end of the grace period if nobody answers', async () => {
  const anna = await member('Anna')
  const browser = push.browser()
  await anna.call('POST /api/push-subscription', { subscription: browser.subscription })
  // Quiet all day, except for the minute in which it ends.
  await anna.call('POST /api/settings-auto-save', { key: 'quiet_from', value: '00:00' })
  await anna.call('POST /api/settings-auto-save', { key: 'quiet_to', value: '23:59' })
  await anna.call('POST /api/settings-auto-save', { key: 'notify_dates', value: 'none' })
  const address = newAddress()
  const saved = await anna.call('POST /api/check-in', entered(address))
  expect(saved.contacts).toEqual([{ name: 'Rosa', email: address, state: 'waiting' }])
  const { id } = saved
  expect(await titles(address)).toEqual(['Anna would like you to be a trusted contact – Rosella'])
  const [invite] = await emailsTo(address)
  // Nothing that the member wrote, so that it can't be used to send texts to strangers.
  for (const text of ['Max', 'Bilby', 'Rosa', anna.email]) expect(invite?.text).not.toContain(text)
  expect(await reply(address, 'confirm')).toEqual({ username: 'Anna' })
  expect((await checkIn(anna, id))?.contacts[0]?.state).toBe('confirmed')
  expect((await alertPage(address)).status).toBe(404)

  const stream = await anna.stream()
  await pass(4 * HOUR - MINUTE)
  expect((await checkIn(anna, id))?.state).toBe('waiting')
  await pass(MINUTE)
  expect(await checkIn(anna, id)).toMatchObject({ state: 'asked', laters_left: 4, helps: 0 })
  expect(await stream.next('check_in')).toEqual({ id })
  await expect
    .poll(() => push.received.map(({ payload }) => payload))
    .toMatchObject([{ kind: 'dates', text: 'Are you OK?', url: '/dates' }])
  expect((await anna.call('GET /api/user')).check_ins).toBe(1)

  await pass(29 * MINUTE)
  expect(await titles(address)).toHaveLength(1)
  await pass(MINUTE)
  expect((await checkIn(anna, id))?.state).toBe('alerted')
  expect((await titles(address)).slice(1)).toEqual(['Anna may need your help – Rosella'])
  const [, alert] = await emailsTo(address)
  for (const text of ['Max', 'Bar Bilby, Perth', 'Call Anna now', '000', '1800RESPECT', '/alert?key='])
    expect(alert?.text).toContain(text)
  const page = await alertPage(address)
  expect(page.body).toMatchObject({
    ...{ username: 'Anna', state: 'alerted', help: false, until_ts: expect.any(Number) },
    last_active_ts: expect.any(Number),
    date: {
      name: 'Max',
      age: null,
      photo_url: null,
      place: 'Bar Bilby, Perth',
      time_zone: 'Australia/Sydney',
    },
  })

  expect((await answer(anna, id, 'ok')).body).toEqual({ state: 'ended' })
  await app.jobsDone()
  expect((await titles(address)).slice(2)).toEqual(['Anna is OK – Rosella'])
  // From now on the page shows nothing of the person met.
  expect((await alertPage(address)).body).toMatchObject({ state: 'ended', date: null, last_active_ts: null })
  await pass(73 * HOUR)
  expect((await alertPage(address)).body).toMatchObject({ code: 'alert.ended' })
})

test('[P4 §3] “I’m OK” in time sends nothing, and 30 more minutes are possible 4 times', async () => {
  const anna = await member('Anna')
  const { id, address } = await confirmed(anna)
  const before = await checkIn(anna, id)
  for (let n = 1; n <= 4; n++) expect((await answer(anna, id, 'later')).body).toEqual({ state: 'waiting' })
  expect((await answer(anna, id, 'later')).body).toMatchObject({ code: 'check-in.later' })
  expect(await checkIn(anna, id)).toMatchObject({ ask_ts: (before?.ask_ts ?? 0) + 2 * HOUR, laters_left: 0 })
  await pass(5 * HOUR + 31 * MINUTE)
  expect((await checkIn(anna, id))?.state).toBe('waiting')
  await pass(HOUR / 2)
  expect((await checkIn(anna, id))?.state).toBe('asked')
  expect((await answer(anna, id, 'ok')).body).toEqual({ state: 'ended' })
  await pass(DAY)
  expect(await titles(address)).toHaveLength(1)
  expect((await anna.call('GET /api/user')).check_ins).toBe(0)
})

test('[P4 §3] “I need help” alerts immediately, is never rate-limited, and a delayed “I’m OK” does not undo it', async () => {
  const anna = await member('Anna')
  const { id, address } = await confirmed(anna)
  expect((await answer(anna, id, 'help')).body).toEqual({ state: 'alerted' })
  await app.jobsDone()
  expect((await titles(address)).slice(1)).toEqual(['Anna may need your help – Rosella'])
  expect((await emailsTo(address))[1]?.text).toContain('pressed “I need help”')
  const answers = await Promise.all(Array.from({ length: 200 }, () => answer(anna, id, 'help')))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  await app.jobsDone()
  expect(await titles(address)).toHaveLength(2)
  // Pressed on a device without a network before the call for help.
  expect((await answer(anna, id, 'ok', { helps: 0 })).body).toMatchObject({ code: 'check-in.newer' })
  expect((await checkIn(anna, id))?.state).toBe('alerted')
  const helps = (await checkIn(anna, id))?.helps
  expect((await answer(anna, id, 'ok', { helps })).body).toEqual({ state: 'ended' })
  await app.jobsDone()
  expect((await titles(address)).at(-1)).toBe('Anna is OK – Rosella')
  // Help is possible again, with a new alert.
  expect((await answer(anna, id, 'help')).body).toEqual({ state: 'alerted' })
  await app.jobsDone()
  expect(await titles(address)).toHaveLength(4)
})

test('[P4 §3] an unconfirmed address receives at most 2 requests from all members together, and a person who declined none', async () => {
  const people = (await app.members('Anna', 'Bea', 'Cleo')) as Person[]
  await confirmAddresses(app, ...people)
  const [address, other] = [newAddress(), newAddress()]
  for (const person of people) {
    // The same mailbox, written differently.
    const spelled = address.replace('@', `+${person.username}@`)
    const { contacts } = await person.call('POST /api/check-in', entered(spelled))
    expect(contacts).toEqual([{ name: 'Rosa', email: spelled, state: 'waiting' }])
    await person.call('POST /api/check-in', entered(other))
    await app.jobsDone()
    if (person === people[0]) expect(await reply(other, 'stop')).toEqual({ username: 'Anna' })
  }
  const sent = (await app.mail()).filter(({ to }) =>
    to?.[0]?.address?.startsWith(address.split('@')[0] ?? ''),
  )
  expect(sent).toHaveLength(2)
  expect(await emailsTo(other)).toHaveLength(1)
  // Others learn nothing about it.
  const [anna, bea] = people as [Person, Person]
  const stateFor = async (person: Person) =>
    (await person.call('GET /api/dates')).check_ins.map(({ contacts }) => contacts[0]?.state)
  expect([await stateFor(anna), await stateFor(bea)]).toEqual([
    ['waiting', 'declined'],
    ['waiting', 'waiting'],
  ])
})

test('only confirmed contacts are alerted, also one who confirms during the alert', async () => {
  const anna = await member('Anna')
  const [late, never, stopped] = [newAddress(), newAddress(), newAddress()]
  const { id } = await anna.call('POST /api/check-in', entered(late, never, stopped))
  await app.jobsDone()
  await reply(stopped, 'confirm')
  await reply(stopped, 'stop')
  await answer(anna, id, 'help')
  await app.jobsDone()
  for (const address of [late, never, stopped]) expect(await titles(address)).toHaveLength(1)
  await reply(late, 'confirm')
  await app.jobsDone()
  expect((await titles(late)).at(-1)).toBe('Anna may need your help – Rosella')
  expect((await alertPage(stopped)).status).toBe(404)
})

test('a check-in of a date shows first name, age and main photo, until the page ends', async () => {
  const [anna, ben] = (await app.members('Anna', { username: 'Ben', photos: 1 })) as [Person, Person]
  await confirmAddresses(app, anna, ben)
  const [hers, his] = [await anna.socket(), await ben.socket()]
  await say(hers, ben, 'Hello')
  await say(his, anna, 'Hello')
  const plan = { receiver_id: ben.id, at_ts: app.clock.now() + HOUR, place: 'Cafe Numbat', note: '' }
  const { id: date_id = 0 } = (await hers.emitWithAck('planDate', plan)) as { id?: number }
  const timing = { date_id, at_ts: plan.at_ts, end_ts: plan.at_ts + HOUR }
  const early = await anna.try('POST /api/check-in', { ...entered(newAddress()), ...timing })
  expect(early.body).toMatchObject({ code: 'date.not-accepted' })
  await his.emitWithAck('answerDate', { id: date_id, answer: 'accept' })
  const stream = await ben.stream()
  await stream.next('connections')
  const [before, events] = [await ben.call('GET /api/dates'), stream.everything().length]
  // The person met is among the contacts by mistake, and gets nothing.
  const address = newAddress()
  const input = { ...entered(address, ben.email), ...timing }
  const { id } = await anna.call('POST /api/check-in', input)
  await app.jobsDone()
  await reply(address, 'confirm')
  expect((await anna.call('GET /api/dates')).dates).toMatchObject([{ id: date_id, check_in_id: id }])
  // A block, an erasure or a cancellation does not end an alarm from outside.
  await ben.call('POST /api/user-action', { action: 'block', recipient_id: anna.id })
  await pass(3 * HOUR)
  const { body } = await alertPage(address)
  expect(body.date).toMatchObject({ name: 'Ben', age: expect.any(Number), place: 'Cafe Numbat' })
  expect(body.date?.photo_url).toMatch(/^\/media\/lg\//)
  for (const hidden of [ben.url_hash, ben.email, (await ben.call('GET /api/photos'))[0]?.filename ?? 'none'])
    expect(JSON.stringify(body)).not.toContain(hidden)
  const photo = `${app.url}${body.date?.photo_url}`
  expect((await fetch(photo)).headers.get('content-type')).toBe('image/jpeg')
  expect((await fetch(photo.split('?', 1)[0] ?? '')).status).toBe(404)
  await anna.call('POST /api/check-in-delete', { id })
  expect((await fetch(photo)).status).toBe(404)
  expect((await alertPage(address)).status).toBe(404)
  // The person met has received nothing about it.
  expect((await emailsTo(ben.email)).map(({ text }) => text).join()).not.toMatch(/check-in|trusted contact/i)
  const after = await ben.call('GET /api/dates')
  expect(after.check_ins).toEqual(before.check_ins)
  expect(
    stream
      .everything()
      .slice(events)
      .filter(({ event }) => event === 'check_in'),
  ).toEqual([])
})

test('input is checked, and limits are the same for every address', async () => {
  const anna = await member('Anna')
  const attempt = (more: object) => anna.try('POST /api/check-in', { ...entered(newAddress()), ...more })
  const now = app.clock.now()
  const contact = (email: string, name = 'Rosa') => [{ name, email }]
  for (const [more, code] of [
    [{ grace: 20 }, 'check-in.grace'],
    [{ end_ts: now - 1 }, 'check-in.time'],
    [{ end_ts: now + 60 * HOUR }, 'check-in.time'],
    [{ name: ' ' }, 'check-in.name'],
    [{ place: '' }, 'date.place'],
    [{ name: 'https://evil.example' }, 'check-in.name'],
    [{ place: 'https://evil.example' }, 'message.link'],
    [{ contacts: [] }, 'check-in.contacts'],
    [{ contacts: [...contact('a@b.example'), ...contact('A+x@B.example')] }, 'check-in.contacts'],
    [{ contacts: contact('nonsense') }, 'email.invalid'],
    [{ contacts: contact(newAddress(), 'see evil.example') }, 'check-in.contact-name'],
    [{ contacts: contact(anna.email.replace('@', '+me@')) }, 'check-in.contact-self'],
    [{ date_id: 999_999_999 }, 'date.unknown'],
    [{ id: 999_999_999 }, 'check-in.unknown'],
  ] as const)
    expect((await attempt(more)).body, JSON.stringify(more)).toMatchObject({ code })
  const [una] = (await app.members('Una')) as [Person]
  const early = await una.try('POST /api/check-in', entered(newAddress()))
  expect(early.body).toMatchObject({ code: 'check-in.confirm-first' })
  const ben = await member('Ben')
  const { id } = await anna.call('POST /api/check-in', entered(newAddress()))
  for (const route of ['POST /api/check-in-answer', 'POST /api/check-in-delete'] as const)
    expect((await ben.try(route, { id, answer: 'ok' })).body).toMatchObject({ code: 'check-in.unknown' })
  // An address of a member and any other look the same.
  const replies = []
  for (const email of [ben.email, newAddress()])
    replies.push((await anna.call('POST /api/check-in', entered(email))).contacts.map(({ state }) => state))
  expect(replies).toEqual([['waiting'], ['waiting']])
  const full = await anna.try('POST /api/check-in', entered(newAddress(), newAddress(), newAddress()))
  expect(full.status).toBe(200)
  const tooMany = await anna.try(
    'POST /api/check-in',
    entered(newAddress(), newAddress(), newAddress(), newAddress()),
  )
  expect(tooMany.status).toBe(400)
  const invites = await anna.try('POST /api/check-in', entered(newAddress(), newAddress(), newAddress()))
  expect(invites.status).toBe(200)
  expect((await attempt({})).body).toMatchObject({ code: 'check-in.invites' })
})

/** The member can lose the account's use during the date. Afterwards no session is left, except while paused. */
const losses: [string, (anna: Person) => Promise<unknown>, boolean][] = [
  ['a suspension', (anna) => setStatus(anna, 3), true],
  ['a ban', (anna) => setStatus(anna, 4), true],
  ['a deactivation', (anna) => anna.call('POST /api/deactivate-account'), true],
  ['a log-out', (anna) => anna.call('POST /api/logout'), true],
  ['a pause', (anna) => anna.call('POST /api/settings-auto-save', { key: 'paused', value: 1 }), false],
]
const setStatus = (anna: Person, status: 3 | 4) =>
  app.admin.call('POST /api/admin/member', { id: anna.id, status, reason: 'Spam' })

test.each(losses)(
  '[P4 §3] a check-in goes on after %s, and its member can still answer',
  async (_what, lose, endsSession) => {
    const anna = await member('Anna')
    await app.admin.call('POST /api/admin/member', { id: anna.id, premium: true })
    const { id, address } = await confirmed(anna)
    const { key: onDevice = '' } = (await checkIn(anna, id)) ?? {}
    await lose(anna)
    if (endsSession) expect((await answer(anna, id, 'ok')).status).toBe(401)
    await pass(4 * HOUR)
    const [asked] = (await emailsTo(anna.email)).filter(({ subject }) => subject?.startsWith('Are you OK?'))
    const key = /(?<=\/check-in\?key=)[\w.-]+/.exec(asked?.text ?? '')?.[0] ?? 'none'
    expect(key).toBe(onDevice)
    const own = () => anybody().try('GET /api/own-check-in', { key })
    const tell = (how: string, more: object = {}) =>
      anybody().try('POST /api/own-check-in-answer', { key, answer: how, ...more })
    const page = await own()
    expect(page.body).toMatchObject({ state: 'asked', laters_left: 4, helps: 0, confirmed: 1 })
    // Somebody else may read the email.
    expect(JSON.stringify(page.body)).not.toMatch(/Max|Bilby|Rosa|sister/)
    expect((await tell('later')).body).toEqual({ state: 'waiting' })
    expect((await tell('help')).body).toEqual({ state: 'alerted' })
    await app.jobsDone()
    expect((await titles(address)).slice(1)).toEqual(['Anna may need your help – Rosella'])
    expect((await tell('ok', { helps: 0 })).body).toMatchObject({ code: 'check-in.newer' })
    expect((await tell('ok')).body).toEqual({ state: 'ended' })
    await app.jobsDone()
    expect((await titles(address)).at(-1)).toBe('Anna is OK – Rosella')
    expect((await own()).body).toMatchObject({ state: 'ended' })
  },
)

test('a key answers one check-in only, and ends with the address of the account and with the check-in', async () => {
  const anna = await member('Anna')
  const { id } = await confirmed(anna)
  const other = await confirmed(anna)
  const { key = '' } = (await checkIn(anna, id)) ?? {}
  const read = (given: string) => anybody().try('GET /api/own-check-in', { key: given })
  expect((await read(key)).status).toBe(200)
  const swapped = key.replace(/^\d+/, String(other.id))
  for (const broken of [`${key}x`, `0${key}`, swapped, key.slice(0, -1), '', '1.2'])
    expect((await read(broken)).body, broken).toMatchObject({ code: 'check-in.unknown' })
  await app.db
    .updateTable('account')
    .set({ email: `new-${anna.email}` })
    .where('member_id', '=', anna.id)
    .execute()
  expect((await read(key)).status).toBe(404)
  await app.db.updateTable('account').set({ email: anna.email }).where('member_id', '=', anna.id).execute()
  await anna.call('POST /api/check-in-delete', { id })
  expect((await read(key)).status).toBe(404)
})

test('a changed check-in keeps the answers of its contacts, and ends 7 days after the date', async () => {
  const anna = await member('Anna')
  const { id, address } = await confirmed(anna)
  const second = newAddress()
  await anna.call('POST /api/check-in', { ...entered(address, second), id, grace: 60, place: 'Elsewhere' })
  expect(await checkIn(anna, id)).toMatchObject({
    ...{ place: 'Elsewhere', grace: 60 },
    contacts: [
      { email: address, state: 'confirmed' },
      { email: second, state: 'waiting' },
    ],
  })
  // A confirmation counts for the member's other check-ins.
  const next = await anna.call('POST /api/check-in', entered(address))
  expect(next.contacts[0]?.state).toBe('confirmed')
  const response = await fetch(`${app.url}/api/my-data`, {
    headers: { authorization: `Bearer ${anna.token}`, 'x-email': anna.email },
  })
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()))
  expect(strFromU8(files['dates.json'] ?? new Uint8Array())).toContain(address)
  const key = await keyOf(address)
  for (const one of [id, next.id]) await answer(anna, one, 'ok')
  await pass(7 * DAY + 3 * HOUR)
  await app.server.jobs.runPeriodic('delete-old-dates')
  expect((await anna.call('GET /api/dates')).check_ins).toEqual([])
  expect(
    await app.db.selectFrom('check_in_contact').where('email', '=', address).select('id').execute(),
  ).toEqual([])
  // "Don't contact me" in an old email still works; confirming does not.
  const tell = (how: string) => anybody().try('POST /api/contact-answer', { key, answer: how })
  expect((await tell('confirm')).body).toMatchObject({ code: 'trusted-contact.key' })
  expect((await tell('stop')).body).toEqual({ username: null })
  for (const broken of [`${key}x`, key.replace(/^\d+/, '1'), '', '1.2.3'])
    expect((await anybody().try('POST /api/contact-answer', { key: broken, answer: 'stop' })).status).toBe(
      404,
    )
})

test('the email that asks a contact offers one-click unsubscribe, an alert does not', async () => {
  const anna = await member('Anna')
  const unsubscribe = async (address: string) => {
    const headers = (await emailsTo(address)).at(-1)?.headers ?? []
    return headers.find(({ key }) => key === 'list-unsubscribe')?.value
  }
  const asked = newAddress()
  const { id: first } = await anna.call('POST /api/check-in', entered(asked))
  const url = /^<https:\/\/rosella\.test(\/api\/contact\?key=.+)>$/.exec(
    (await unsubscribe(asked)) ?? '',
  )?.[1]
  const clicked = await fetch(`${app.url}${url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  expect(clicked.status).toBe(200)
  const { check_ins } = await anna.call('GET /api/dates')
  expect(check_ins.find((one) => one.id === first)?.contacts[0]?.state).toBe('declined')
  const { id, address } = await confirmed(anna)
  await answer(anna, id, 'help')
  await app.jobsDone()
  expect((await emailsTo(address)).length).toBe(2)
  expect(await unsubscribe(address)).toBeUndefined()
})

test('staff see no check-ins, also not while they act as the member', async () => {
  const anna = await member('Anna')
  const { id } = await confirmed(anna)
  const { token } = await app.admin.call('POST /api/admin/impersonate', { id: anna.id, reason: 'Help' })
  const admin = Object.assign(anna.elsewhere(), { token })
  expect((await admin.call('GET /api/dates')).check_ins).toEqual([])
  expect((await admin.call('GET /api/user')).check_ins).toBe(0)
  expect((await answer(admin, id, 'ok')).body).toMatchObject({ code: 'access.impersonating' })
  expect((await anna.call('GET /api/user')).check_ins).toBe(1)
  await anna.call('DELETE /api/account')
  expect(await app.db.selectFrom('check_in').where('id', '=', id).select('id').execute()).toEqual([])
})
