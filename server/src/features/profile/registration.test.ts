import { problems } from '@rosella/contract/problems'
import { inviteMember } from '@rosella/testkit/invite'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let invited: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  invited = await inviteMember(app, 'erin@rosella.test')
})
afterAll(() => app.close())

const form = {
  reg: 1,
  username: 'Erin',
  gender_birth: 'f',
  gender: 'f',
  interested: 'both',
  relationship_goals: 'serious',
  birthday: '1991-03-01',
  country: 'AU',
  city: 'Hobart, TAS',
  lat: -42.8,
  lng: 147.3,
}
const register = (fields: Record<string, unknown>) => invited.try('POST /api/user', fields)

test('[P2 §5] requires all sign-up fields and reports the first missing one', async () => {
  const order = [
    ['gender_birth', 'signup.gender-birth'],
    ['gender', 'signup.gender'],
    ['interested', 'signup.interested'],
    ['relationship_goals', 'signup.goals'],
    ['birthday', 'signup.birthday'],
    ['username', 'first-name.invalid'],
    ['country', 'signup.country'],
    ['city', 'signup.city'],
  ] as const
  const fields: Record<string, unknown> = {
    ...form,
    ...Object.fromEntries(order.map(([field]) => [field, ''])),
  }
  for (const [field, code] of order) {
    const { status, body } = await register(fields)
    expect([status, body.message]).toEqual([400, problems[code][1]])
    fields[field] = form[field]
  }
  for (const change of [{ lat: null }, { lng: undefined }, { city: 'Atlantis' }]) {
    const { status, body } = await register({ ...form, ...change })
    expect([status, body.message]).toEqual([400, problems['signup.location'][1]])
  }
  const { profile_completed_ts, user } = await invited.call('GET /api/user')
  expect([profile_completed_ts, user.gender, user.birthday]).toEqual([null, null, null])
})

test('[P2 §5] refuses birthdays under 18, impossible dates and days other than the first', async () => {
  const thisMonth = new Date(app.clock.now() * 1000)
  const young = `${thisMonth.getUTCFullYear() - 17}-01-01`
  for (const birthday of [young, '1991-02-30', '1991-03-02', '1890-01-01', 'soon', null]) {
    const { body } = await register({ ...form, birthday })
    expect(body.message).toBe(problems['signup.birthday'][1])
  }
})

test('without reg the basics of an unfinished member stay unchanged', async () => {
  const { reg: _, ...plain } = form
  for (const wrong of [plain, { ...plain, reg: 0 }, { ...plain, reg: 'false' }]) {
    const { status, body } = await register(wrong)
    expect([status, body.message]).toEqual([400, problems['profile.read-only'][1]])
  }
})

test('[D §2] POST /api/user with reg completes the profile, once', async () => {
  expect((await register({ ...form, gender: undefined, tagline: '', height: 169 })).status).toBe(200)
  const { status, profile_completed_ts, user } = await invited.call('GET /api/user')
  expect(status).toBe(1)
  expect(profile_completed_ts).toBeGreaterThan(app.clock.now() - 60)
  expect(user).toMatchObject({
    username: 'Erin',
    gender_birth: 'f',
    gender: 'f',
    interested: 'b',
    relationship_goals: 's',
    birthday: '1991-03-01',
    city: 'Hobart, TAS',
    height: 169,
  })
  expect(user.location?.latitude).not.toBe(form.lat)
  const again = await register({ ...form, tagline: 'Hi', birthday: '1990-03-01' })
  expect([again.status, again.body.message]).toEqual([400, problems['profile.read-only'][1]])
  expect((await invited.try('POST /api/activate-profile')).status).toBe(200)
  expect((await invited.call('GET /api/user')).status).toBe(2)
})
