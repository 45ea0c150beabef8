import { CLAIM_SECONDS } from '@rosella/contract/admin/rules'
import { sendSelfies, testSelfies, trySendSelfies } from '@rosella/testkit/camera'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let otherAdmin: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  otherAdmin = await signUpSecondAdmin(app)
})
afterAll(() => app.close())

const member = async (username: string) => (await app.members({ username, photos: 1 }))[0] as Person
const count = (statuses: readonly { status: number }[], wanted: number) =>
  statuses.filter(({ status }) => status === wanted).length

test('[P3 §8] a challenge sent 32 times concurrently is used once', async () => {
  const anna = await member('Anna')
  const { challenge } = await anna.call('POST /api/verification-start')
  // Three are admitted at a time; those that wait are too late anyway.
  const frames = await Promise.all(Array.from({ length: 32 }, () => testSelfies()))
  const answers = await Promise.all(frames.map((two) => trySendSelfies(anna, challenge, two)))
  expect(count(answers, 200)).toBe(1)
  // After thirty a day the rate limit refuses.
  expect(count(answers, 404) + count(answers, 429)).toBe(31)
  const { items } = await app.admin.call('GET /api/admin/verifications')
  expect(items.filter(({ member_id }) => member_id === anna.id)).toHaveLength(1)
}, 60_000)

