import type { Person } from '@rosella/testkit/person'
import { expect, test } from 'vitest'
import { looks } from './browser'
import { app, openTestSite, visitAs } from './test-site'

openTestSite({ motion: true })

const viewsOf = async (person: Person) =>
  (await person.call('GET /api/users', { filter: 'viewed-me' })).users.map(({ viewed_ts }) => viewed_ts)

test('a visit on a desktop counts as one view, despite a failed gesture or a return to the tab', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const visitor = await visitAs(anna, `/${ben.url_hash}`, looks[0], {
    before: (page) => page.clock.install(),
  })
  const { page } = visitor
  visitor.expectStatus(500)
  await page.getByRole('heading', { level: 1, name: 'Ben' }).waitFor()
  const first = await viewsOf(ben)
  expect(first).toHaveLength(1)

  app.clock.advance(600)
  await page.route('**/api/user-action', (route) => route.fulfill({ status: 500, body: '' }))
  const afterFailure = page.waitForResponse(/view-profile/)
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  expect((await afterFailure).status()).toBe(200)
  await page.clock.fastForward(40_000)
  const onFocus = page.waitForResponse(/view-profile/)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  expect((await onFocus).status()).toBe(200)
  expect(await viewsOf(ben)).toEqual(first)

  // Leaving the profile and returning counts as another view.
  await page.getByRole('link', { name: 'Messages' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  await page.clock.fastForward(40_000)
  await page.goBack()
  await expect.poll(async () => (await viewsOf(ben))[0]).toBeGreaterThan(first[0] ?? 0)
})

test('offline on a phone: a notice appears, a like is reverted, a list stops loading, and everything recovers', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await ben.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
  const visitor = await visitAs(anna, '/likes-received', looks[2])
  const { page } = visitor
  visitor.expectWords(/ERR_INTERNET_DISCONNECTED|live stream|Error fetching/)
  await page.getByRole('link', { name: /^Ben/ }).click()
  const like = page.getByRole('button', { name: 'Like', exact: true })
  // All lazy parts are loaded.
  await page.getByRole('region', { name: 'Facts' }).waitFor()
  await page.context().setOffline(true)
  const strip = page.getByRole('status').getByText('You’re offline.')
  await strip.waitFor()
  await like.click()
  await page.getByRole('alert').getByText('Something went wrong. Please try again later.').waitFor()
  await like.waitFor()
  expect(await page.getByRole('button', { name: 'Liked' }).count()).toBe(0)
  expect((await anna.elsewhere().call('GET /api/users', { filter: 'likes-sent' })).users).toEqual([])

  // A list that was never loaded shows the error and Try again, not an endless skeleton.
  await page.getByRole('link', { name: 'Views' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Viewed Me' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).waitFor()

  await page.context().setOffline(false)
  await strip.waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'No users found' }).waitFor()
  await page.goBack()
  await like.click()
  await page.getByRole('button', { name: 'Liked' }).waitFor()
  // Ben likes her too.
  await page.getByRole('link', { name: 'You and Ben like each other' }).waitFor()
  await expect
    .poll(async () => (await ben.call('GET /api/users', { filter: 'matched' })).users.length)
    .toBe(1)
})

test('the page on a desktop shows changes since the last visit: Premium, the name and activation', async () => {
  const look = looks[0]
  const [anna, una] = (await app.members('Anna', { username: 'Una', active: false })) as [Person, Person]
  const old = JSON.stringify(await anna.call('GET /api/user'))
  const oldUna = JSON.stringify(await una.call('GET /api/user'))
  await app.admin.call('POST /api/admin/member', { id: anna.id, premium: true })
  await una.call('POST /api/activate-profile')
  const { page } = await visitAs(anna, '/', look, {
    before: (early) => early.route('**/api/user?**', (route) => setTimeout(() => route.continue(), 300)),
    kept: { userInfo: old },
  })
  // Requested in parallel with the first data.
  await page.getByRole('heading', { level: 1, name: 'Recent Activity' }).waitFor()
  await page.getByRole('banner').getByText('Premium').waitFor()
  const unas = await visitAs(una, '/', look, { kept: { userInfo: oldUna } })
  await unas.page.getByRole('heading', { level: 1, name: 'Recent Activity' }).waitFor()
})
