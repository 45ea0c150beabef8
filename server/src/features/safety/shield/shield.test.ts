import { randomUUID } from 'node:crypto'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { received, say } from '@rosella/testkit/received'
import { isWarned, PLEA, profileOf, scamRule, send, signsOf } from '@rosella/testkit/shield'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldSigns } from './warnings'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const DAY = 86_400
const GIFT = 'Please buy me two Steam cards for my son and send me the codes'
const OPENING =
  'I saw your garden on here and thought you must be a patient person, what is it that you grow there'
const people = async (...names: string[]) => (await app.members(...names)) as [Person, Person, ...Person[]]
const rule = (key: string) => scamRule(app, key)

describe('[P3 §7] step 1: the sender is asked before sending', () => {
  test('stores nothing until the sender confirms, and then counts the hits', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    expect(await send(ben, anna, PLEA)).toEqual({ ok: false, ask: 'scam', ...problemBody('ask.scam') })
    expect((await anna.call('GET /api/messages')).m).toEqual([])
    expect(await signsOf(app, ben)).toEqual([])
    expect(await isWarned(anna, ben)).toBe(false)
    const hits = (await rule('money-rescue'))?.hits ?? 0
    expect(await send(ben, anna, PLEA, true)).toEqual({ ok: true, id: expect.any(Number) })
    expect((await rule('money-rescue'))?.hits).toBe(hits + 1)
    expect((await signsOf(app, ben)).map(({ counted, outcome }) => [counted, outcome])).toContainEqual([
      true,
      null,
    ])
  })

  test('an ordinary message is stored without a question or hits', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    expect(await send(ben, anna, 'Dinner is on me if you bring the dog')).toMatchObject({ ok: true })
    expect(await signsOf(app, ben)).toEqual([])
  })

  test('a resend of the same message counts once', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    const socket = await ben.socket()
    const input = { receiver_id: anna.id, message: PLEA, client_id: crypto.randomUUID(), sure: true }
    const first = await socket.emitWithAck('sendMessage', input)
    expect(await socket.emitWithAck('sendMessage', input)).toEqual(first)
    const signs = await signsOf(app, ben)
    expect(new Set(signs.map(({ rule: key }) => key)).size).toBe(signs.length)
  })

  test('bad language is asked about in a first message, but not in an open conversation', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    const message = 'You are so ugly, lol'
    expect(await send(ben, anna, message)).toEqual({
      ok: false,
      ask: 'hurtful',
      ...problemBody('ask.hurtful'),
    })
    expect(await send(ben, anna, message, true)).toMatchObject({ ok: true })
    expect(await send(ben, anna, message)).toMatchObject({ ok: true })
    expect(await send(anna, ben, message)).toMatchObject({ ok: true })
  })

  test('a resend of a stored message is acknowledged without a question', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    const socket = await ben.socket()
    const message = { receiver_id: anna.id, message: PLEA, client_id: randomUUID() }
    const stored = await socket.emitWithAck('sendMessage', { ...message, sure: true })
    expect(stored).toMatchObject({ ok: true })
    expect(await socket.emitWithAck('sendMessage', message)).toEqual(stored)
    const other = { ...message, client_id: randomUUID() }
    expect(await socket.emitWithAck('sendMessage', other)).toMatchObject({ ok: false, ask: 'scam' })
    socket.disconnect()
  })

  test('asks about similar first messages to five or more people in 24 hours', async () => {
    const [ben, ...others] = await people('Ben', 'Ann', 'Bea', 'Cleo', 'Dora', 'Eva', 'Fay')
    const to = (n: number) => others[n] as Person
    for (const n of [0, 1, 2, 3])
      expect(await send(ben, to(n), `Hi ${to(n).username}! ${OPENING}`)).toMatchObject({ ok: true })
    expect(await send(ben, to(4), `Hello ${to(4).username}, ${OPENING} 🌷`)).toEqual({
      ok: false,
      ask: 'scam',
      ...problemBody('ask.scam'),
    })
    expect(
      await send(ben, to(4), 'You like the same films as I do, which one did you see first?'),
    ).toMatchObject({
      ok: true,
    })
    expect(await send(ben, to(5), OPENING, true)).toMatchObject({ ok: true })
    expect((await signsOf(app, ben)).map((sign) => sign.rule)).toEqual(['same-opening'])
    // Alone it does not lead to a warning.
    expect(await isWarned(to(5), ben)).toBe(false)
    app.clock.advance(DAY + 1)
    const [gil] = await people('Gil')
    expect(await send(ben, gil, OPENING)).toMatchObject({ ok: true })
  })
})

