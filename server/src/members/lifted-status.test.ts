import { giveRole } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { reauthenticate } from '@rosella/testkit/reauthenticate'
import { mailTo, signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { liftSuspensions } from '../features/admin/members/change-member'

/** The end of a suspension or ban restores the status before it, in every way to end one. */
const DAY = 86_400
let app: TestApp
let second: Person
let reporter: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres', env: twoAdmins })
  second = await signUpSecondAdmin(app)
  ;[reporter] = (await app.members('Rita')) as [Person]
})
afterAll(() => app.close())
// Some tests move the clock, and a ban needs a recent re-authentication.
beforeEach(async () => {
  for (const admin of [app.admin, second]) await reauthenticate(admin)
})

const change = (member: Person, input: object) =>
  app.admin.call('POST /api/admin/member', { id: member.id, ...input })
const standing = async ({ id }: Person) => {
  const { member } = await app.admin.call('GET /api/admin/member', { id })
  const { status, status_reason, status_until_ts, status_report_id } = member
  return { status, status_reason, status_until_ts, status_report_id }
}
const plain = (status: number) => ({
  status,
  status_reason: null,
  status_until_ts: null,
  status_report_id: null,
})
const suspend = (member: Person, until_ts?: number) => change(member, { status: 3, reason: 'Rude', until_ts })
const ban = (member: Person) => change(member, { status: 4, reason: 'Scam' })
const lift = (member: Person) => change(member, { status: 2 })
const logIn = ({ email, password, url }: Person) =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
async function deactivated(): Promise<Person> {
  const [dora] = (await app.members({ username: 'Dora', premium: true })) as [Person]
  await meet(dora)
  await dora.call('POST /api/deactivate-account')
  return dora
}
/** Only past contacts can report a member who is no longer visible. */
const meet = ({ url_hash }: Person) => reporter.call('GET /api/view-profile', { url_hash })
/** Decides a new report about the member and returns its id. */
async function decide(member: Person, outcome: string, until_ts?: number): Promise<number> {
  await reporter.call('POST /api/report-user', {
    recipient_id: member.id,
    report_reason: 'Asking for money',
    report_reason_info: `To be ${outcome}`,
  })
  const report_id = (await reporter.call('GET /api/my-reports')).reports[0]?.id ?? 0
  const member_text = `Case ${outcome}`
  await app.admin.call('POST /api/admin/report-decision', { report_id, outcome, until_ts, member_text })
  return report_id
}
async function uphold(member: Person, report_id: number, title: string): Promise<void> {
  const key = /key=([\w-]+)/.exec((await mailTo(app, member, title)).text ?? '')?.[1]
  const visitor = Object.assign(member.elsewhere(), { token: '' })
  await visitor.call('POST /api/appeal', { report_id, key, text: 'It was not me' })
  await second.call('POST /api/admin/appeal-decision', { report_id, upheld: true })
}

test('[D §2] a deactivated member stays deactivated when staff set status 2, until they log in', async () => {
  const dora = await deactivated()
  await lift(dora)
  expect(await standing(dora)).toEqual(plain(5))
  await suspend(dora)
  await lift(dora)
  expect(await standing(dora)).toEqual(plain(5))
  await ban(dora)
  await lift(dora)
  expect(await standing(dora)).toEqual(plain(5))
  const { url_hash } = dora
  expect((await reporter.try('GET /api/view-profile', { url_hash })).status).toBe(404)
  expect((await logIn(dora)).status).toBe(200)
  expect(await standing(dora)).toEqual(plain(2))
})

test('[D §2] a deactivated member stays deactivated when a suspension ends on its date', async () => {
  const dora = await deactivated()
  await suspend(dora, app.clock.now() + DAY)
  app.clock.advance(DAY + 1)
  await liftSuspensions(app.server.services)()
  expect(await standing(dora)).toEqual(plain(5))
  expect((await logIn(dora)).status).toBe(200)
  expect(await standing(dora)).toEqual(plain(2))
})

test('[D §2] a deactivated member stays deactivated when an appeal is upheld', async () => {
  const dora = await deactivated()
  await uphold(dora, await decide(dora, 'suspended'), 'Your account is suspended')
  expect(await standing(dora)).toEqual(plain(5))
})

test('[D §2] an upheld appeal against an expired suspension does not reactivate a member', async () => {
  const [dora] = (await app.members({ username: 'Dora', premium: true })) as [Person]
  const report_id = await decide(dora, 'suspended', app.clock.now() + DAY)
  app.clock.advance(DAY + 1)
  const { token } = (await (await logIn(dora)).json()) as { token: string }
  await Object.assign(dora, { token }).call('POST /api/deactivate-account')
  await uphold(dora, report_id, 'Your account is suspended')
  expect(await standing(dora)).toEqual(plain(5))
})

