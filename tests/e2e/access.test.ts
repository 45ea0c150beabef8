import { confirmAddress } from '@rosella/testkit/mailed-key'
import type { Person } from '@rosella/testkit/person'
import { beforeEach, describe, expect, test } from 'vitest'
import { findings } from './axe'
import { arriveAs, goTo, looks, type Visit } from './browser'
import { emailedLink } from './emailed-link'
import { app, openTestSite, visit } from './test-site'

let anna: Person
let visitor: Visit
const hash = 'f'.repeat(64)

openTestSite()
beforeEach(async () => {
  anna = (await app.members('Anna'))[0] as Person
  await confirmAddress(app, anna)
  visitor = await visit()
})

const stored = () => visitor.page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? 'null'))

describe('an access link', () => {
  test('[P1 §4] logs in with one call and goes to "/", leaving nothing in the address or history; [P1 §8] works once; [P1 §1] only visitors see the link to the FAQs', async () => {
    const { page } = visitor
    visitor.expectStatus(404)
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/api/login')) calls.push(request.method())
    })
    const link = await emailedLink(app, anna, 'access')
    await page.goto('/')
    await page.getByRole('link', { name: 'FAQs' }).click()
    await page.getByRole('heading', { level: 1, name: 'FAQs' }).waitFor()
    await page.goto(link)
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${app.url}/`)
    await page.getByRole('button', { name: 'Your menu' }).waitFor()
    await expect.poll(() => page.getByRole('link', { name: 'FAQs' }).count()).toBe(0)
    expect(calls).toEqual(['POST'])
    expect((await stored()).id).toBe(anna.id)
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'FAQs' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${app.url}/faq`)

    await page.evaluate(() => localStorage.clear())
    await page.goto(link)
    await page
      .getByRole('alert')
      .getByText('Access link is invalid or has expired', { exact: true })
      .waitFor()
    await expect.poll(() => page.url()).toBe(`${app.url}/access`)
    await expect.poll(() => stored()).toBeNull()
  })

  test('[P1 §5] an invalid link shows its error without a call to the server; without a link, /access shows the two ways to get one', async () => {
    const { page } = visitor
    const calls: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url())
    })
    for (const [path, text] of [
      ['/access?hash=abc&email=anna@rosella.test', 'Invalid access link'],
      [`/verify?hash=${hash}`, 'Invalid access link'],
      ['/change-password?email=anna@rosella.test', 'Invalid access link'],
      [`/access?hash=${hash}&email=anna`, 'Invalid email address'],
    ] as const) {
      await page.goto(path)
      await page.getByRole('alert').getByText(text, { exact: true }).waitFor()
      await page.waitForURL(app.url + path.replace(/\?.*/, ''))
      expect([path, calls]).toEqual([path, []])
    }

    await page.goto('/access')
    await page.getByRole('heading', { name: 'Email me a link' }).waitFor()
    await page.getByRole('heading', { name: 'Email me a code' }).waitFor()
    await page.getByRole('link', { name: 'Go to log in' }).click()
    await page.waitForURL(`${app.url}/#log-in`)
    await page.getByRole('form', { name: 'Log in' }).waitFor()
  })

  test('still works after a network failure and [P1 §8] "Too many requests. Please try again later.", with Try again', async () => {
    const { page } = visitor
    visitor.expectWords(/ERR_FAILED/)
    visitor.expectStatus(429)
    await page.route('**/api/login', (route) => route.abort())
    await page.goto(await emailedLink(app, anna, 'access'))
    await page.getByText('Something went wrong. Please try again later.', { exact: true }).waitFor()
    await page.unroute('**/api/login')
    await page.route('**/api/login', (route) => route.fulfill({ status: 429, json: {} }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('Too many requests. Please try again later.', { exact: true }).waitFor()
    await page.unroute('**/api/login')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
  })

  test('keeps the drafts of the same member, and replaces the session and drafts of another or of an impersonating admin', async () => {
    const { page } = visitor
    const [ben] = (await app.members('Ben')) as [Person]
    await confirmAddress(app, ben)
    // The time zone belongs to the browser and is stored again.
    const drafts = () =>
      page.evaluate(() =>
        Object.keys(localStorage).filter((key) => key.startsWith('own:') && key !== 'own:time-zone'),
      )
    await arriveAs(page, anna, '/faq', { 'own:draft': 'Hello' })
    const { token } = await stored()
    await page.goto(await emailedLink(app, anna, 'access'))
    await page.waitForURL(`${app.url}/`)
    expect((await stored()).token).not.toBe(token)
    expect(await drafts()).toEqual(['own:draft'])
    await page.evaluate(() => localStorage.setItem('adminInfo', localStorage.getItem('userInfo') ?? ''))
    await page.goto(await emailedLink(app, ben, 'access'))
    await page.waitForURL(`${app.url}/`)
    expect((await stored()).id).toBe(ben.id)
    expect(await drafts()).toEqual([])
    await expect.poll(() => page.evaluate(() => localStorage.getItem('adminInfo'))).toBeNull()
  })
})

