import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { findings } from './axe'
import { goTo, type Look, looks, type Visit } from './browser'
import { fullScreen } from './chat-page'
import { app, openTestSite, visitAs } from './test-site'

let visitor: Visit
let anna: Person
let ben: Person

const HOSTILE = '<img src=x onerror="window.hacked=1"><script>window.hacked=1</script> I <3 & "you"'
/** Short enough for the short fields. */
const hostile = '<b onclick=window.hacked=1>Bold</b> <3'
const answers = {
  tagline: HOSTILE,
  about_offer: `${HOSTILE}\nsecond line`,
  wants: HOSTILE,
  interests: HOSTILE,
  occupation: hostile,
  ethnicity: hostile,
  languages: hostile,
  country_of_birth: 'NZ',
  height: 182,
  tatoos: '~',
  marriage: '~',
  relocation: '~+',
}

openTestSite({ motion: true })
beforeAll(async () => {
  const cast = await app.members('Anna', { username: 'Ben', photos: 3 })
  ;[anna, ben] = cast as [Person, Person]
  for (const [key, value] of Object.entries(answers)) {
    await ben.call('POST /api/profile-auto-save', { key, value })
  }
  const { prompts } = await ben.call('GET /api/user')
  await ben.call('POST /api/update-discussion-prompts', {
    prompts: prompts
      .slice(0, 2)
      .map(({ id }, order_n) => ({ question_id: id, answer: HOSTILE, active: true, order_n })),
  })
})

async function open(
  person: Person,
  path: string,
  look?: Look,
  before?: (page: Page, visitor: Visit) => Promise<unknown>,
): Promise<Page> {
  visitor = await visitAs(person, path, look, { before })
  return visitor.page
}
const nameOf = (page: Page, username: string) =>
  page.getByRole('heading', { level: 1, name: new RegExp(`^${username}, \\d\\d$`) })
const idsIn = async (person: Person, filter: string) =>
  (await person.call('GET /api/users', { filter })).users.map(({ id }) => id)
const fact = (page: Page, label: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: label, exact: true }) })

test('[P2 §2] shows "Loading...", then everything the member wrote as plain text, without links to other sites', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const page = await open(anna, `/${ben.url_hash}`, looks[0], (early) =>
    early.route('**/api/view-profile**', async (route) => {
      await released
      await route.continue()
    }),
  )
  await page.getByRole('status').getByText('Loading...').waitFor()
  release()
  await nameOf(page, 'Ben').waitFor()
  const map = page.getByRole('link', { name: /Hobart, TAS, Australia/ })
  expect(await map.getAttribute('href')).toContain('query=Hobart%2C%20TAS%2C%20Australia')
  expect(await map.getAttribute('target')).toBe('_blank')
  expect(await map.getAttribute('rel')).toBe('noopener noreferrer')

  // Tagline, wants, interests and two answers; about_offer has a second line.
  await page.waitForFunction(
    ([text, times]) => (document.body.textContent ?? '').split(String(text)).length - 1 === times,
    [HOSTILE, 6] as const,
  )
  const about = page.getByRole('heading', { name: 'About me' }).locator('xpath=following-sibling::p')
  expect(await about.innerText()).toBe(`${HOSTILE}\nsecond line`)
  for (const label of ['Occupation', 'Ethnicity', 'Languages']) {
    await fact(page, label).getByText(hostile).waitFor()
  }
  const facts = {
    'Gender at birth': 'Male',
    'Interested in': 'Male or Female',
    'Relationship goals': 'Serious',
    Height: '6 ft 0 in (182 cm)',
    Tattoos: 'A few',
    'Marriage status': 'Previously',
    'Willing to relocate': 'Within my country, To another country',
    Nationality: 'New Zealand',
  }
  for (const [label, text] of Object.entries(facts)) {
    await fact(page, label).getByText(text, { exact: true }).waitFor()
  }
  await page.waitForFunction(() =>
    [...document.images].some((image) => image.src.endsWith('/flags/NZ.svg') && image.naturalWidth > 0),
  )
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(await page.locator('main :is(script, img[src=x], b)').count()).toBe(0)

  // Gender at birth is only shown if the member allows it.
  const [cara] = (await app.members('Cara')) as [Person]
  await cara.call('POST /api/settings-auto-save', { key: 'show_gender_birth', value: false })
  await goTo(page, `/${cara.url_hash}`)
  await fact(page, 'Identity').waitFor()
  expect(await fact(page, 'Gender at birth').count()).toBe(0)
})

test('[P2 §2] on a phone a fragment scrolls to the element with that id, axe finds nothing, and 320 px are enough', async () => {
  const page = await open(anna, `/${ben.url_hash}#dp`, looks[3])
  await nameOf(page, 'Ben').waitFor()
  await page.waitForFunction(() => {
    const top = document.getElementById('dp')?.getBoundingClientRect().top
    return window.scrollY > 0 && top !== undefined && top < window.innerHeight
  })
  await page.getByRole('button', { name: 'Send surprise' }).waitFor()
  expect(await findings(page)).toEqual([])
  // The labels of the actions fit inside their buttons.
  const overflowing = () =>
    page
      .getByRole('region', { name: 'Actions' })
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
      )
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 700 })
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(width)
    await expect.poll(overflowing).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
})