describe('[P3 §7] a request that is spread over several messages', () => {
  const PARTS = ['ugh my card got blocked', 'the hotel wants 340 before i can leave', 'can u help me out']

  test('warns the receiver at the message that completes it without asking the sender, and counts there once', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    const socket = await ben.socket()
    const first = { receiver_id: anna.id, message: PARTS[0], client_id: randomUUID() }
    const stored = await socket.emitWithAck('sendMessage', first)
    expect(stored).toMatchObject({ ok: true })
    expect(await send(ben, anna, PARTS[1] as string)).toMatchObject({ ok: true })
    expect((await signsOf(app, ben)).map((sign) => sign.rule)).toEqual(['parts-money-hint'])
    expect(await isWarned(anna, ben)).toBe(false)
    const { id } = (await send(ben, anna, PARTS[2] as string)) as { id: number }
    expect(await isWarned(anna, ben)).toBe(true)
    const signs = await signsOf(app, ben)
    expect(signs.filter((sign) => sign.message_id === id).map((sign) => sign.rule)).toEqual(['parts-money'])
    // A resend is read with the messages before it, so it completes nothing.
    expect(await socket.emitWithAck('sendMessage', first)).toEqual(stored)
    expect(await signsOf(app, ben)).toEqual(signs)
    socket.disconnect()
  })

  test.each([
    [
      'gift cards',
      [
        'are you near the shops',
        'theyre called steam cards, any servo has them',
        'could you pick me up two',
        'then scratch the silver and send me the digits',
      ],
    ],
    [
      'a code',
      [
        'hey odd one. i used your number for my bank',
        'you get a text in a minute',
        'read me the six digits pls im locked out',
      ],
    ],
    [
      'another channel',
      ['i hardly use this site', 'my telegram is lena_example', 'add me there and we talk'],
    ],
    ['intimate pictures', ['you look nice', 'turn your camera on', 'i want to see you without clothes']],
  ] as const)('%s: the receiver is warned at the message that completes it', async (_, texts) => {
    const [ben, anna] = await people('Ben', 'Anna')
    for (const text of texts.slice(0, -1)) expect(await send(ben, anna, text)).toMatchObject({ ok: true })
    expect(await isWarned(anna, ben)).toBe(false)
    const last = texts.at(-1) as string
    expect(await send(ben, anna, last, true)).toMatchObject({ ok: true })
    expect(await isWarned(anna, ben)).toBe(true)
  })

  test('is read with the replies of the other member', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    const [cleo] = await people('Cleo')
    const own = [
      'u work hard',
      'i dont anymore',
      'usdt. short ones. 30 sec',
      'we follow teacher. never red',
      '300 n u see',
    ]
    const replies = ['too hard', 'how', 'sounds risky', 'lol']
    for (const [n, text] of own.entries()) {
      expect(await send(ben, anna, text)).toMatchObject({ ok: true })
      expect(await send(ben, cleo, text)).toMatchObject({ ok: true })
      if (replies[n] !== undefined) expect(await send(anna, ben, replies[n])).toMatchObject({ ok: true })
    }
    expect(await isWarned(anna, ben)).toBe(true)
    expect(await isWarned(cleo, ben)).toBe(false)
    expect(await isWarned(ben, anna)).toBe(false)
  })

  test('replies of the other member never count', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    for (const text of PARTS) await send(ben, anna, text, true)
    for (const text of [
      'how much do you need',
      'i have 200 in my account until payday',
      'my rent is 340 so i am short too',
      'could i send it with western union, you pay me back',
    ])
      expect(await send(anna, ben, text)).toMatchObject({ ok: true })
    expect(await signsOf(app, anna)).toEqual([])
    expect([await isWarned(anna, ben), await isWarned(ben, anna)]).toEqual([true, false])
  })

  test('affection never counts', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    for (const text of [
      'i miss you my love',
      'god bless you darling',
      'please take care of your heart',
      'you are my angel and my hope',
    ])
      expect(await send(ben, anna, text)).toMatchObject({ ok: true })
    expect(await signsOf(app, ben)).toEqual([])
  })

  test.each([
    [
      'a blocked card',
      ['ugh my card got blocked', 'the hotel was 340, rang my bank', 'all good, can u talk'],
    ],
    ['a stolen wallet', ['my wallet got stolen', 'new cards on monday', 'can you pick me up at 6']],
    ['a present', ['i posted the steam card', 'can you help me move', 'ill send you a photo of the van']],
    ['a text', ['did you get the text from school', 'tell me the time', 'im locked out of the car haha']],
    ['an app', ['i hardly use this site', 'do you like telegram stickers', 'send me a photo of your dog']],
    ['a picture', ['turn your camera on, the dog is in the bath', 'send me a pic', 'so cute']],
  ] as const)('ordinary talk about %s is not asked about', async (_, texts) => {
    const [ben, anna] = await people('Ben', 'Anna')
    for (const text of texts) expect(await send(ben, anna, text)).toMatchObject({ ok: true })
    expect(await isWarned(anna, ben)).toBe(false)
  })

  test('parts to different members, or more than three days apart, are no request', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    const [cleo] = await people('Cleo')
    for (const text of PARTS.slice(0, 2)) await send(ben, anna, text)
    expect(await send(ben, cleo as Person, PARTS[2] as string)).toMatchObject({ ok: true })
    app.clock.advance(3 * DAY + 1)
    expect(await send(ben, anna, PARTS[2] as string)).toMatchObject({ ok: true })
    expect(await isWarned(anna, ben)).toBe(false)
  })

  test('the earlier messages are found by an index', async () => {
    const plan = await sql<{
      'QUERY PLAN': string
    }>`explain select text, sender_id = 1 as "isMine" from written
      where least(sender_id, receiver_id) = 1 and greatest(sender_id, receiver_id) = 2 and ts > 0
        and id < coalesce((select id from message where sender_id = 1 and client_id = ${randomUUID()}::uuid), 9)
      order by id desc limit 6`.execute(app.db)
    const lines = plan.rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(lines).toContain('message_pair')
    expect(lines).toContain('date_text_pair')
    expect(lines).not.toContain('Seq Scan')
  })
})