test('[P1 §2] /verify logs in and confirms it, also after a reload; "Proceed to website" opens "/"', async () => {
  const { page } = visitor
  const text = 'You successfully verified your email address. Thank you!'
  await page.goto((await emailedLink(app, anna, 'access')).replace('/access', '/verify'))
  await page.getByText(text, { exact: true }).waitFor()
  await expect.poll(() => page.url()).toBe(`${app.url}/verify`)
  expect((await stored()).email_confirmed).toBe(true)
  await page.reload()
  await page.getByText(text, { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Proceed to website' }).click()
  await page.waitForURL(`${app.url}/`)
})

describe('[D §3] the first confirmation of an email address', () => {
  test('by a link without a session: asks for the password first, and keeps it and the other device', async () => {
    const { page } = visitor
    visitor.expectStatus(400, 403)
    const [eve] = (await app.members('Eve')) as [Person]
    await page.goto((await emailedLink(app, eve, 'access')).replace('/access', '/verify'))
    await page
      .getByText('Enter your password to confirm that this is your account', { exact: true })
      .waitFor()
    expect(await findings(page)).toEqual([])
    await page.getByLabel('Password', { exact: true }).fill('Wrong-Horse-9')
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page.getByText("That isn't your current password. Please try again.").waitFor()
    await page.getByLabel('Password', { exact: true }).fill(eve.password)
    await page.getByRole('button', { name: 'Confirm', exact: true }).click()
    await page
      .getByText('You successfully verified your email address. Thank you!', { exact: true })
      .waitFor()
    expect(await stored()).toMatchObject({ id: eve.id, has_password: true, email_confirmed: true })
    expect((await eve.try('GET /api/user')).status).toBe(200)
  })

  test('by a link without a session, "I didn’t create this account": the next step is a password', async () => {
    const { page } = visitor
    visitor.expectStatus(403)
    const [cara] = (await app.members('Cara')) as [Person]
    await page.goto(await emailedLink(app, cara, 'access'))
    await page.getByRole('button', { name: 'I didn’t create this account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make it mine' }).click()
    await page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor()
    expect(await stored()).toMatchObject({ id: cara.id, has_password: false })
    await page.getByLabel('New password', { exact: true }).fill('Galah-River-77')
    await page.getByLabel('Repeat new password').fill('Galah-River-77')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Thank you. Your password has successfully been changed.', { exact: true }).waitFor()
    expect((await stored()).has_password).toBe(true)
    expect((await cara.try('GET /api/user')).status).toBe(401)
  })

  test('changes nothing else when the same member is logged in', async () => {
    const { page } = visitor
    const [dora] = (await app.members('Dora')) as [Person]
    await arriveAs(page, dora, '/faq')
    await page.goto((await emailedLink(app, dora, 'access')).replace('/access', '/verify'))
    await page
      .getByText('You successfully verified your email address. Thank you!', { exact: true })
      .waitFor()
    expect(await stored()).toMatchObject({ email_confirmed: true, has_password: true })
    expect((await dora.try('GET /api/user')).status).toBe(200)
  })
})

test('answers of the FAQs open by keyboard, and each has its own address', async () => {
  const { page } = visitor
  await page.goto('/faq#location')
  await page.getByText('the centre of that city').waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(300)
  const answer = page.getByText('They won’t be notified.')
  await expect.poll(() => answer.isVisible()).toBe(false)
  await page.getByText('How do I block them?').focus()
  await page.keyboard.press('Enter')
  await answer.waitFor()
  const numbers = await page.locator('a[href^="tel:"]').evaluateAll((all) => all.map((a) => a.textContent))
  expect(numbers).toEqual(['000', '1800 737 732'])
})

test('axe finds nothing on the access screens and the FAQs on a phone in dark mode, and nothing is wider than the screen', async () => {
  const { page } = await visit(looks[3])
  await page.goto('/faq')
  const screens: [string, string][] = [
    ['/faq', 'FAQs'],
    ['/access', 'Log in without a password'],
    ['/change-password', 'Choose a new password'],
    ['/access?hash=1', 'That didn’t work'],
    [(await emailedLink(app, anna, 'access')).replace('/access', '/verify'), 'Email verified'],
  ]
  for (const [path, heading] of screens) {
    // A link must be in the address when the page loads.
    await (path.includes('?') ? page.goto(path) : goTo(page, path))
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await page.evaluate(() => {
      for (const answer of document.querySelectorAll('details')) answer.open = true
    })
    await expect.poll(() => findings(page), { message: path }).toEqual([])
    const width = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(width).toBeLessThanOrEqual(looks[3].width)
  }
})
