import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const two = async (...names: [string, string]) => (await app.members(...names)) as [Person, Person]
const DAY = 86_400

async function send(from: Person, to: Person, message = 'Hello') {
  const socket = await from.socket()
  const answer = await socket.emitWithAck('sendMessage', { receiver_id: to.id, message })
  socket.disconnect()
  return answer
}
const contactOf = async (from: Person, to: Person) => {
  const { user } = await from.call('GET /api/view-profile', { url_hash: to.url_hash })
  return [user.may_write, user.contact_note]
}
/** The note on the profile is the error that sending returns. */
async function expectRefusal(from: Person, to: Person, note: string) {
  expect(await contactOf(from, to)).toEqual([false, note])
  expect(await send(from, to)).toMatchObject({
    ok: false,
    code: expect.stringMatching(/^contact\./),
    message: note,
  })
}
async function expectWelcome(from: Person, to: Person) {
  expect(await contactOf(from, to)).toEqual([true, null])
  expect(await send(from, to)).toMatchObject({ ok: true })
}
const verify = ({ id }: Person) =>
  app.db.updateTable('member').set({ verified_ts: 1 }).where('id', '=', id).execute()
const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })
const changeSetting = (key: string, value: number) =>
  app.admin.call('POST /api/admin/settings', { key, value })

describe('[P3 §5] the contact rule', () => {
  test('is `anyone` by default, is returned by GET /api/preferences, and rejects unknown values', async () => {
    const [anna, ben] = await two('Anna', 'Ben')
    expect((await anna.call('GET /api/preferences')).contact).toBe('anyone')
    await expectWelcome(ben, anna)
    expect((await anna.call('POST /api/preferences', { contact: 'liked' })).contact).toBe('liked')
    expect((await anna.call('POST /api/preferences', { age_min: 30 })).contact).toBe('liked')
    expect(await anna.try('POST /api/preferences', { contact: 'nobody' })).toMatchObject({
      status: 400,
      body: problemBody('preferences.value', { field: 'contact' }),
    })
  })

  test('preferences: matches as search does, and never reveals which preference failed', async () => {
    const note = 'Anna only accepts messages from people who match her preferences.'
    const [anna, ben] = await two('Anna', 'Ben')
    await anna.call('POST /api/preferences', { contact: 'preferences' })
    await expectWelcome(ben, anna)
    const [dan] = (await app.members('Dan')) as [Person]
    for (const preferences of [
      { age_min: 60 },
      { age_min: 18, age_max: 25 },
      { age_max: 99, smoking: ['-'], answered_only: 1 },
    ]) {
      await anna.call('POST /api/preferences', preferences)
      await expectRefusal(dan, anna, note)
    }
    await anna.call('POST /api/preferences', { smoking: [], answered_only: 0, distance: 100 })
    await expectWelcome(dan, anna)
    const [tom] = (await app.members({ username: 'Tom', city: 'Perth, WA' })) as [Person]
    await expectRefusal(tom, anna, note)
  })

  test('verified, and liked', async () => {
    const [ben, anna] = await two('Ben', 'Anna')
    await ben.call('POST /api/preferences', { contact: 'verified' })
    await expectRefusal(anna, ben, 'Ben only accepts messages from verified members.')
    await verify(anna)
    await expectWelcome(anna, ben)
    const [cara] = (await app.members('Cara')) as [Person]
    await ben.call('POST /api/preferences', { contact: 'liked' })
    await expectRefusal(cara, ben, 'Ben only accepts messages from people he likes.')
    await act(ben, 'like', cara)
    await expectWelcome(cara, ben)
  })

  test('a member may always reply, but a sender without a reply must still match the rule', async () => {
    const [anna, ben] = await two('Anna', 'Ben')
    const [dan] = (await app.members('Dan')) as [Person]
    await send(dan, anna)
    await anna.call('POST /api/preferences', { contact: 'verified' })
    await expectRefusal(dan, anna, 'Anna only accepts messages from verified members.')
    const { id } = await send(anna, ben)
    await expectWelcome(ben, anna)
    // Even if she has deleted her message since.
    const socket = await anna.socket()
    await socket.emitWithAck('delete', Number(id))
    await expectWelcome(ben, anna)
  })

  test('preferences are private: neither the rule nor the preferences are in the profile that others read', async () => {
    const [anna, ben] = await two('Anna', 'Ben')
    await anna.call('POST /api/preferences', { contact: 'preferences', age_min: 31 })
    const answer = await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })
    expect(JSON.stringify(answer)).not.toMatch(/"contact"|age_min|"preferences"/)
  })
})

