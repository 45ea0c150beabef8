import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findings } from './axe'
import { goTo, looks, type Visit } from './browser'
import { app, openTestSite, visitAs } from './test-site'

openTestSite()

let anna: Person
let ben: Person
const say = (person: Person, key: string, value: unknown) =>
  person.call('POST /api/profile-auto-save', { key, value })

beforeAll(async () => {
  const cast = await app.members(
    'Anna',
    { username: 'Ben', photos: 3, birthday: '1990-01-01' },
    { username: 'Dan', photos: 3, birthday: '1980-01-01', city: 'Launceston, TAS' },
    { username: 'Finn', photos: 3, birthday: '1970-01-01' },
  )
  ;[anna, ben] = cast as [Person, Person]
  const [, , dan, finn] = cast as [Person, Person, Person, Person]
  await say(anna, 'tags', ['coffee', 'yoga'])
  await say(ben, 'tags', ['coffee', 'surfing'])
  for (const [person, code] of [
    [ben, '-'],
    [dan, '+'],
    [finn, '-'],
  ] as const)
    await say(person, 'smoking', code)
})

const people = (page: Page, text: string) =>
  page.getByRole('heading', { level: 2, name: text, exact: true }).waitFor()
const cards = (page: Page) =>
  page.getByRole('region', { name: 'People' }).getByRole('link', { name: /, \d\d/ })
const focused = (page: Page, name: string | RegExp) =>
  page.waitForFunction(
    (text) => new RegExp(text).test(document.activeElement?.textContent ?? ''),
    name instanceof RegExp ? name.source : name,
  )

/** Presses the focused element. */
async function press(page: Page, target: ReturnType<Page['getByRole']>, key = 'Enter'): Promise<void> {
  await target.focus()
  await page.keyboard.press(key)
}

