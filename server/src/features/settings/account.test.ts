import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const DAY = 86_400
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'pglite' })
})
afterAll(() => app.close())

const emailsTo = async (address: string) =>
  (await app.mail()).filter(({ to }) => to?.[0]?.address === address)
const newest = async (address: string) => (await emailsTo(address)).at(-1)
async function verifyLink(address: string): Promise<{ email: string; hash: string }> {
  const path = /https:\/\/rosella\.test\/verify\?(\S+)/.exec((await newest(address))?.text ?? '')?.[1]
  const query = new URLSearchParams(path)
  return { email: query.get('email') ?? '', hash: query.get('hash') ?? '' }
}
const isConfirmed = async (person: Person) => (await person.call('GET /api/user')).email_confirmed
const logIn = async (person: Person, password = person.password, email = person.email) => {
  const { status, body } = await person.try('POST /api/login', { email, password })
  return { status, token: body.token, message: body.message }
}
async function cast(...wishes: Parameters<TestApp['members']>): Promise<[Person, Person]> {
  return (await app.members(...wishes)) as [Person, Person]
}

test('[P2 §7] verify-email sends a link to /verify; logging in with it confirms the address, once', async () => {
  const [anna] = await cast('Anna')
  expect(await isConfirmed(anna)).toBe(false)
  expect(await anna.call('POST /api/verify-email')).toEqual({ message: 'Verification email sent!' })
  const link = await verifyLink(anna.email)
  expect(link).toEqual({ email: anna.email, hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect((await anna.try('POST /api/login', link)).status).toBe(200)
  expect(await isConfirmed(anna)).toBe(true)
  expect((await anna.try('POST /api/login', link)).status).toBe(404)
  expect(await anna.try('POST /api/verify-email')).toMatchObject({ status: 400 })
})

test('[D §3] a verification link expires after 24 hours, to the second', async () => {
  const [anna, ben] = await cast('Anna', 'Ben')
  const start = app.clock.now()
  app.clock.stand(start)
  await anna.call('POST /api/verify-email')
  await ben.call('POST /api/verify-email')
  // The lifetime starts when they are sent.
  await app.jobsDone()
  app.clock.stand(start + DAY - 1)
  expect((await anna.try('POST /api/login', await verifyLink(anna.email))).status).toBe(200)
  app.clock.stand(start + DAY)
  const late = await ben.try('POST /api/login', await verifyLink(ben.email))
  expect([late.status, late.body.message]).toEqual([404, 'Access link is invalid or has expired'])
})

test('[P2 §4] changing the email checks the password, replaces the token, needs confirmation and notifies both addresses', async () => {
  const [anna] = await cast('Anna')
  await anna.call('POST /api/verify-email')
  await anna.call('POST /api/login', await verifyLink(anna.email))
  await anna.call('POST /api/request-access', { email: anna.email, kind: 'link' })
  const oldLink = /hash=([0-9a-f]{64})/.exec((await newest(anna.email))?.text ?? '')?.[1]
  const other = anna.elsewhere()
  other.token = (await logIn(anna)).token
  const new_email = `new-${anna.email}`

  const wrong = await anna.try('POST /api/change-email', { new_email, password: 'Wrong-Horse-9' })
  expect([wrong.status, wrong.body.message]).toEqual([
    400,
    "That isn't your current password. Please try again.",
  ])
  for (const bad of ['nonsense', 'a@b', `${anna.email}\r\nBcc: eve@rosella.test`]) {
    const { status } = await anna.try('POST /api/change-email', { new_email: bad, password: anna.password })
    expect([bad, status]).toEqual([bad, 400])
  }
  const changed = await anna.call('POST /api/change-email', { new_email, password: anna.password })
  expect(changed.message).toBe('Email changed. Please check your new inbox for a link to confirm it.')

  const old = { email: anna.email, token: anna.token }
  expect((await anna.try('GET /api/user', { ...old, email: new_email })).status).toBe(401)
  expect((await other.try('GET /api/user', { email: new_email })).status).toBe(401)
  Object.assign(anna, { email: new_email, token: changed.token })
  expect(await isConfirmed(anna)).toBe(false)
  const subjects = async () => [(await newest(old.email))?.subject, (await newest(new_email))?.subject]
  await expect
    .poll(subjects)
    .toEqual([expect.stringMatching(/^Your email address was changed/), expect.stringMatching(/email/)])
  // Links in the old mailbox no longer work, not even with the new address.
  expect((await anna.try('POST /api/login', { email: new_email, hash: oldLink })).status).toBe(404)
  expect((await logIn(anna, anna.password, old.email)).status).toBe(404)
  await anna.call('POST /api/login', await verifyLink(new_email))
  expect(await isConfirmed(anna)).toBe(true)
})

test('[P2 §7] a stalled mail server doesn’t delay the reply with the new token', async () => {
  const [anna] = await cast('Anna')
  const new_email = `new-${anna.email}`
  let goOn = () => {}
  const still = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const send = vi.spyOn(app.server.services.mailer, 'send').mockReturnValue(still)
  const { token } = await anna.call('POST /api/change-email', { new_email, password: anna.password })
  Object.assign(anna, { email: new_email, token })
  expect(await isConfirmed(anna)).toBe(false)
  await expect.poll(() => send.mock.calls.length, { timeout: 20_000 }).toBe(1)
  goOn()
  await app.jobsDone()
})

test('[P2 §8] refuses a taken address in any case, and the member’s own', async () => {
  const [anna, ben] = await cast('Anna', 'Ben')
  const change = async (new_email: string) => {
    const { status, body } = await anna.try('POST /api/change-email', { new_email, password: anna.password })
    return [status, body.message]
  }
  expect(await change(ben.email.toUpperCase())).toEqual([403, 'This account already exists'])
  expect(await change(anna.email)).toEqual([400, 'This is already your email address.'])
})

test('[P2 §7] a new password needs the current one and ends every other session within a second', async () => {
  const [anna] = await cast('Anna')
  const other = anna.elsewhere()
  other.token = (await logIn(anna)).token
  const [stream, mine] = [await other.stream(), await anna.stream()]
  const change = async (current: string, next: string) => {
    const { status, body } = await anna.try('POST /api/settings-change-password', { current, new: next })
    return [status, body.message]
  }
  expect(await change('Wrong-Horse-9', 'Galah-River-77')).toEqual([
    400,
    "That isn't your current password. Please try again.",
  ])
  expect(await change(anna.password, 'short')).toEqual([400, 'Invalid password'])
  expect(await change(anna.password, 'Galah-River-77')).toEqual([200, 'Password changed successfully!'])
  const answered = performance.now()
  await stream.closed
  expect(performance.now() - answered).toBeLessThan(1000)
  expect((await other.try('GET /api/user')).status).toBe(401)
  expect((await anna.try('GET /api/user')).status).toBe(200)
  expect(await Promise.race([mine.closed, Promise.resolve('open')])).toBe('open')
  expect([(await logIn(anna)).status, (await logIn(anna, 'Galah-River-77')).status]).toEqual([404, 200])
})

test('lists sessions, and ends one of them or all others', async () => {
  const [anna] = await cast('Anna')
  const tokens = [await logIn(anna), await logIn(anna), await logIn(anna)].map(({ token }) => token)
  const [first, ...rest] = tokens.map((token) => Object.assign(anna.elsewhere(), { token }))
  const { sessions } = await anna.call('GET /api/sessions')
  expect(sessions.map(({ current }) => current).filter(Boolean)).toHaveLength(1)
  expect(sessions).toHaveLength(4)
  const mine = (await first?.call('GET /api/sessions'))?.sessions.find(({ current }) => current)
  await anna.call('DELETE /api/session', { session_id: mine?.id })
  expect((await first?.try('GET /api/user'))?.status).toBe(401)
  expect((await anna.try('DELETE /api/session')).status).toBe(400)
  await anna.call('DELETE /api/session', { others: true })
  for (const one of rest) expect((await one.try('GET /api/user')).status).toBe(401)
  expect((await anna.call('GET /api/sessions')).sessions).toHaveLength(1)
})

test('[P2 §2] lists blocked users with the time, newest first, and only to the blocker', async () => {
  const [anna, ben, cleo] = (await app.members('Anna', 'Ben', 'Cleo')) as [Person, Person, Person]
  const act = (action: string, to: Person) =>
    anna.call('POST /api/user-action', { action, recipient_id: to.id })
  const now = app.clock.now()
  app.clock.stand(now)
  await act('block', ben)
  app.clock.stand(now + 5)
  await act('block', cleo)
  const { u } = await anna.call('GET /api/blocked-users')
  // The summary has all fields, but reveals only the name and the time of the block.
  const hidden = { ag: 0, ap: 0, ch: 0, cr: null, ct: null, fv: false, m: false, ndp: 0, ph: null }
  const noMore = { ...hidden, rl: false, rr: 0, uh: '', vf: null }
  expect(u).toEqual([
    { ...noMore, id: cleo.id, un: 'Cleo', ts: now + 5 },
    { ...noMore, id: ben.id, un: 'Ben', ts: now },
  ])
  expect(await ben.call('GET /api/blocked-users')).toEqual({ u: [], pages: 0 })
  // A blocked member who has been banned meanwhile can still be unblocked.
  await app.admin.call('POST /api/admin/member', { id: ben.id, status: 4, reason: 'Scam' })
  await act('unblock', ben)
  expect((await anna.call('GET /api/blocked-users')).u.map(({ id }) => id)).toEqual([cleo.id])
})