describe('[P3 §7] step 2: the receiver is warned', () => {
  test('immediately, in profile and list; “It’s fine” ends it for this conversation and counts as dismissed', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    const open = await anna.socket({ receiver_id: ben.id })
    const news = received(open)
    await send(ben, anna, PLEA, true)
    expect(await news.next('scamWarning')).toEqual([ben.id, true, false])
    expect(await isWarned(anna, ben)).toBe(true)
    expect(await isWarned(ben, anna)).toBe(false)
    const dismissed = (await rule('money-rescue'))?.dismissed ?? 0
    expect(await anna.call('POST /api/scam-warning-dismiss', { recipient_id: ben.id })).toEqual({})
    expect(await news.next('scamWarning')).toEqual([ben.id, false, false])
    expect(await isWarned(anna, ben)).toBe(false)
    expect((await rule('money-rescue'))?.dismissed).toBe(dismissed + 1)
    await send(ben, anna, GIFT, true)
    expect(await isWarned(anna, ben)).toBe(false)
    // Dismissing again changes nothing; oneself and unknown members are refused.
    expect(await anna.call('POST /api/scam-warning-dismiss', { recipient_id: ben.id })).toEqual({})
    expect((await anna.try('POST /api/scam-warning-dismiss', { recipient_id: anna.id })).status).toBe(400)
    expect((await anna.try('POST /api/scam-warning-dismiss', { recipient_id: 999_999 })).status).toBe(404)
  })

  test('replies never count, whatever they say', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    await send(ben, anna, PLEA, true)
    expect(
      await send(anna, ben, 'Oh no! Can I lend you 600 dollars? Give me your bank details'),
    ).toMatchObject({
      ok: true,
    })
    expect(await signsOf(app, anna)).toEqual([])
    expect(await isWarned(ben, anna)).toBe(false)
  })

  test('affection of the other member excuses nobody: the one who asks is warned about', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    const dear = 'Dear, take care. I am just reaching home. Love you a lot.'
    expect(await send(anna, ben, dear)).toMatchObject({ ok: true })
    const requests = [
      'My bank has blocked me, can you get me $2,000 in gift cards? Send me the codes',
      'Or make a wire transfer of 2,000 dollars to my agent, I will pay you back',
      'I also need a copy of your passport, front and back',
      'And tell me the login and password of your online banking',
    ]
    const replies = [
      'Oh my love, I would do anything for you. How can I send it?',
      'I can transfer 2,000 dollars tomorrow, give me his account number',
      'Should I send you my passport by email?',
      'I do not know my password, my darling. God bless you',
    ]
    for (const [n, request] of requests.entries()) {
      expect(await send(ben, anna, request), request).toMatchObject({ ok: false, ask: 'scam' })
      expect(await send(ben, anna, request, true)).toMatchObject({ ok: true })
      expect(await send(anna, ben, replies[n] as string), replies[n]).toMatchObject({ ok: true })
    }
    expect(await isWarned(anna, ben)).toBe(true)
    expect(await isWarned(ben, anna)).toBe(false)
    expect(await signsOf(app, anna)).toEqual([])
  })

  test('a dismissed sign excuses nobody: the other member is counted if they raise the subject later', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    await send(anna, ben, PLEA, true)
    expect(await ben.call('POST /api/scam-warning-dismiss', { recipient_id: anna.id })).toEqual({})
    expect(await send(ben, anna, PLEA)).toMatchObject({ ok: false, ask: 'scam' })
    await send(ben, anna, PLEA, true)
    expect(await isWarned(anna, ben)).toBe(true)
  })

  test('a request for intimate pictures has its own advice, live, in profile and list', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    const open = await anna.socket({ receiver_id: ben.id })
    const news = received(open)
    expect(await send(ben, anna, 'Send me a naked pic')).toMatchObject({ ok: false })
    await send(ben, anna, 'Send me a naked pic', true)
    expect(await news.next('scamWarning')).toEqual([ben.id, true, true])
    expect(await isWarned(anna, ben)).toBe(true)
    expect((await profileOf(anna, ben)).pictures_warning).toBe(true)
    expect((await profileOf(ben, anna)).pictures_warning).toBe(false)
    const { u } = await anna.call('GET /api/messages')
    expect(u.map(({ pictures_warning }) => pictures_warning)).toEqual([true])
    // The advice changes if the request comes after another subject.
    const [carl] = await people('Carl')
    await send(carl, anna, PLEA, true)
    expect((await profileOf(anna, carl)).pictures_warning).toBe(false)
    await send(carl, anna, 'Send me a naked pic', true)
    expect((await profileOf(anna, carl)).pictures_warning).toBe(true)
  })

  test('no reply to the sender reveals rules or matched message', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    await send(ben, anna, PLEA)
    await send(ben, anna, PLEA, true)
    const replies = [
      await ben.call('GET /api/messages'),
      await profileOf(ben, anna),
      await ben.call('GET /api/user'),
    ]
    const keys = (await app.admin.call('GET /api/admin/scam-rules')).items.map(({ key }) => key)
    for (const answer of replies)
      expect(keys.filter((key) => JSON.stringify(answer).includes(`"${key}"`))).toEqual([])
  })
})