test('[P3 §4] by keyboard alone on a phone: filters, live total, chips; the address contains the search', async () => {
  const { page } = await visitAs(anna, '/', looks[3])
  await press(page, page.getByRole('link', { name: 'Search', exact: true }))
  await page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
  expect(await page.title()).toMatch(/^Search/)
  await people(page, '3 people')

  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await press(page, page.getByRole('button', { name: /^Filters/ }))
  await sheet.waitFor()
  await focused(page, 'Filters')
  const box = await sheet.boundingBox()
  expect(box?.height).toBeGreaterThan(800)
  await press(page, sheet.getByRole('group', { name: 'Smoking' }).getByLabel('Non-smoker'), 'Space')
  await sheet.getByRole('button', { name: 'Show 2 people' }).waitFor()
  await press(page, sheet.getByRole('button', { name: 'Choose interests' }))
  const interests = page.getByRole('dialog', { name: 'Interests' })
  await press(page, interests.getByLabel('Coffee', { exact: true }), 'Space')
  await interests.getByText('1 chosen').waitFor()
  expect(await findings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await interests.waitFor({ state: 'hidden' })
  await press(page, sheet.getByRole('button', { name: 'Show 1 person' }))

  await people(page, '1 person')
  await sheet.waitFor({ state: 'hidden' })
  await focused(page, '^Filters')
  expect(new URL(page.url()).searchParams.toString()).toBe('any=1&smoking=-&tags=coffee')
  const card = (await cards(page).textContent()) ?? ''
  for (const text of ['Ben', 'Hobart, TAS', 'under 10 km', 'You share: Coffee']) expect(card).toContain(text)
  expect(await findings(page)).toEqual([])

  await page.reload()
  await people(page, '1 person')
  await press(page, page.getByRole('button', { name: 'Remove Coffee' }))
  await people(page, '2 people')
  await focused(page, 'Non-smoker')
  await page.goBack()
  await people(page, '1 person')
  await expect.poll(() => page.getByRole('button', { name: 'Remove Coffee' }).count()).toBe(1)
  await page.getByLabel('Sort by').selectOption('distance')
  await page.waitForURL(/sort=distance/)
  await people(page, '1 person')
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
})

test('[P3 §4] no results suggest the tightest filter first; a search is saved, counted, renamed and deleted', async () => {
  const { page } = await visitAs(anna, '/search?any=1&age_min=60&smoking=-&tags=surfing', looks[2])
  await page.getByRole('heading', { name: 'No one matches all of these yet.' }).waitFor()
  const ways = page.getByRole('list', { name: 'Without one filter' }).getByRole('button')
  expect(await ways.allTextContents()).toEqual(['Without 60 or older: 1 person'])
  expect(await findings(page)).toEqual([])

  await page.getByRole('button', { name: 'Save this search' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save this search' })
  await dialog.getByLabel('Name').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Please enter a name of 1 to 40 characters.').waitFor()
  await dialog.getByLabel('Name').fill('Silver surfers')
  await dialog.getByText('Weekly').click()
  expect(await findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  const tabs = page.getByRole('navigation', { name: 'Saved searches' })
  await tabs.locator('[aria-current=page]').getByText('Silver surfers').waitFor()
  expect((await anna.call('GET /api/saved-searches')).items).toMatchObject([
    {
      name: 'Silver surfers',
      mail: 'weekly',
      filters: { any: '1', age_min: '60', smoking: '-', tags: 'surfing' },
    },
  ])

  app.clock.advance(60)
  const [will] = (await app.members({ username: 'Will', photos: 3, birthday: '1960-01-01' })) as [Person]
  await say(will, 'smoking', '-')
  await say(will, 'tags', ['surfing'])
  await page.goto('/search')
  await tabs.getByRole('link', { name: 'Silver surfers 1 new' }).click()
  await people(page, '1 person')
  await tabs.getByRole('link', { name: 'Silver surfers', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Change saved search' }).click()
  await page.getByLabel('Name').fill('Surfers')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await tabs.getByRole('link', { name: 'Surfers', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Change saved search' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const really = page.getByRole('alertdialog', { name: 'Delete this search?' })
  await really.getByRole('button', { name: 'Delete' }).click()
  await tabs.waitFor({ state: 'detached' })
  // The filters stay on the screen.
  await people(page, '1 person')
})

test('a failed search shows an error, never no results; another member’s saved search becomes its filters', async () => {
  const visitor: Visit = await visitAs(anna, '/search?any=1&smoking=-&saved=999999', looks[0], {
    before: async (_page, early) => early.expectStatus(404),
  })
  const { page } = visitor
  await page.getByRole('button', { name: 'Remove Non-smoker' }).waitFor()
  expect(new URL(page.url()).search).toBe('?any=1&smoking=-')

  visitor.expectStatus(400, 503)
  await page.route('**/api/search?*', (route) =>
    route.fulfill({
      status: 503,
      json: problemBody('search.too-long'),
    }),
  )
  await page.getByRole('form', { name: 'Filters' }).getByText('Serious', { exact: true }).click()
  await page.getByRole('form').getByText('This search is taking too long').waitFor()
  await page.getByRole('button', { name: 'Show people' }).click()
  await page.getByRole('alert').getByText('This search is taking too long right now.').waitFor()
  expect(await page.getByText('No one matches').count()).toBe(0)
  await page.getByRole('button', { name: 'Remove Serious' }).waitFor()
  await page.unroute('**/api/search?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 2, name: /people/ }).waitFor()

  await goTo(page, '/search?any=1&age_min=banana')
  await page.getByRole('alert').getByText("This value isn't allowed for the filter age_min.").waitFor()
})

test('[P3 §2, §3] preferences are saved immediately and are the default of a search; a hidden town shows the state', async () => {
  const [gina] = (await app.members('Gina')) as [Person]
  const visitor = await visitAs(gina, '/settings', looks[3])
  const { page } = visitor
  await page.getByRole('link', { name: 'Preferences' }).click()
  await page.getByLabel('From').selectOption('40')
  await page.getByLabel('To', { exact: true }).selectOption('58')
  await page.getByLabel('Distance').selectOption('50')
  await page.getByRole('group', { name: 'Smoking' }).getByText('Non-smoker').click()
  await expect
    .poll(() => gina.call('GET /api/preferences'))
    .toMatchObject({ age_min: 40, age_max: 58, distance: 50, smoking: ['-'] })

  // Offline, a choice is marked as not saved, and it is saved when the network returns.
  visitor.expectWords(/ERR_INTERNET_DISCONNECTED|live stream|Error fetching/)
  const preferences = page.locator('section').filter({ has: page.getByLabel('Distance') })
  await preferences.getByText('Saved!').waitFor()
  await page.context().setOffline(true)
  await page.getByLabel('Distance').selectOption('100')
  await page.getByRole('group', { name: 'Smoking' }).getByText('Often').click()
  await preferences.getByRole('status').getByText('Not saved', { exact: true }).waitFor()
  expect(await preferences.getByText('Saved!').count()).toBe(0)
  expect(await page.getByLabel('Distance').inputValue()).toBe('100')
  expect(await findings(page)).toEqual([])
  await page.context().setOffline(false)
  await preferences.getByText('Saved!').waitFor()
  expect(await gina.call('GET /api/preferences')).toMatchObject({ distance: 100, smoking: ['-', '+'] })
  await page.getByLabel('Distance').selectOption('50')
  await page.getByRole('group', { name: 'Smoking' }).getByText('Often').click()
  await expect.poll(() => gina.call('GET /api/preferences')).toMatchObject({ distance: 50, smoking: ['-'] })

  await goTo(page, '/search')
  await people(page, '1 person')
  for (const text of ['40 or older', '58 or younger', 'Within 50 km', 'Non-smoker'])
    await page.getByRole('button', { name: `Remove ${text}` }).waitFor()
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.waitForURL(/\/search\?any=1$/)

  await goTo(page, '/settings#preferences')
  await page.getByRole('switch', { name: 'Hide my town' }).click()
  await expect.poll(async () => (await gina.call('GET /api/user-settings')).u.town_hidden).toBe(true)

  // Ben hides his as well.
  await ben.call('POST /api/settings-auto-save', { key: 'town_hidden', value: true })
  await goTo(page, `/${ben.url_hash}`)
  await page.getByText('Tasmania, Australia').waitFor()
  expect(await page.getByRole('link', { name: /map/ }).count()).toBe(0)
  expect(await page.getByText('under 10 km').count()).toBe(0)
  await ben.call('POST /api/settings-auto-save', { key: 'town_hidden', value: false })
})

test('[P3 §1] interests and languages: picked from groups, up to a limit, cleared by a second click, shared ones first', async () => {
  const { page } = await visitAs(anna, '/edit', looks[2])
  const own = async () => (await anna.call('GET /api/user')).user
  await page.getByRole('button', { name: 'Choose languages' }).click()
  const languages = page.getByRole('dialog', { name: 'Languages I speak' })
  for (const name of ['English', 'Greek', 'Italian', 'Hindi', 'Korean'])
    await languages.getByText(name, { exact: true }).click()
  await languages.getByText('5 of 5 chosen').waitFor()
  expect(await languages.getByLabel('Tamil').isDisabled()).toBe(true)
  await languages.getByText('Korean', { exact: true }).click()
  await languages.getByLabel('Find in the list').fill('viet')
  await languages.getByText('Vietnamese', { exact: true }).click()
  await languages.getByRole('button', { name: 'Done' }).click()
  await expect.poll(async () => (await own()).spoken).toEqual(['el', 'en', 'hi', 'it', 'vi'])
  await page.getByRole('group', { name: 'Interests from the list' }).getByText('Yoga').click()
  await expect.poll(async () => (await own()).tags).toEqual(['coffee'])
  for (const [legend, label, field, code] of [
    ['Drinking', 'Socially', 'drinking', '~'],
    ['Want kids', 'Maybe', 'wants_kids', '~'],
  ] as const) {
    await page.getByRole('group', { name: legend }).getByText(label).click()
    await expect.poll(async () => (await own())[field]).toBe(code)
    await page.getByRole('group', { name: legend }).getByText(label).click()
    await expect.poll(async () => (await own())[field]).toBe(null)
  }

  await goTo(page, `/${ben.url_hash}`)
  await page.getByText('under 10 km').waitFor()
  const chips = page.getByRole('row', { name: /^Interests/ }).getByRole('listitem')
  await expect.poll(() => chips.allTextContents()).toEqual(['Coffee (you too)', 'Surfing'])
})

test('[P3 §4] on a phone: Search is in reach, the sheet keeps its choices, a town names the nearest, and a saved search is edited, not saved twice', async () => {
  const { page } = await visitAs(anna, '/newest', looks[3])
  const tabs = page.getByRole('navigation', { name: 'Browse' }).getByRole('link')
  await tabs.first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  const ends = await tabs.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right))
  expect(Math.max(...ends)).toBeLessThanOrEqual(390)
  await tabs.filter({ hasText: 'Search' }).click()

  const opener = page.getByRole('button', { name: /^Filters/ })
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await opener.click()
  await sheet.getByRole('group', { name: 'Smoking' }).getByText('Non-smoker').click()
  const height = sheet.getByRole('group', { name: 'Height' })
  await height.getByLabel('At least').selectOption({ label: '165 cm (5 ft 5 in)' })
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await opener.click()
  expect(await sheet.getByLabel('Non-smoker').isChecked()).toBe(true)
  expect(await height.getByLabel('At least').inputValue()).toBe('165')
  await page.keyboard.press('Escape')

  await goTo(page, '/search?any=1&age_min=20&smoking=-&place=Perth|WA|AU')
  await page.getByRole('button', { name: 'Remove From Perth, WA' }).waitFor()
  await page.getByLabel('Sort by').selectOption({ label: 'Nearest to Perth' })
  await page.waitForURL(/place=Perth.*sort=distance/)
  await page.getByRole('button', { name: 'Save this search' }).click()
  await page.getByLabel('Name').fill('West')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const saved = page.getByRole('navigation', { name: 'Saved searches' })
  await saved.locator('[aria-current=page]').getByText('West').waitFor()

  await page.getByRole('button', { name: 'Remove Non-smoker' }).click()
  await page.waitForURL(/edit=\d+/)
  const change = page.getByRole('button', { name: 'Change saved search' })
  await change.click()
  await page.getByText('This also saves the filters you’ve changed.').waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const items = async () => (await anna.call('GET /api/saved-searches')).items
  const filters = { any: '1', age_min: '20', place: 'Perth|WA|AU' }
  await expect.poll(async () => (await items())[0]?.filters).toEqual(filters)
  // The same filters, reached in another way, are the same search.
  await goTo(page, '/search?any=1&age_min=20&place=Perth|WA|AU')
  await change.waitFor()
  expect(await page.getByRole('button', { name: 'Save this search' }).count()).toBe(0)
})

test('[P3 §4] Back to a search keeps its order and offers the newest', async () => {
  const { page } = await visitAs(anna, '/search?any=1&sort=newest', looks[0], {
    before: (early) => early.clock.install(),
  })
  await cards(page).first().waitFor()
  const names = () => cards(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  const before = await names()
  await cards(page).nth(1).click()
  await page.getByRole('button', { name: 'Not interested, block or report' }).waitFor()
  app.clock.advance(60)
  const [zoe] = (await app.members({ username: 'Zoe', photos: 3 })) as [Person]
  await page.clock.fastForward(40_000)
  await page.goBack()
  const newest = page.getByRole('button', { name: 'Show newest' })
  await newest.waitFor()
  expect(await names()).toEqual(before)
  await newest.click()
  await expect.poll(async () => (await names())[0]).toBe(`/${zoe.url_hash}`)

  // [P3 §11] Another order is another page, so a like is sent without the 5 seconds.
  await page.getByRole('button', { name: 'Like Zoe' }).click()
  await Promise.all([
    page.waitForRequest('**/api/user-action', { timeout: 3000 }),
    page.getByLabel('Sort by').selectOption({ label: 'Last active' }),
  ])
})
