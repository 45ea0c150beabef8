import { yearMonthOf } from '@rosella/contract/signup/rules'
import { inviteMember } from '@rosella/testkit/invite'
import { testPhoto } from '@rosella/testkit/members'
import { newEmail, type Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { BrowserContextOptions, FileChooser, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, goTo, type Look, looks, type Visit } from './browser'
import { bubble } from './chat-page'
import { covering } from './covered-focus'
import { app, openTestSite, visit } from './test-site'

openTestSite()

let addresses = 0
async function arrive(look: Look = looks[0], options: BrowserContextOptions = {}): Promise<Visit> {
  const visitor = await visit(look, {
    extraHTTPHeaders: { 'x-forwarded-for': `10.201.0.${++addresses}` },
    ...options,
  })
  return visitor
}

/** A logged-in member in a separate browser. */
async function logInAt(person: Person, path: string): Promise<Visit> {
  const visitor = await arrive()
  await arriveAs(visitor.page, person, path)
  return visitor
}

const hobart = { geolocation: { latitude: -42.88, longitude: 147.33 }, permissions: ['geolocation'] }
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const next = (page: Page) => page.getByRole('button', { name: 'Continue' })
const group = (page: Page, legend: string) => page.getByRole('group', { name: legend })

async function fillAbout(page: Page, name: string): Promise<void> {
  await page.getByLabel('First name').fill(name)
  await group(page, 'Gender at birth').getByText('Female').click()
  await group(page, 'Interested in').getByText('Both').click()
  await group(page, 'Relationship goals').getByText('Serious').click()
  await page.getByLabel('Birth month').selectOption('May')
}

async function fillBasics(page: Page, name: string): Promise<string> {
  const email = newEmail(name)
  await page.goto('/signup')
  await heading(page, 'Create Account')
  await fillAbout(page, name)
  await page.getByLabel('Email').fill(email)
  await password(page).fill('Correct-Horse-9')
  await page.getByText('This address is available').waitFor()
  return email
}

async function confirmBasics(page: Page): Promise<void> {
  await next(page).click()
  await page.getByRole('button', { name: 'Yes, it is all correct' }).click()
  await heading(page, 'Step 2 of 3')
}

const photo = async (n: number) => ({
  name: `photo-${n}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await testPhoto(n),
})
const tiles = (page: Page) => page.getByRole('list', { name: 'Your photos' }).getByRole('img')
const password = (page: Page) => page.getByLabel('Password', { exact: true })
const sessionOf = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}'))

test('[P2 §4] a complete sign-up with location granted, photos and activation', async () => {
  const { page } = await arrive(looks[3], { ...hobart, reducedMotion: 'no-preference' })
  const email = await fillBasics(page, 'Chloë')
  await expect.poll(() => page.title()).toContain('Sign Up')
  expect(await findings(page)).toEqual([])
  await next(page).click()
  await page.getByText(/All users must be 18 or older.*can’t change these details later/).waitFor()
  await page.getByRole('button', { name: "No, I'll edit it" }).click()
  await confirmBasics(page)
  expect(await findings(page)).toEqual([])

  await expect.poll(() => next(page).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Use my location' }).click()
  await page.getByRole('heading', { name: /Hobart, TAS|.*, TAS/ }).waitFor()
  await next(page).click()

  await heading(page, 'Step 3 of 3')
  await expect.poll(() => sessionOf(page)).toMatchObject({ valid: true, email, username: 'Chloë', status: 1 })
  const add = async (n: number) => {
    await page.getByLabel('Add photos').setInputFiles(await photo(n))
    await page.getByText('All photos have been uploaded successfully!').waitFor()
    await expect.poll(() => tiles(page).count()).toBe(n)
  }
  await add(1)
  await page.reload()
  await page.waitForURL('**/reg-photos')
  await heading(page, 'Step 3 of 3')
  await expect.poll(() => tiles(page).count()).toBe(1)
  expect(await findings(page)).toEqual([])
  await add(2)
  await expect.poll(() => page.getByText('Awaiting approval').count()).toBe(2)
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(looks[3].width)
  await page.getByRole('button', { name: 'Activate profile' }).click()

  await heading(page, 'You successfully created your account. Thank you!')
  await page.getByText('Others can find you once you have 3 more approved photos.').waitFor()
  // [P3 §2] preferences are offered once and are optional.
  await page.getByRole('button', { name: 'Choose who I meet' }).click()
  const limits = page.getByRole('dialog', { name: 'Preferences' })
  await limits.getByLabel('From').selectOption('30')
  await limits.getByText('Saved!').waitFor()
  // The photo toast, while shown, is above the button.
  const done = limits.getByRole('button', { name: 'Done' })
  expect(await covering(page, done)).toEqual([])
  await done.click()
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'Proceed to website' }).click()
  await heading(page, 'Recent Activity')
  await expect.poll(() => sessionOf(page)).toMatchObject({ status: 2 })
})

/** Tabs until the element of this name has the focus, as keyboard users do. */
async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  for (let stops = 0; stops < 40; stops++) {
    await page.keyboard.press(key)
    const focused = await page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement | null
      const label = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent
      return (label ?? element?.textContent ?? '').trim()
    })
    if (typeof name === 'string' ? focused === name : name.test(focused)) return
  }
  throw new Error(`No tab stop is called ${name}`)
}

const NAMED = new Set(
  'button link textbox searchbox combobox listbox option checkbox radio switch tab menuitem dialog alertdialog img image'.split(
    ' ',
  ),
)

/** Live regions, level 1 headings, landmarks and unnamed elements of this page, as a screen reader gets them. */
async function accessibilityTree(page: Page) {
  const client = await page.context().newCDPSession(page)
  const { nodes } = await client.send('Accessibility.getFullAXTree')
  await client.detach()
  const property = ({ properties }: (typeof nodes)[number], wanted: string) =>
    properties?.find(({ name }) => name === wanted)?.value.value
  const shown = nodes
    .filter(({ ignored }) => !ignored)
    .map((node) => ({
      role: String(node.role?.value),
      name: String(node.name?.value ?? ''),
      level: property(node, 'level'),
      live: property(node, 'live'),
    }))
  return {
    live: shown.flatMap(({ live, role, name }) => (live ? [`${live} ${role} ${name}`.trim()] : [])).sort(),
    headings: shown.filter(({ role, level }) => role === 'heading' && level === 1).map(({ name }) => name),
    mains: shown.filter(({ role }) => role === 'main').length,
    unnamed: shown.filter(({ role, name }) => NAMED.has(role) && name.trim() === ''),
  }
}

const focusOn = (page: Page, text: string) =>
  page.waitForFunction((wanted) => document.activeElement?.textContent === wanted, text)

test('[P2 §4] by keyboard alone and by the accessibility tree: from the home page through the sign-up and the first message to a date', async () => {
  const [maya] = (await app.members({ username: 'Maya', photos: 3 })) as [Person]
  const { page } = await arrive()
  const keys = page.keyboard
  const hears = async (title: string) => {
    const { live, ...tree } = await accessibilityTree(page)
    expect(tree).toEqual({ headings: [title], mains: 1, unnamed: [] })
    // For errors and other news, which appear on any screen.
    expect(live).toEqual(expect.arrayContaining(['assertive alert', 'polite status']))
    return live
  }
  const press = async (stop: string | RegExp) => {
    await tabTo(page, stop)
    await keys.press('Enter')
  }
  await page.goto('/')
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  await hears('Rosella')
  await press('Create free account')
  await page.getByRole('heading', { level: 1, name: 'Create Account' }).waitFor()
  await hears('Create Account')

  await tabTo(page, 'First name')
  await keys.type('Anna')
  // A radio group is one tab stop: space chooses and the arrows move. The current gender follows the first choice.
  await tabTo(page, 'Female')
  await keys.press('Space')
  await tabTo(page, 'Female')
  await tabTo(page, 'Men')
  await keys.press('Space')
  await keys.press('ArrowRight')
  await tabTo(page, 'Serious')
  await keys.press('Space')
  await tabTo(page, 'Birth month')
  await keys.type('Apr')
  await tabTo(page, 'Birth year')
  await keys.type('1990')
  await tabTo(page, 'Email')
  const email = newEmail('Anna')
  await keys.type(email)
  await tabTo(page, 'Password')
  await keys.type('Correct-Horse-9')
  await page.getByText('This address is available').waitFor()
  await keys.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  expect(await dialog.locator('dd').allTextContents()).toEqual(['Anna', 'April 1990', 'Female', 'Female'])
  await focusOn(page, "No, I'll edit it")
  await press('Yes, it is all correct')

  await focusOn(page, 'Step 2 of 3')
  await hears('Step 2 of 3')
  await press('Choose it myself')
  await focusOn(page, 'Choose your city')
  await tabTo(page, 'City')
  await keys.type('hobart')
  await page.getByRole('option', { name: 'Hobart, TAS', exact: true }).waitFor()
  await keys.press('ArrowDown')
  await keys.press('Enter')
  await press('Continue')

  await focusOn(page, 'Step 3 of 3')
  let chooser: FileChooser | undefined
  page.on('filechooser', (opened) => {
    chooser = opened
  })
  // The browser may open the first dialog before Playwright intercepts it.
  await expect
    .poll(
      async () => {
        if (!chooser) await press('Add photos')
        return chooser !== undefined
      },
      { timeout: 30_000, interval: 500 },
    )
    .toBe(true)
  await chooser?.setFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: await testPhoto(1) })
  await page.getByText('All photos have been uploaded successfully!').waitFor()
  // Reset, so that another file can follow.
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Add photos')
  await press('Activate profile')

  await focusOn(page, 'You successfully created your account. Thank you!')
  await press('Proceed to website')
  await page.getByRole('heading', { level: 1, name: 'Recent Activity' }).waitFor()
  const row = await app.db
    .selectFrom('member as m')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .where('a.email', '=', email)
    .select(['m.status', 'm.city', 'm.interested', 'm.birthday', 'm.photos'])
    .executeTakeFirst()
  expect(row).toEqual({
    status: 2,
    city: 'Hobart, TAS',
    interested: 'w',
    birthday: '1990-04-01',
    photos: 1,
  })

  await hears('Recent Activity')
  await press(/Maya, 32/)
  await page.waitForFunction(() => /^Maya/.test(document.activeElement?.textContent ?? ''))
  await hears('Maya, 32')
  await press('Like')
  await page.getByRole('button', { name: 'Liked' }).waitFor()
  await tabTo(page, 'Message to Maya')
  await keys.type('Hello Maya')
  await keys.press('Enter')
  await bubble(page, 'Hello Maya').waitFor()
  await expect.poll(() => page.getByRole('textbox', { name: 'Message to Maya' }).inputValue()).toBe('')
  const anna = (await sessionOf(page)) as Person
  await say(await maya.socket(), anna, 'Hello Anna')
  // The list of messages (a log) is not live, because a reply is announced as a whole sentence.
  await page.getByRole('status').filter({ hasText: 'Hello Anna' }).waitFor({ state: 'attached' })
  expect((await hears('Maya, 32')).filter((region) => /log/.test(region))).toEqual([])

  await tabTo(page, 'Plan a date', 'Shift+Tab')
  await keys.press('Enter')
  await focusOn(page, 'Plan a date')
  await tabTo(page, 'Day and time')
  // Month, day and year; four digits of a year don't move on by themselves.
  const [year, month, day] = new Date((app.clock.now() + 10 * 86_400) * 1000).toISOString().split(/[-T]/)
  await keys.type(`${month}${day}${year}`)
  await keys.press('ArrowRight')
  await keys.type('0630PM')
  await tabTo(page, 'Place')
  await keys.type('Cafe Numbat')
  await press('Suggest date')
  await page.getByRole('status').filter({ hasText: 'Waiting for Maya: ' }).waitFor({ state: 'attached' })
  // The button that opened the dialog is gone, so the card has the focus.
  await page.waitForFunction(() => /^Date on /.test(document.activeElement?.getAttribute('aria-label') ?? ''))
  const [date] = (await maya.call('GET /api/dates')).dates
  await (await maya.socket()).emitWithAck('answerDate', { id: date?.id ?? 0, answer: 'accept' })
  await page.getByRole('status').filter({ hasText: 'It’s a date: ' }).waitFor({ state: 'attached' })
  await hears('Maya, 32')
  await press('Start a check-in')
  await page.getByRole('dialog', { name: 'Check in' }).waitFor()
})

test('[P2 §2] location denied: the dialog, then country and city by hand', async () => {
  const { page } = await arrive(looks[3])
  await fillBasics(page, 'Mia')
  await confirmBasics(page)
  await page.getByRole('button', { name: 'Use my location' }).click()
  await page
    .getByText('We were unable to detect your location automatically. Please, select it manually.')
    .waitFor()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect.poll(() => page.getByLabel('Country').inputValue()).toBe('AU')
  await expect.poll(() => page.getByLabel('Country').locator('option').count()).toBeGreaterThan(240)
  const city = page.getByRole('combobox', { name: 'City' })
  await city.fill('an')
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await suggestions.first().waitFor()
  await expect.poll(() => suggestions.count()).toBe(10)
  const [field, first] = [await city.boundingBox(), await suggestions.first().boundingBox()]
  expect(first?.y ?? 0).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0))
  await city.fill('geelong')
  await page.getByRole('option', { name: 'Geelong, VIC', exact: true }).waitFor()
  // Enter takes the best match, without arrow keys.
  await city.press('Enter')
  await expect.poll(() => city.inputValue()).toBe('Geelong, VIC')
  expect(await findings(page)).toEqual([])
  await next(page).click()
  await heading(page, 'Step 3 of 3')
  const { id } = await sessionOf(page)
  const row = await app.db.selectFrom('member').where('id', '=', id).select('city').executeTakeFirst()
  expect(row?.city).toBe('Geelong, VIC')
})

test('[P2 §5] an address in use, what is missing, and birth: 82 years starting 18 years ago, 30 years ago preselected, months under 18 disabled', async () => {
  const [ben] = await app.members('Ben')
  const visitor = await arrive()
  const { page } = visitor
  visitor.expectStatus(403)
  await page.goto('/signup')
  await page.getByText(/Still missing: first name, .* email and password\./).waitFor()
  await page.getByLabel('Email').fill(ben?.email ?? '')
  await page.getByText('This account already exists').waitFor()
  await expect.poll(() => page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  await page.getByLabel('First name').fill('R2')
  await page.getByLabel('First name').blur()
  await page.getByText(/First name must be from 2 to 15 characters long/).waitFor()
  await expect.poll(() => next(page).isDisabled()).toBe(true)

  await page.setViewportSize({ width: 320, height: 640 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  const { year, month } = yearMonthOf(Date.now() / 1000)
  const years = page.getByLabel('Birth year')
  await expect.poll(() => years.inputValue()).toBe(String(year - 30))
  await expect.poll(() => years.locator('option').count()).toBe(82)
  await page.getByLabel('Birth month').selectOption('December')
  await years.selectOption(String(year - 18))
  await expect.poll(() => page.getByLabel('Birth month').locator('option:disabled').count()).toBe(13 - month)
  await group(page, 'Gender at birth').getByText('Female').click()
  await expect.poll(() => group(page, 'Current gender').getByLabel('Female').isChecked()).toBe(true)
  await group(page, 'Current gender').getByText('Male', { exact: true }).click()
  await group(page, 'Gender at birth').getByText('Female').click()
  await expect
    .poll(() => group(page, 'Current gender').getByLabel('Male', { exact: true }).isChecked())
    .toBe(true)
})

test('[P2 §1] sign-up on a phone: every step can continue and go back, no typed text is lost, and nothing stays stored', async () => {
  const { page } = await arrive(looks[2], { reducedMotion: 'no-preference' })
  // A location prompt without a response.
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = () => {}
  })
  const email = await fillBasics(page, 'Zoe')
  for (const [name, path] of [
    ['terms of use', '/terms'],
    ['safety policy', '/safety'],
    ['privacy notice', '/privacy'],
  ]) {
    expect(await page.getByRole('link', { name }).first().getAttribute('href')).toBe(path)
  }
  // They open in a new tab.
  const [terms] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('link', { name: 'terms of use' }).first().click(),
  ])
  await heading(terms, 'Terms of use')
  await terms.close()
  expect(await password(page).inputValue()).toBe('Correct-Horse-9')
  // A reload loses only the password, and the form says so.
  await page.reload()
  await page.getByText('never your password. Please type it again.').waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Zoe')
  expect(await page.getByLabel('Email').inputValue()).toBe(email)
  expect(await page.getByLabel('Birth month').inputValue()).toBe('5')
  expect(await password(page).inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Correct-Horse')
  await password(page).fill('Correct-Horse-9')
  await page.getByText('never your password').waitFor({ state: 'detached' })
  await page.getByText('This address is available').waitFor()

  await confirmBasics(page)
  await page.getByRole('link', { name: 'Back' }).click()
  await heading(page, 'Create Account')
  expect(await password(page).inputValue()).toBe('Correct-Horse-9')
  await confirmBasics(page)
  await page.goBack()
  await heading(page, 'Create Account')
  expect(await password(page).inputValue()).toBe('Correct-Horse-9')
  await page.goForward()
  await heading(page, 'Step 2 of 3')
  await page.getByRole('link', { name: 'Skip to content' }).press('Enter')
  await heading(page, 'Step 2 of 3')
  await page.getByRole('button', { name: 'Use my location' }).click()
  await page.getByRole('button', { name: 'Choose it myself' }).click()
  // A town typed in full counts as chosen; an ambiguous name asks which.
  const city = page.getByLabel('City')
  await city.fill('richmond')
  await city.press('Tab')
  await page.getByText('There are several places with this name. Please choose yours.').waitFor()
  await city.fill('hobart')
  await city.press('Tab')
  await expect.poll(() => city.inputValue()).toBe('Hobart, TAS')
  await next(page).click()
  await heading(page, 'Step 3 of 3')

  const { token } = await sessionOf(page)
  const zoe = Object.assign(app.admin.elsewhere(), { email, token })
  expect((await zoe.call('GET /api/user')).user).toMatchObject({ city: 'Hobart, TAS' })
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('own:signup-draft'))).toBeNull()
})

describe('redirects', () => {
  test('[P1 §6] status 1 with a completed form is redirected to /reg-photos and finishes there', async () => {
    const [tom] = await app.members({ username: 'Tom', active: false })
    const visitor = await logInAt(tom as Person, '/signup')
    const { page } = visitor
    await page.waitForURL('**/reg-photos')
    await heading(page, 'Step 3 of 3')
    await goTo(page, '/likes-received')
    await page.waitForURL('**/reg-photos')
    await expect.poll(() => page.title()).toContain('My photos')
    visitor.expectStatus(500)
    await page.route('**/api/activate-profile', (route) => route.fulfill({ status: 500, body: '' }), {
      times: 1,
    })
    await page.getByRole('button', { name: 'Activate profile' }).click()
    await page.getByText('Failed to activate profile. Please try again later.').waitFor()
    await page.getByRole('button', { name: 'Activate profile' }).click()
    await heading(page, 'You successfully created your account. Thank you!')
    await goTo(page, '/signup')
    await page.waitForURL(`${app.url}/`)
    await goTo(page, '/reg-photos')
    await page.waitForURL(`${app.url}/photos`)
  })

  test('[D §2] an invited member fills in the form without email and password', async () => {
    const person = await inviteMember(app, newEmail('Ida'))
    const { page } = await logInAt(person, '/reg-photos')
    await page.waitForURL('**/signup')
    await heading(page, 'Create Account')
    await expect.poll(() => page.getByLabel('Email').count()).toBe(0)
    await fillAbout(page, 'Ida')
    await confirmBasics(page)
    // On a slow network the cities load after a name has been typed, which still counts.
    let answer = () => {}
    const released = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/cities?**', async (route) => {
      await released
      await route.continue()
    })
    await page.getByRole('button', { name: 'Choose it myself' }).click()
    await page.getByRole('combobox', { name: 'City' }).fill('Broome, WA')
    await page.getByRole('combobox', { name: 'City' }).blur()
    answer()
    await next(page).click()
    await page.waitForURL('**/reg-photos')
    await heading(page, 'Step 3 of 3')
    await expect.poll(() => sessionOf(page)).toMatchObject({ username: 'Ida', status: 1 })
  })
})