test('[P2 §2] the member’s own profile has no actions, menu or tagline; other addresses are not found, and fixed routes win; a visitor is asked to log in', async () => {
  const page = await open(ben, `/${ben.url_hash}`)
  await nameOf(page, 'Ben').waitFor()
  await page.getByText('This is your profile as others see it.').waitFor()
  expect(await page.getByRole('region', { name: 'Actions' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Block or report' }).count()).toBe(0)
  await fact(page, 'Interests').waitFor()
  expect((await page.getByRole('article').innerText()).split(HOSTILE)).toHaveLength(6)
  visitor.expectStatus(404)
  for (const path of ['/abc123xy', '/ABC123XYZ', '/abc123xyz0', '/zzzzzzzz9']) {
    await goTo(page, path)
    await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
    await goTo(page, '/favorites')
    await page.getByRole('heading', { level: 1, name: 'Favorites' }).waitFor()
  }
  await page.evaluate(() => localStorage.clear())
  await page.goto(`/${ben.url_hash}`)
  await page.getByRole('heading', { name: 'Please log in' }).waitFor()
})

test('[D §5] an impersonating admin sees no tagline or actions, and causes no view', async () => {
  const [dora] = (await app.members('Dora')) as [Person]
  const session = await app.admin.call('POST /api/admin/impersonate', {
    id: dora.id,
    reason: 'They asked for help',
  })
  const ghost = Object.assign(dora.elsewhere(), { token: session.token })
  const adminInfo = JSON.stringify(await app.admin.call('GET /api/user'))
  const { page } = await visitAs(ghost, `/${ben.url_hash}`, looks[0], { kept: { adminInfo } })
  await nameOf(page, 'Ben').waitFor()
  expect(await page.getByRole('region', { name: 'Actions' }).count()).toBe(0)
  expect(await page.getByRole('button', { name: 'Block or report' }).count()).toBe(0)
  expect(await idsIn(ben, 'viewed-me')).not.toContain(dora.id)
})

test('[P2 §4] on a phone: like once, a rose with its waiting time, favourite on and off; the other member is notified', async () => {
  const [eve, finn] = (await app.members('Eve', 'Finn')) as [Person, Person]
  await finn.call('POST /api/user-action', { action: 'like', recipient_id: eve.id })
  const page = await open(eve, `/${finn.url_hash}`, looks[3], (early) => early.clock.install())
  await page.getByText('Finn has shown interest in you!').waitFor()

  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await page.getByRole('button', { name: 'Liked' }).waitFor()
  await page.getByText('You like each other.').waitFor()
  await expect.poll(() => idsIn(finn, 'matched')).toEqual([eve.id])

  const favourite = page.getByRole('button', { name: 'Favourite' })
  await favourite.click()
  await page.locator('button[aria-label=Favourite][aria-pressed=true]').waitFor()
  await expect.poll(() => idsIn(eve, 'favorites')).toEqual([finn.id])
  await favourite.click()
  await page.locator('button[aria-label=Favourite][aria-pressed=false]').waitFor()
  await expect.poll(() => idsIn(eve, 'favorites')).toEqual([])

  await page.getByRole('button', { name: 'Send surprise' }).click()
  await page.getByRole('button', { name: /^24 hours until you can send another surprise/ }).waitFor()
  await page.getByText('1 rose sent').waitFor({ state: 'attached' })
  await expect.poll(() => idsIn(finn, 'roses-received')).toEqual([eve.id])
  await page.clock.fastForward(61 * 60_000)
  const waiting = page.getByRole('button', { name: /^2[23] hours( \d+ minutes?)? until you can send/ })
  await waiting.waitFor()
  expect(await waiting.isDisabled()).toBe(true)

  // On a phone the waiting time has its own line in the bar, which covers nothing at the end of the page.
  const boxOf = async (target: Locator) => {
    const box = await target.boundingBox()
    if (!box) throw new Error('The element is not visible.')
    return { ...box, bottom: box.y + box.height }
  }
  const [text, liked, star] = [
    await boxOf(waiting),
    await boxOf(page.getByRole('button', { name: 'Liked' })),
    await boxOf(favourite),
  ]
  expect(text.y).toBeGreaterThanOrEqual(Math.max(liked.bottom, star.bottom))
  expect(text.width).toBeGreaterThan(300)
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
  const actions = await boxOf(page.getByRole('region', { name: 'Actions' }))
  const lowest = await page.getByRole('main').evaluate((main) => {
    const read = [...main.querySelectorAll('p, h2, h3, li, textarea, button')].filter(
      (one) => one.checkVisibility() && one.closest('[data-action-bar]') === null,
    )
    return Math.max(...read.map((one) => one.getBoundingClientRect().bottom))
  })
  expect(lowest).toBeLessThanOrEqual(actions.y)
  expect(await findings(page)).toEqual([])
})

test('[P2 §8] a failure shows a danger toast with the server’s message and reverts the change', async () => {
  const [gwen, hugo] = (await app.members('Gwen', 'Hugo')) as [Person, Person]
  const page = await open(gwen, `/${hugo.url_hash}`)
  visitor.expectStatus(400, 502)
  await nameOf(page, 'Hugo').waitFor()
  await gwen.elsewhere().call('POST /api/user-action', { action: 'rose', recipient_id: hugo.id })
  await page.getByRole('button', { name: 'Send surprise' }).click()
  await page.getByRole('alert').getByText('24 hours until you can send another surprise').waitFor()
  // The refetch shows what another device did.
  await page.getByText('1 rose sent').waitFor({ state: 'attached' })

  await page.route('**/api/user-action', (route) => route.fulfill({ status: 502, body: '' }))
  await page.getByRole('button', { name: 'Like', exact: true }).click()
  await page.getByText('Something went wrong. Please try again later.').waitFor()
  await page.getByRole('button', { name: 'Like', exact: true }).waitFor()
})

test('[P2 §4] report by keyboard, then block as the next step: the profile is replaced by a note', async () => {
  const [jane, liam] = (await app.members('Jane', { username: 'Liam', photos: 1 })) as [Person, Person]
  const page = await open(jane, `/${liam.url_hash}`)
  await nameOf(page, 'Liam').waitFor()
  const menu = page.getByRole('button', { name: 'Block or report' })
  await menu.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: /Block user.*You won’t see each other/ }).waitFor()
  await page.keyboard.press('End')
  await page.waitForFunction(() => document.activeElement?.textContent?.startsWith('Report user'))
  await page.keyboard.press('Enter')

  const submit = page.getByRole('button', { name: 'Submit' })
  await submit.waitFor()
  expect(await submit.isDisabled()).toBe(true)
  await page.getByText('Asking for money').click()
  await page.getByLabel('Anything else we should know?').fill('He wants petrol money')
  await submit.click()
  await page.getByText('Thank you for reporting this user. Our team will review the info soon.').waitFor()
  const { reports } = await jane.call('GET /api/my-reports')
  expect(reports).toMatchObject([{ reason: 'Asking for money', state: 'received' }])

  await page.getByRole('dialog').getByRole('button', { name: 'Block user' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Block Liam?' })
  await confirm.getByText('Liam won’t be notified.').waitFor()
  expect(await findings(page)).toEqual([])
  await confirm.getByRole('button', { name: 'Block user' }).click()
  await page.getByRole('heading', { level: 1, name: 'You blocked the user' }).waitFor()
  await page.getByRole('link', { name: 'Blocked users' }).waitFor()
  expect(await page.getByRole('button', { name: 'Report user' }).count()).toBe(0)
  await page.reload()
  await page.getByRole('button', { name: 'Report user' }).waitFor()
  expect(await page.getByText('Liam').count()).toBe(0)
  expect(await findings(page)).toEqual([])
})

test('[P3 §10] on a phone the person comes first, without the conversation and unanswered fields; Back closes the chat', async () => {
  const page = await open(anna, `/${ben.url_hash}`, looks[3])
  await nameOf(page, 'Ben').waitFor()
  await fact(page, 'Height').waitFor()
  expect(await page.getByRole('region', { name: 'Messages' }).count()).toBe(0)
  expect(await fact(page, 'Income').count()).toBe(0)
  expect(await page.getByText('No answer provided').count()).toBe(0)
  const write = page.getByRole('link', { name: 'Write a message' })
  await write.click()
  await fullScreen(page).waitFor()
  await page.goBack()
  await fullScreen(page).waitFor({ state: 'hidden' })
  expect(new URL(page.url()).hash).toBe('')
  await nameOf(page, 'Ben').waitFor()
  // [P1 §4] A message causes no toast on the profile of its sender; the link to the closed conversation counts it.
  for (const text of ['Hello', 'Are you there?']) await say(await ben.socket(), anna, text)
  await page.getByRole('link', { name: 'Write a message 2 new messages' }).waitFor()
  await page.getByRole('status').getByText('Ben sent you 2 messages').waitFor({ state: 'attached' })
  expect(await page.getByRole('region', { name: 'Notifications' }).getByText('sent you').count()).toBe(0)
  expect(await findings(page)).toEqual([])
  await write.click()
  await page.getByRole('log').getByText('Are you there?').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Write a message', exact: true }).waitFor()
  // A wide screen has room for both.
  await page.setViewportSize({ width: 1280, height: 850 })
  await page.getByRole('region', { name: 'Messages' }).waitFor()
  await fact(page, 'Income').waitFor()
})