test('[D §2] lifting a ban restores the suspension before it while that lasts', async () => {
  const [ben] = (await app.members('Ben')) as [Person]
  const until_ts = app.clock.now() + 7 * DAY
  await suspend(ben, until_ts)
  await ban(ben)
  const { member } = await app.admin.call('GET /api/admin/member', { id: ben.id })
  expect(member).toMatchObject({ status: 4, lifted_status: 3, lifted_until_ts: until_ts })
  await lift(ben)
  expect(await standing(ben)).toEqual({ ...plain(3), status_reason: 'Rude', status_until_ts: until_ts })
  expect((await logIn(ben)).status).toBe(400)
  await lift(ben)
  expect(await standing(ben)).toEqual(plain(2))
  expect((await logIn(ben)).status).toBe(200)
})

test('[D §2] lifting a ban restores no suspension that has ended meanwhile', async () => {
  const [ben] = (await app.members('Ben')) as [Person]
  const dora = await deactivated()
  for (const member of [ben, dora]) {
    await suspend(member, app.clock.now() + DAY)
    await ban(member)
  }
  app.clock.advance(DAY + 1)
  await liftSuspensions(app.server.services)()
  for (const member of [ben, dora]) {
    expect(await standing(member)).toMatchObject({ status: 4, status_reason: 'Scam' })
    await lift(member)
  }
  expect(await standing(ben)).toEqual(plain(2))
  expect(await standing(dora)).toEqual(plain(5))
})

test('[D §2] an upheld appeal against a ban restores a suspension set directly by staff', async () => {
  const dora = await deactivated()
  await suspend(dora)
  await uphold(dora, await decide(dora, 'banned'), 'Your account has been banned')
  expect(await standing(dora)).toEqual({ ...plain(3), status_reason: 'Rude' })
  await lift(dora)
  expect(await standing(dora)).toEqual(plain(5))
})

test('[D §2] the milder outcome of a later case applies once the ban is lifted, unless it was reversed', async () => {
  const [ben, finn] = (await app.members('Ben', 'Finn')) as [Person, Person]
  for (const member of [ben, finn]) {
    await meet(member)
    const banned = await decide(member, 'banned')
    const suspended = await decide(member, 'suspended')
    expect(await standing(member)).toMatchObject({ status: 4, status_report_id: banned })
    if (member === finn) await uphold(member, suspended, 'Your account is suspended')
    await uphold(member, banned, 'Your account has been banned')
    expect(await standing(member)).toMatchObject(
      member === finn ? plain(2) : { status: 3, status_report_id: suspended },
    )
  }
})

test('[D §2] an unfinished sign-up is still unfinished after a suspension', async () => {
  const [una] = (await app.members({ username: 'Una', active: false })) as [Person]
  await suspend(una, app.clock.now() + DAY)
  await ban(una)
  await lift(una)
  expect(await standing(una)).toMatchObject({ status: 3 })
  await lift(una)
  expect(await standing(una)).toEqual(plain(1))
  await lift(una)
  expect(await standing(una)).toEqual(plain(1))
  await suspend(una, app.clock.now() + DAY)
  app.clock.advance(DAY + 1)
  expect((await logIn(una)).status).toBe(200)
  expect(await standing(una)).toEqual(plain(1))
})

test('[D §2] a shorter suspension set by an admin replaces a ban and a longer suspension', async () => {
  const [ben] = (await app.members('Ben')) as [Person]
  const now = app.clock.now()
  await suspend(ben, now + 9 * DAY)
  await ban(ben)
  await suspend(ben, now + DAY)
  expect(await standing(ben)).toMatchObject({ status: 3, status_until_ts: now + DAY })
  await lift(ben)
  expect(await standing(ben)).toEqual(plain(2))
})

test('[D §2] only an admin lifts a ban or shortens it to a suspension; a moderator lifts suspensions', async () => {
  const [mona, ben] = (await app.members('Mona', 'Ben')) as [Person, Person]
  await giveRole(app, mona, 'moderator')
  const by = (input: object) => mona.try('POST /api/admin/member', { id: ben.id, ...input })
  await suspend(ben)
  expect((await by({ status: 2 })).status).toBe(200)
  await ban(ben)
  for (const status of [2, 3])
    expect(await by({ status, reason: 'Friend' })).toEqual({
      status: 403,
      body: problemBody('ban.admin-only'),
    })
  expect(await standing(ben)).toMatchObject({ status: 4 })
  expect((await by({ notes: 'Seen' })).status).toBe(200)
})

test('[D §2] a suspension and a ban concurrent with a deactivation lose no earlier status', async () => {
  for (let n = 0; n < 4; n++) {
    const [dora] = (await app.members({ username: 'Dora', premium: true })) as [Person]
    const [left] = await Promise.all([
      dora.try('POST /api/deactivate-account'),
      suspend(dora),
      second.call('POST /api/admin/member', { id: dora.id, status: 4, reason: 'Scam' }),
    ])
    const own = plain(left.status === 200 ? 5 : 2)
    const { status } = await standing(dora)
    if (status === 4) await lift(dora)
    if ((await standing(dora)).status === 3) await lift(dora)
    expect(await standing(dora)).toEqual(own)
  }
})
