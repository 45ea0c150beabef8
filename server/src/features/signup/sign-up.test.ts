import { newEmail, Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const signUp = (change: Record<string, unknown>) => {
  const stranger = new Person(app.url)
  return stranger.try('POST /api/signup', {
    username: 'Zoe',
    gender_birth: 'f',
    gender: 'f',
    interested: 'men',
    relationship_goals: 'serious',
    birthday: '1994-05-01',
    email: newEmail('Zoe'),
    password: stranger.password,
    country: 'AU',
    city: 'Hobart, TAS',
    lat: -42.88,
    lng: 147.33,
    ...change,
  })
}

/** In the order of the specification; each is missing, empty or null. */
const asked = {
  gender_birth: 'Please select your gender at birth.',
  interested: 'Please select the gender(s) you are interested in.',
  relationship_goals: 'Please select your relationship goals.',
  birthday: 'Invalid birthday date.',
  username: 'First name must be from 2 to 15 characters long and can contain only letters and hyphen.',
  country: 'Please select your country.',
  city: 'Please enter your city.',
}
const fields = Object.entries(asked)

test('[P2 §5] reports missing fields in order, whether absent, empty or null', async () => {
  for (const nothing of [undefined, '', null]) {
    for (const [place, [field, message]] of fields.entries()) {
      const missing = fields.slice(place).map(([later]) => [later, nothing])
      const { status, body } = await signUp(Object.fromEntries(missing))
      expect([field, nothing, status, body.message]).toEqual([field, nothing, 400, message])
    }
  }
  expect((await signUp({ gender: '' })).body.message).toBe('Please select your current gender.')
  const nowhere = "We couldn't determine your geolocation. Please select your nearest city."
  for (const change of [
    { lat: null },
    { lng: undefined },
    { lat: undefined, lng: null },
    { city: 'Atlantis' },
  ]) {
    const { status, body } = await signUp(change)
    expect([change, status, body.message]).toEqual([change, 400, nowhere])
  }
})

test('[P2 §7] sign-up returns valid, token and user info; the current gender defaults to gender at birth', async () => {
  const { status, body } = await signUp({ gender: null })
  expect(status).toBe(200)
  expect(body).toMatchObject({ valid: true, token: expect.any(String), username: 'Zoe', status: 1 })
  const zoe = Object.assign(new Person(app.url), { email: body.email, token: body.token })
  const { user } = await zoe.call('GET /api/user')
  expect(user).toMatchObject({ gender: 'f', interested: 'm', relationship_goals: 's', city: 'Hobart, TAS' })
})

test('[P2 §5] a first name is 2 to 15 letters or hyphens in any position', async () => {
  for (const username of ['Al', 'Mary-Jane', '-Anna', 'Anna-', 'Abcdefghijklmno', '美玲']) {
    expect([username, (await signUp({ username })).status]).toEqual([username, 200])
  }
  for (const username of ['A', '--', 'Mary Jane', 'Anna2', 'Abcdefghijklmnop', '\u0301a']) {
    expect([username, (await signUp({ username })).body.message]).toEqual([username, asked.username])
  }
})

test('[P2 §8] an address can be taken once, even by ten concurrent sign-ups; check-email returns 403', async () => {
  const email = newEmail('Zoe')
  const stranger = new Person(app.url)
  expect((await stranger.try('GET /api/check-email', { email })).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: 10 }, () => signUp({ email })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(403)])
  const { status, body } = await stranger.try('GET /api/check-email', { email: email.toUpperCase() })
  expect([status, body.message]).toEqual([403, 'This account already exists'])
})
