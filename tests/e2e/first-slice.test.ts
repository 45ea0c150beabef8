import type { Person } from '@rosella/testkit/person'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { goTo, looks, type Visit } from './browser'
import { app, openTestSite, visit } from './test-site'

let anna: Person
let visitor: Visit

openTestSite({ on: 'pglite' })
beforeAll(async () => {
  const cast = await app.members(
    { username: 'Anna', interested: 'm', photos: 3 },
    { username: 'Ben', photos: 3, interested: 'w' },
  )
  anna = cast[0] as Person
  await cast[1]?.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
})
beforeEach(async () => {
  visitor = await visit(looks[0], {
    extraHTTPHeaders: { 'x-forwarded-for': `10.200.0.${Math.ceil(Math.random() * 250)}` },
  })
})

async function logIn(password = anna.password): Promise<void> {
  const { page } = visitor
  await page.goto('/#log-in')
  await page.getByLabel('Email').fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('[P1 §1] a visitor sees the site name, the tagline, two buttons and the hint; [P1 §2] Page Not Found with an unknown path; [P2 §2] "Please log in" on a member screen', async () => {
  const { page } = visitor
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Rosella' }).waitFor()
  await expect.poll(() => page.getByText('Australian Dating Site').isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('link', { name: 'Create free account' }).isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('link', { name: 'Log in' }).isVisible()).toBe(true)
  await expect.poll(() => page.getByText(/18\+ and have 3 photos/).isVisible()).toBe(true)

  await page.goto('/no/such/page')
  await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
  await expect.poll(() => page.getByText("This page doesn't exist on our server").isVisible()).toBe(true)
  await expect.poll(() => page.getByText('/no/such/page').isVisible()).toBe(true)

  await goTo(page, '/likes-received')
  await page.getByRole('heading', { name: 'Please log in' }).waitFor()
  await page.getByRole('main').getByRole('link').click()
  await page.waitForURL(`${app.url}/`)
})

test('[P1 §4] a member logs in by password, finds the lists, removes a favourite, and logs out; [P1 §8] wrong credentials', async () => {
  const { page } = visitor
  const [carl] = await app.members({ username: 'Carl', gender: 'm', photos: 1 })
  await anna.call('POST /api/user-action', { action: 'fav', recipient_id: carl?.id ?? 0 })
  visitor.expectStatus(404)
  await logIn('Wrong-Password-1')
  await page.getByText("We couldn't find a user with these credentials.").waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
  await page.getByLabel('Password', { exact: true }).fill(anna.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
  await page.getByRole('link', { name: /Ben, 3\d/ }).waitFor()
  const saved = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}'))
  expect(saved).toMatchObject({ valid: true, username: 'Anna', status: 2, url_hash: anna.url_hash })

  // [P1 §2] badges show the live counters, and opening the list clears them.
  const likes = page
    .getByRole('navigation', { name: 'Sections' })
    .first()
    .getByRole('link', { name: /Likes/ })
  await page
    .getByRole('link', { name: /Likes\s*1 new like/ })
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Favorites' }).click()
  await page.getByRole('link', { name: /Carl/ }).waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { name: 'No users found' }).waitFor()
  await likes.click()
  await page.getByRole('heading', { name: 'Likes Received' }).waitFor()
  await page.waitForFunction(() => !document.querySelector('nav')?.textContent?.includes('new like'))

  await page.getByRole('button', { name: 'Your menu' }).click()
  const items = await page.getByRole('menuitem').allTextContents()
  expect(items).toEqual([
    'Profile',
    'Edit',
    'Photos',
    'Dates',
    'Check in',
    'Videos',
    'Logs',
    'Settings',
    'Membership',
    'Help',
    'Log out',
  ])
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'Videos' }).getAttribute('aria-disabled'))
    .toBe('true')
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/')
})

test('a member logs in and uses the menu by keyboard alone; a session ended elsewhere ends here too with the next call', async () => {
  const { page } = visitor
  visitor.expectStatus(401)
  // The specification requires a console message when the stream is closed.
  visitor.expectWords(/live stream|fetching user/)
  await page.goto('/')
  await page.getByRole('link', { name: 'Log in' }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Email').waitFor()
  await page.keyboard.type(anna.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(anna.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
  await page.getByRole('button', { name: 'Your menu' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Profile' }).waitFor()
  await page.keyboard.press('End')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Log out')
  await page.keyboard.press('Escape')
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Your menu')

  await app.db.deleteFrom('session').where('member_id', '=', anna.id).execute()
  await page.getByRole('link', { name: 'Newest' }).click()
  await page.getByRole('heading', { name: 'Please log in' }).waitFor()
})
