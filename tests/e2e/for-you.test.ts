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

test('[P3 §11] /for-you is a tab with reasons on its cards, "A bit different" and a link to how it works, unless "No suggestions" or a pause is on', async () => {
  const { page } = await visitAs(anna, '/newest', looks[3])
  const tabs = page.getByRole('navigation', { name: 'Browse' })
  await expect
    .poll(() => tabs.getByRole('link').allInnerTexts())
    .toEqual(['Recent Activity', 'Newest', 'For you', 'Search', 'Favorites'])
  await tabs.getByRole('link', { name: 'For you' }).click()
  await page.getByRole('heading', { level: 1, name: 'For you' }).waitFor()
  expect(await page.title()).toMatch(/^For you/)
  expect(new URL(page.url()).pathname).toBe('/for-you')
  const why = page.getByRole('list', { name: 'Why Ben' })
  await why.getByText('You share bushwalking and live music.', { exact: true }).waitFor()
  await why.getByText('You both want something serious.', { exact: true }).waitFor()
  await why.getByText('New this week.', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('A bit different', { exact: true }).count()).toBe(2)
  await expect.poll(() => page.getByRole('list', { name: /^Why / }).count()).toBe(4)
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
  await goTo(page, '/for-you')
  await page.getByRole('list', { name: 'Why Ben' }).waitFor()

  // A pause also empties the list that is already loaded, and ending it brings the list back.
  await goTo(page, '/settings#account-status')
  await page.getByRole('switch', { name: 'Pause my profile' }).click()
  await page.getByRole('complementary', { name: 'Paused' }).waitFor()
  await goTo(page, '/for-you')
  await page.getByText('Your profile is paused, so there are no suggestions.').waitFor()
  expect(await page.getByRole('list', { name: /^Why / }).count()).toBe(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('list', { name: 'Why Ben' }).waitFor()
})

test('[P3 §11] like and pass with one tap, undo for 5 seconds, the next card, and an end that says when the next ones come', async () => {
  const { page } = await visitAs(anna, '/for-you', looks[3], { before: (early) => early.clock.install() })
  const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
  const links = page.locator('main li > div > div > a')
  const order = () => links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const passed = async () =>
    (await anna.call('GET /api/not-interested')).items.map(({ username }) => username)
  const liked = async () =>
    (await anna.call('GET /api/users', { filter: 'likes-sent' })).users.map(({ username }) => username)
  await button('Pass on Ben').waitFor()
  const before = await order()

  await button('Pass on Ben').click()
  await page.waitForFunction(() => document.activeElement?.closest('[data-undecided]'))
  await page.getByRole('status').getByText('You won’t see Ben any more.').waitFor()
  await button('Undo for Ben').click()
  expect(await page.evaluate(() => document.activeElement?.closest('li')?.textContent)).toMatch(/Ben/)
  await button('Pass on Ben').click()
  await button('Like Dan').click()
  await button('Undo for Dan').waitFor()
  expect(await findings(page)).toEqual([])
  expect([await passed(), await liked()]).toEqual([[], []])
  await page.clock.fastForward(5000)
  await expect.poll(passed).toEqual(['Ben'])
  await expect.poll(liked).toEqual(['Dan'])
  expect(await button('Undo for Ben').count()).toBe(0)
  // Nothing moves, also not after Back.
  expect(await order()).toEqual(before)
  await page.getByRole('link', { name: /^Finn, / }).click()
  await page.getByRole('heading', { level: 1, name: /Finn/ }).waitFor()
  await page.clock.fastForward(40_000)
  await page.goBack()
  await button('Pass on Finn').waitFor()
  expect(await order()).toEqual(before)

  await button('Pass on Finn').click()
  await button('Like Hugo').click()
  await page.getByRole('heading', { level: 2, name: 'That’s everyone for today' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('That’s everyone for today')
  await page.getByText(/^Your next suggestions arrive (at midnight|today at|tomorrow at)/).waitFor()
  expect(await findings(page)).toEqual([])
  // Leaving the screen sends both.
  await page.getByRole('link', { name: 'Search for people' }).click()
  await expect.poll(async () => (await passed()).toSorted()).toEqual(['Ben', 'Finn'])
  await expect.poll(async () => (await liked()).toSorted()).toEqual(['Dan', 'Hugo'])
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
  await expect.poll(() => table.getByRole('row').count()).toBe(1 + days.length)
  expect(await findings(page)).toEqual([])
})