describe('[P3 §5] first messages', () => {
  const enough = "You've started enough conversations for today. You can still reply to people."
  beforeAll(() => changeSetting('first_messages', 4))
  afterAll(() => changeSetting('first_messages', 20))

  test('are limited per 24 hours; replies and open conversations are not', async () => {
    const [anna, ...others] = await app.members('Anna', ...Array.from({ length: 8 }, () => 'Ben'))
    const [first, second, third, fourth, fifth, liker, writer, last] = others as Person[]
    if (!(anna && first && second && third && fourth && fifth && liker && writer && last)) throw new Error()
    await act(liker, 'like', anna)
    await send(writer, anna)
    const firstAt = app.clock.now()
    app.clock.stand(firstAt)
    await expectWelcome(anna, first)
    app.clock.stand(firstAt + 60)
    for (const other of [second, third, fourth]) await expectWelcome(anna, other)
    await expectRefusal(anna, fifth, enough)
    for (const other of [first, fourth, liker, writer]) await expectWelcome(anna, other)
    await expectRefusal(anna, last, enough)
    app.clock.stand(firstAt + DAY - 1)
    await expectRefusal(anna, fifth, enough)
    app.clock.stand(firstAt + DAY)
    await expectWelcome(anna, fifth)
    await expectRefusal(anna, last, enough)
    app.clock.stand(undefined)
  })

  test('verified members have their own limit', async () => {
    await changeSetting('first_messages_verified', 5)
    const [anna, ...others] = await app.members('Anna', ...Array.from({ length: 6 }, () => 'Ben'))
    if (!anna) throw new Error()
    await verify(anna)
    for (const other of others.slice(0, 5)) await expectWelcome(anna, other)
    await expectRefusal(anna, others[5] as Person, enough)
    await changeSetting('first_messages_verified', 40)
  })

  test('the limit is halved for 7 days after an upheld report, but not after a dismissed one', async () => {
    const [anna, ...others] = await app.members('Anna', ...Array.from({ length: 7 }, () => 'Ben'))
    const [one, two, three, four] = others as [Person, Person, Person, Person]
    if (!anna) throw new Error()
    const decide = async (reporter: Person, outcome: string) => {
      await reporter.call('POST /api/report-user', { recipient_id: anna.id, report_reason: 'Something else' })
      const { id: report_id } = await app.db
        .selectFrom('report')
        .where('reporter_id', '=', reporter.id)
        .select('id')
        .executeTakeFirstOrThrow()
      await app.admin.call('POST /api/admin/report-decision', { report_id, outcome })
    }
    await decide(one, 'dismissed')
    for (const other of [one, two, three]) await expectWelcome(anna, other)
    await decide(two, 'warned')
    await expectRefusal(anna, four, enough)
    app.clock.advance(DAY)
    await expectWelcome(anna, four)
    await expectWelcome(anna, others[4] as Person)
    await expectRefusal(anna, others[5] as Person, enough)
    app.clock.advance(6 * DAY)
    await expectWelcome(anna, others[5] as Person)
  })
})

describe('[P3 §5] a confirmed address', () => {
  beforeAll(() => changeSetting('confirmed_to_write', 1))
  afterAll(() => changeSetting('confirmed_to_write', 0))

  test('is needed for a first message but not for a reply; sign-up sends the link immediately', async () => {
    const [anna, ben] = await two('Anna', 'Ben')
    const [cara] = (await app.members('Cara')) as [Person]
    await expectRefusal(anna, ben, "Please confirm your email address first. We've sent you a link.")
    const sent = (await app.mail()).filter(({ to }) => to?.[0]?.address === anna.email)
    expect(sent.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('Confirm your email address'),
    ])
    await app.db
      .updateTable('account')
      .set({ email_confirmed: true })
      .where('member_id', '=', cara.id)
      .execute()
    await expectWelcome(cara, anna)
    await expectWelcome(anna, cara)
    const hash = /hash=([0-9a-f]{64})/.exec(sent[0]?.text ?? '')?.[1]
    await anna.call('POST /api/login', { email: anna.email, hash })
    await expectWelcome(anna, ben)
  })
})

test('one’s own profile has no contact note', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  expect(await contactOf(anna, anna)).toEqual([true, null])
})

test('a refused message stores nothing', async () => {
  const [anna, ben] = await two('Anna', 'Ben')
  await anna.call('POST /api/preferences', { contact: 'verified' })
  await send(ben, anna)
  const { rows } = await sql`select from relation where me = ${ben.id} or other = ${ben.id}`.execute(app.db)
  expect(rows).toEqual([])
})