describe('[P3 §7] a rule can be switched off or set to count only', () => {
  const RULES = ['money-rescue', 'money-trouble', 'money-back', 'worded-clearly']
  const set = async (mode: string, keys = RULES) => {
    for (const key of keys) await app.admin.call('POST /api/admin/scam-rule', { key, mode })
  }

  test('count: only hits; off: nothing; both changes are audited', async () => {
    await set('count')
    const [ben, anna] = await people('Ben', 'Anna')
    const hits = (await rule('money-rescue'))?.hits ?? 0
    expect(await send(ben, anna, PLEA)).toMatchObject({ ok: true })
    expect(await rule('money-rescue')).toMatchObject({ mode: 'count', hits: hits + 1 })
    expect(await isWarned(anna, ben)).toBe(false)
    await set('off')
    expect(await send(ben, anna, PLEA)).toMatchObject({ ok: true })
    expect((await rule('money-rescue'))?.hits).toBe(hits + 1)
    await set('on')
    expect(await send(ben, anna, PLEA)).toMatchObject({ ok: false, ask: 'scam' })
    const { items } = await app.admin.call('GET /api/admin/audit')
    expect(items.filter(({ action }) => action === 'scam-rule.change')).toHaveLength(12)
    expect(items[0]).toMatchObject({ before: { mode: 'off' }, after: { mode: 'on' } })
    expect(await app.admin.try('POST /api/admin/scam-rule', { key: 'none', mode: 'on' })).toMatchObject({
      status: 404,
    })
  })

  test('the rule about similar first messages asks nobody while it only counts or is off', async () => {
    for (const [mode, signs] of [
      ['count', ['same-opening']],
      ['off', []],
    ] as const) {
      await set(mode, ['same-opening'])
      const [ben, ...others] = await people('Ben', 'Ann', 'Bea', 'Cleo', 'Dora', 'Eva')
      for (const other of others) expect(await send(ben, other, OPENING), mode).toMatchObject({ ok: true })
      expect((await signsOf(app, ben)).map((sign) => [sign.rule, sign.counted])).toEqual(
        signs.map((rule) => [rule, false]),
      )
    }
    await set('on', ['same-opening'])
  })

  test('earlier hits of a rule that is off now add nothing to a later question', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    expect(await send(ben, anna, PLEA, true)).toMatchObject({ ok: true })
    const hint = 'I am on Telegram, find me there'
    expect(await send(ben, anna, hint)).toMatchObject({ ok: false, ask: 'scam' })
    const found = (await signsOf(app, ben)).map((sign) => sign.rule)
    await set('off', found)
    const [cara] = await people('Cara')
    const alone = await send(ben, cara, hint)
    expect((await send(ben, anna, hint)).ok).toBe(alone.ok)
    await set('on', found)
  })
})

