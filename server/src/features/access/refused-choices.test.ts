import { mailedKey } from '@rosella/testkit/mailed-key'
import { newEmail, Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const signUp = (choice: { email?: string; password?: string; birthday?: string }) =>
  new Person(app.url).try('POST /api/signup', {
    username: 'Annabella',
    gender_birth: 'f',
    interested: 'men',
    relationship_goals: 'serious',
    birthday: '1994-05-01',
    email: newEmail('Annabella'),
    password: 'Correct-Horse-9',
    country: 'AU',
    city: 'Hobart, TAS',
    lat: -42.88,
    lng: 147.33,
    ...choice,
  })
const replyOf = ({ status, body }: { status: number; body: { message?: string } }) => [status, body.message]

describe('[D §3] "This password is too common. Please choose another."', () => {
  const COMMON = [400, 'This password is too common. Please choose another.']

  test('at sign-up', async () => {
    const email = 'anna.belle.smith@rosella.test'
    for (const password of ['Password', 'qwertyuiop', 'ANNABELLA', 'anna.belle.smith', email]) {
      expect([password, ...replyOf(await signUp({ email, password }))]).toEqual([password, ...COMMON])
    }
    expect((await signUp({ email })).status).toBe(200)
  })

  test('at both changes', async () => {
    const [anna] = (await app.members('Annabella')) as [Person]
    const current = anna.password
    const { token } = await anna.call('POST /api/login', {
      email: anna.email,
      hash: await mailedKey(app, anna, 'password'),
    })
    const byLink = Object.assign(anna.elsewhere(), { token })
    for (const password of ['baseball', 'Annabella', anna.email]) {
      const inSettings = await anna.try('POST /api/settings-change-password', { current, new: password })
      expect([password, ...replyOf(inSettings)]).toEqual([password, ...COMMON])
      const answer = await byLink.try('POST /api/change-password', { password, repeatPassword: password })
      expect([password, ...replyOf(answer)]).toEqual([password, ...COMMON])
    }
  })
})

describe('addresses that no mail server accepts', () => {
  const INVALID = [400, 'Invalid email address']
  const odd = ['anna..b@rosella.test', 'anna@-rosella.test', 'zo\u00eb@rosella.test']

  test('are refused at sign-up, change-email, check-email and in invitations', async () => {
    const [ben] = (await app.members('Ben')) as [Person]
    for (const email of odd) {
      expect(replyOf(await signUp({ email }))).toEqual(INVALID)
      expect(replyOf(await ben.try('GET /api/check-email', { email }))).toEqual(INVALID)
      const change = { new_email: email, password: ben.password }
      expect(replyOf(await ben.try('POST /api/change-email', change))).toEqual(INVALID)
      expect(replyOf(await app.admin.try('POST /api/admin/invite', { invite_email: email }))).toEqual(INVALID)
    }
  })

  test('an existing account can still log in and get links', async () => {
    const [cara] = (await app.members('Cara')) as [Person]
    const email = 'cara..x@rosella.test'
    await app.db.updateTable('account').set({ email }).where('member_id', '=', cara.id).execute()
    cara.email = email
    expect((await cara.try('POST /api/login', { email, password: cara.password })).status).toBe(200)
    expect((await cara.try('POST /api/forgot-password', { email })).status).toBe(200)
  })
})

test('[D §3] refuses sign-ups of anyone who might be 17, by the date in Sydney', async () => {
  // It is already the new year in Sydney, but not in Greenwich.
  app.clock.stand(Date.parse('2026-12-31T13:00:00Z') / 1000)
  try {
    expect(replyOf(await signUp({ birthday: '2009-01-01' }))).toEqual([400, 'Invalid birthday date.'])
    expect((await signUp({ birthday: '2008-12-01' })).status).toBe(200)
    app.clock.stand(Date.parse('2026-12-31T12:59:59Z') / 1000)
    expect(replyOf(await signUp({ birthday: '2008-12-01' }))).toEqual([400, 'Invalid birthday date.'])
  } finally {
    app.clock.stand(undefined)
  }
})
