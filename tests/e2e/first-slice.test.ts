import type { Person } from '@rosella/testkit/person'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { looks, type Visit } from './browser'
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

describe('a visitor', () => {
  test('[P1 §1] sees the site name, the tagline, two buttons and the hint', async () => {
    const { page } = visitor
    await page.goto('/')
    await page.getByRole('heading', { level: 1, name: 'Rosella' }).waitFor()
    await expect.poll(() => page.getByText('Australian Dating Site').isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('link', { name: 'Create free account' }).isVisible()).toBe(true)
    await expect.poll(() => page.getByRole('link', { name: 'Log in' }).isVisible()).toBe(true)
    await expect.poll(() => page.getByText(/18\+ and have 3 photos/).isVisible()).toBe(true)
  })

  test('[P1 §2] an unknown address: Page Not Found, with the requested path', async () => {
    const { page } = visitor
    await page.goto('/no/such/page')
    await page.getByRole('heading', { name: 'Page Not Found' }).waitFor()
    await expect.poll(() => page.getByText("This page doesn't exist on our server").isVisible()).toBe(true)
    await expect.poll(() => page.getByText('/no/such/page').isVisible()).toBe(true)
  })

  test('[P2 §2] sees "Please log in" with a link to "/" on a member screen', async () => {
    const { page } = visitor
    await page.goto('/likes-received')
    await page.getByRole('heading', { name: 'Please log in' }).waitFor()
    await page.getByRole('main').getByRole('link').click()
    await page.waitForURL(`${app.url}/`)
  })

  test('[P1 §8] wrong credentials: "We couldn\'t find a user with these credentials."', async () => {
    const { page } = visitor
    visitor.expectStatus(404)
    await logIn('Wrong-Password-1')
    await page.getByText("We couldn't find a user with these credentials.").waitFor()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('userInfo'))).toBeNull()
  })

  test('[P1 §2] #deactivated shows its message above the log-in form', async () => {
    const { page } = visitor
    await page.goto('/#deactivated')
    await page.getByText('Your account has been deactivated. Login at any time to re-activate it.').waitFor()
    await expect.poll(() => page.getByLabel('Email').isVisible()).toBe(true)
  })

  test('[P1 §4] a code from the email logs in', async () => {
    const { page } = visitor
    const [dora] = (await app.members('Dora')) as [Person]
    await page.goto('/#log-in')
    await page.getByLabel('Email').fill(dora.email)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByRole('heading', { name: 'Code sent' }).waitFor()
    const emails = await app.mail()
    const code = /^\d{6}$/m.exec(emails.at(-1)?.text ?? '')?.[0] ?? ''
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('navigation', { name: 'Sections' }).first().waitFor()
  })
})

describe('a member', () => {
  test('[P1 §4] logs in by password, finds the lists, and logs out', async () => {
    const { page } = visitor
    await logIn()
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
    await likes.click()
    await page.getByRole('heading', { name: 'Likes Received' }).waitFor()
    await page.waitForFunction(() => !document.querySelector('nav')?.textContent?.includes('new like'))

    await page.getByRole('button', { name: 'Your menu' }).click()
    const items = await page.getByRole('menuitem').allTextContents()
    expect(items).toEqual([
      'Profile',
      'Edit',
      'Photos',
      'Videos',
      'Logs',
      'Settings',
      'Membership',
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

  test('works by keyboard alone: log in, move through the bar, open and close the menu', async () => {
    const { page } = visitor
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
  })

  test('[P1 §2] Favorites: Remove dims the card and removes it', async () => {
    const { page } = visitor
    const [carl] = await app.members({ username: 'Carl', gender: 'm', photos: 1 })
    await anna.call('POST /api/user-action', { action: 'fav', recipient_id: carl?.id ?? 0 })
    await logIn()
    await page.getByRole('link', { name: 'Favorites' }).click()
    await page.getByRole('link', { name: /Carl/ }).waitFor()
    await page.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('heading', { name: 'No users found' }).waitFor()
  })

  test('a session ended elsewhere ends here too, and the next call opens the visitors’ home page', async () => {
    const { page } = visitor
    visitor.expectStatus(401)
    // The specification requires a console message when the stream is closed.
    visitor.expectWords(/live stream|fetching user/)
    await logIn()
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
    await app.db.deleteFrom('session').where('member_id', '=', anna.id).execute()
    await page.getByRole('link', { name: 'Newest' }).click()
    await page.getByRole('heading', { name: 'Please log in' }).waitFor()
    const { token } = await anna.call('POST /api/login', { email: anna.email, password: anna.password })
    anna.token = token
  })
})