test('[P3 §8] two concurrent moderators: one decision, one audit entry and no deadlock', async () => {
  for (let round = 0; round < 5; round++) {
    const bea = await member('Bea')
    await sendSelfies(bea)
    const { items } = await app.admin.call('GET /api/admin/verifications')
    const id = items.find(({ member_id }) => member_id === bea.id)?.id
    const decide = (admin: Person, approved: boolean) =>
      admin.try('POST /api/admin/verification-decision', { id, approved, reason: 'pose' })
    const answers = await Promise.all([
      ...[app.admin, otherAdmin].flatMap((admin) => [decide(admin, true), decide(admin, false)]),
      // Takes the same locks as a decision about a photo.
      app.admin.try('POST /api/admin/member', { id: bea.id, status: 2 }),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { state } = await app.db
      .selectFrom('verification')
      .where('id', '=', id ?? 0)
      .select('state')
      .executeTakeFirstOrThrow()
    const { verified } = await bea.call('GET /api/verification')
    expect(verified).toBe(state === 'approved')
    expect(['approved', 'refused']).toContain(state)
    const { history } = await app.admin.call('GET /api/admin/member', { id: bea.id })
    const decided = history.filter(({ action }) => /^verification\.(approve|refuse)$/.test(action))
    expect(decided).toHaveLength(1)
  }
}, 60_000)

test('[P3 §8] two moderators who claim concurrently get different selfies, and only the one who has them decides', async () => {
  const claim = async (admin: Person, input: { count?: number; skip?: number[]; keep?: number[] }) =>
    (await admin.call('POST /api/admin/verification-claim', input)).items.map(({ id }) => id)
  const decide = (admin: Person, id = 0, approved = true) =>
    admin.try('POST /api/admin/verification-decision', { id, approved, reason: 'pose' })

  // Earlier tests left some.
  for (const id of await claim(app.admin, { count: 10 })) await decide(app.admin, id)
  const people = await Promise.all(['Hal', 'Ida', 'Jon', 'Kim', 'Lea'].map(member))
  for (const person of people) await sendSelfies(person)

  const [mine, theirs] = await Promise.all([claim(app.admin, { count: 2 }), claim(otherAdmin, { count: 2 })])
  expect([mine.length, theirs.length, new Set([...mine, ...theirs]).size]).toEqual([2, 2, 4])
  mine.sort((a, b) => a - b)
  const taken = await decide(otherAdmin, mine[0])
  expect([taken.status, taken.body.code]).toEqual([409, 'verification.claimed'])

  // A screen that asks again before the first answer has arrived gets the same selfies.
  for (let round = 0; round < 20; round++) {
    const twice = await Promise.all([claim(app.admin, { count: 2 }), claim(app.admin, { count: 2 })])
    expect(twice.map((ids) => ids.sort((a, b) => a - b))).toEqual([mine, mine])
  }

  // Skipped selfies are free for colleagues, and the last that the moderator gets again.
  const [skipped = 0] = mine
  const after = await claim(app.admin, { count: 10, skip: [skipped] })
  expect([after.length, after.at(-1)]).toEqual([3, skipped])
  await claim(app.admin, { count: 0, skip: [skipped] })
  expect(await claim(otherAdmin, { count: 10 })).toContain(skipped)

  // A decision that can still be undone keeps its claim, and others expire.
  const [kept = 0] = theirs
  app.clock.advance(CLAIM_SECONDS - 1)
  expect(await claim(otherAdmin, { count: 0, keep: [kept] })).toEqual([])
  app.clock.advance(1)
  const all = await claim(app.admin, { count: 10 })
  expect([all.length, all.includes(kept)]).toEqual([4, false])

  // A refusal goes to the second moderator immediately, and not back to the first.
  const [refused = 0] = all
  expect((await decide(app.admin, refused, false)).body).toEqual({ waits: true })
  expect(await claim(app.admin, { count: 10 })).not.toContain(refused)
  expect(await claim(otherAdmin, { count: 10 })).toEqual([kept, refused].sort((a, b) => a - b))
  for (const id of [kept, refused]) expect((await decide(otherAdmin, id)).status).toBe(200)
  for (const id of await claim(app.admin, { count: 10 })) await decide(app.admin, id)
  expect((await app.admin.call('POST /api/admin/verification-claim', {})).waiting).toBe(0)
}, 60_000)

test('[P3 §8] “Ask to verify” needs a conversation, works once a week per pair, and notifies once', async () => {
  const [cara, dan] = [await member('Cara'), await member('Dan')]
  const ask = () => cara.try('POST /api/ask-to-verify', { recipient_id: dan.id })
  const mayAsk = async () =>
    (await cara.call('GET /api/view-profile', { url_hash: dan.url_hash })).user.may_ask_to_verify
  expect([(await ask()).body.message, await mayAsk()]).toEqual([
    "You can ask once you've written to each other.",
    false,
  ])
  await say(await cara.socket(), dan, 'Hello Dan')
  expect(await mayAsk()).toBe(true)
  // He is offline and is notified when he comes online.
  const answers = await Promise.all(Array.from({ length: 8 }, ask))
  expect([count(answers, 200), count(answers, 429), await mayAsk()]).toEqual([1, 7, false])
  const tab = await dan.stream()
  expect(await tab.next('verify')).toMatchObject({ from: 'Cara', url_hash: cara.url_hash })
  expect((await dan.call('GET /api/verification')).asked).toMatchObject([{ username: 'Cara' }])
  tab.close()
  const again = await dan.stream()
  await again.next('connections')

  app.clock.advance(7 * 86_400)
  expect([await mayAsk(), (await ask()).status]).toEqual([true, 200])
  expect(await again.next('verify')).toMatchObject({ from: 'Cara' })
  expect(again.everything().filter(({ event }) => event === 'verify')).toHaveLength(1)
  // An ended conversation stays ended.
  await dan.call('POST /api/user-action', { action: 'not-interested', recipient_id: cara.id })
  app.clock.advance(7 * 86_400)
  expect([(await ask()).body.message, await mayAsk()]).toEqual(['Dan ended this conversation.', false])
})

test('[P3 §5] “Ask to verify” follows the contact rule, with the sentence that a message gets', async () => {
  const [cara, dan] = [await member('Cara'), await member('Dan')]
  const ask = async () => (await cara.try('POST /api/ask-to-verify', { recipient_id: dan.id })).body.message
  const profile = async () => (await cara.call('GET /api/view-profile', { url_hash: dan.url_hash })).user
  const socket = await cara.socket()
  await say(socket, dan, 'Hello Dan')
  const rules = [
    ['verified', 'Dan only accepts messages from verified members.'],
    ['liked', /^Dan only accepts messages from people (he|she) likes\.$/],
    ['preferences', /^Dan only accepts messages from people who match (his|her) preferences\.$/],
  ] as const
  await dan.call('POST /api/preferences', { age_min: 98, age_max: 99 })
  for (const [contact, sentence] of rules) {
    await dan.call('POST /api/preferences', { contact })
    const { may_ask_to_verify, contact_note } = await profile()
    expect([contact, may_ask_to_verify]).toEqual([contact, false])
    expect(await ask()).toMatch(sentence)
    expect(await ask()).toBe(contact_note)
  }
  const tab = await dan.stream()
  await tab.next('connections')
  expect(tab.everything().filter(({ event }) => event === 'verify')).toEqual([])
  // Anyone the member has written to may also ask.
  await say(await dan.socket(), cara, 'Hello Cara')
  expect((await profile()).may_ask_to_verify).toBe(true)
  expect((await cara.try('POST /api/ask-to-verify', { recipient_id: dan.id })).status).toBe(200)
})

test('[P3 §8] the decision is published live, and the filter finds verified members', async () => {
  const [ella, finn] = (await app.members(
    { username: 'Ella', photos: 3 },
    { username: 'Finn', photos: 3 },
  )) as [Person, Person]
  const found = async () =>
    (await finn.call('GET /api/search', { verified: '1', any: '1' })).users.map(({ id }) => id)
  expect(await found()).not.toContain(ella.id)
  const tab = await ella.stream()
  await sendSelfies(ella)
  const { items } = await app.admin.call('GET /api/admin/verifications')
  const id = items.find(({ member_id }) => member_id === ella.id)?.id
  await otherAdmin.call('POST /api/admin/verification-decision', { id, approved: true })
  expect(await tab.next('verification')).toEqual({ verified: true })
  await expect.poll(found).toContain(ella.id)
})
