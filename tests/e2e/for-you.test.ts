import type { Person } from '@rosella/testkit/person'
import { beforeAll, expect, test } from 'vitest'
import { findings } from './axe'
import { goTo, looks } from './browser'
import { app, openTestSite, visit, visitAs } from './test-site'

openTestSite()

let anna: Person
beforeAll(async () => {
  const cast = await app.members(
    { username: 'Anna', gender: 'f', interested: 'm', photos: 1 },
    ...['Ben', 'Dan', 'Finn', 'Hugo'].map(
      (username) => ({ username, gender: 'm', interested: 'w', photos: 3 }) as const,
    ),
  )
  ;[anna] = cast as [Person]
  for (const person of cast.slice(0, 2))
    await person.call('POST /api/profile-auto-save', { key: 'tags', value: ['bushwalking', 'live-music'] })
})

test('[P3 §11] /for-you is a tab with reasons on its cards, "A bit different" and a link to how it works, unless "No suggestions" is on', async () => {
  const { page } = await visitAs(anna, '/newest', looks[3])
  const tabs = page.getByRole('navigation', { name: 'Browse' })
  expect(await tabs.getByRole('link').allInnerTexts()).toEqual([
    'Recent Activity',
    'Newest',
    'For you',
    'Search',
    'Favorites',
  ])
  await tabs.getByRole('link', { name: 'For you' }).click()
  await page.getByRole('heading', { level: 1, name: 'For you' }).waitFor()
  expect(await page.title()).toMatch(/^For you/)
  expect(new URL(page.url()).pathname).toBe('/for-you')
  const why = page.getByRole('list', { name: 'Why Ben' })
  await why.getByText('You share bushwalking and live music.', { exact: true }).waitFor()
  await why.getByText('You both want something serious.', { exact: true }).waitFor()
  await why.getByText('New this week.', { exact: true }).waitFor()
  expect(await page.getByText('A bit different', { exact: true }).count()).toBe(2)
  expect(await page.getByRole('list', { name: /^Why / }).count()).toBe(4)
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'How it works' }).click()
  await page.getByRole('heading', { level: 1, name: 'How For you works' }).waitFor()
  expect(await findings(page)).toEqual([])
  await page.goBack()
  await page.getByRole('link', { name: /^Ben, / }).click()
  await page.getByRole('heading', { level: 1, name: /Ben/ }).waitFor()

  await goTo(page, '/settings#preferences')
  await page.getByRole('switch', { name: 'No suggestions' }).click()
  await expect.poll(async () => (await anna.call('GET /api/user-settings')).u.no_suggestions).toBe(true)
  await goTo(page, '/for-you')
  await page.getByText('You’ve switched suggestions off', { exact: false }).waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'Preferences' }).click()
  await page.getByRole('switch', { name: 'No suggestions' }).click()
  await expect.poll(async () => (await anna.call('GET /api/user-settings')).u.no_suggestions).toBe(false)
})

test('[P3 §11] /how-it-works is public', async () => {
  const { page } = await visit()
  await page.goto('/how-it-works')
  await page.getByRole('heading', { level: 2, name: 'Never used' }).waitFor()
})

test('an admin sees how evenly members are shown, in charts and a table', async () => {
  await app.server.impressions.flush()
  await app.server.jobs.runPeriodic('assign-suggestions')
  await app.server.jobs.runPeriodic('count-exposure')
  const { page } = await visitAs(app.admin, '/admin/exposure', looks[0])
  await page.getByRole('heading', { level: 1, name: 'Exposure' }).waitFor()
  await page.getByRole('slider', { name: 'Unevenness in a week (Gini)' }).waitFor()
  await page.getByRole('slider', { name: 'Newcomers suggested 50 times' }).waitFor()
  const table = page.getByRole('region', { name: 'Exposure by day' }).getByRole('table')
  await table.getByRole('columnheader', { name: 'Gini' }).waitFor()
  const { days } = await app.admin.call('GET /api/admin/exposure', {})
  expect(days.length).toBeGreaterThan(0)
  expect(await table.getByRole('row').count()).toBe(1 + days.length)
  expect(await findings(page)).toEqual([])
})
