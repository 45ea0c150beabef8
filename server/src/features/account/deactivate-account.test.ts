import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

const DAY = 86_400
let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const logIn = async (person: Person) =>
  (await person.call('POST /api/login', { email: person.email, password: person.password })).token

test('[P2 §4] deactivation is premium only, logs out everywhere and hides the member until the next log-in', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', premium: true }, 'Ben')) as [Person, Person]
  const refused = await ben.try('POST /api/deactivate-account')
  expect([refused.status, refused.body.message]).toEqual([403, 'This is a Premium feature.'])
  const other = Object.assign(anna.elsewhere(), { token: await logIn(anna) })
  const stream = await other.stream()
  await anna.call('POST /api/deactivate-account')
  await stream.closed
  expect((await anna.try('GET /api/user')).status).toBe(401)
  const view = () => ben.try('GET /api/view-profile', { url_hash: anna.url_hash })
  expect((await view()).status).toBe(404)
  anna.token = await logIn(anna)
  expect((await anna.call('GET /api/user')).status).toBe(2)
  expect((await view()).status).toBe(200)
})

test('[P2 §9] allows one deactivation per 30 days, to the second', async () => {
  const [anna] = (await app.members({ username: 'Anna', premium: true })) as [Person]
  const start = app.clock.now()
  app.clock.stand(start)
  await anna.call('POST /api/deactivate-account')
  const again = async (at: number) => {
    app.clock.stand(at)
    anna.token = await logIn(anna)
    const { status, body } = await anna.try('POST /api/deactivate-account')
    return [status, body.message]
  }
  expect(await again(start + 30 * DAY - 1)).toEqual([
    400,
    'You can deactivate your account once every 30 days.',
  ])
  expect(await again(start + 30 * DAY)).toEqual([200, undefined])
})