test('[P3 §7] the transparency report has the counts', async () => {
  const period = { from: 0, to: app.clock.now() + DAY }
  const before = (await app.admin.call('GET /api/admin/transparency', period)).shield
  const [ben, anna] = await people('Ben', 'Anna')
  await send(ben, anna, PLEA, true)
  await anna.call('POST /api/scam-warning-dismiss', { recipient_id: ben.id })
  const { shield } = await app.admin.call('GET /api/admin/transparency', period)
  expect(shield).toEqual({
    ...before,
    messages: before.messages + 1,
    warnings: before.warnings + 1,
    warnings_dismissed: before.warnings_dismissed + 1,
  })
})

test('deletes signs after 90 days and first messages after a day', async () => {
  const [ben, anna] = await people('Ben', 'Anna')
  await say(await ben.socket(), anna, OPENING)
  await send(ben, anna, PLEA, true)
  const left = async () => {
    const { rows } = await sql<{ signs: number; openings: number; warnings: number }>`
      select (select count(*)::int from scam_sign where sender_id = ${ben.id}) as signs,
        (select count(*)::int from first_message where sender_id = ${ben.id}) as openings,
        (select count(*)::int from scam_warning where sender_id = ${ben.id}) as warnings`.execute(app.db)
    return rows[0]
  }
  expect(await left()).toMatchObject({ openings: 1, warnings: 1 })
  app.clock.advance(DAY)
  await deleteOldSigns(app.server.services)()
  expect(await left()).toMatchObject({ openings: 0, warnings: 1 })
  app.clock.advance(89 * DAY)
  await deleteOldSigns(app.server.services)()
  expect(await left()).toEqual({ signs: 0, openings: 0, warnings: 0 })
})
