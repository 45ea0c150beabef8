import { confirmAddress, mailedKey } from '@rosella/testkit/mailed-key'
import type { Person } from '@rosella/testkit/person'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, test } from 'vitest'
import { goTo, looks, type Visit } from './browser'
import { emailedLink } from './emailed-link'
import { app, openTestSite, visit } from './test-site'

let anna: Person
let visitor: Visit
let addresses = 0

openTestSite()
beforeEach(async () => {
  anna = (await app.members('Anna'))[0] as Person
  await confirmAddress(app, anna)
  visitor = await visit(looks[0], {
    extraHTTPHeaders: { 'x-forwarded-for': `10.203.0.${++addresses}` },
  })
})

const email = (page: Page) => page.getByLabel('Email')

async function logIn(page: Page): Promise<void> {
  await email(page).fill(anna.email)
  await page.getByLabel('Password', { exact: true }).fill(anna.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

async function openForm(page: Page, hash: 'log-in' | 'forgot-password' | 'code-sent'): Promise<void> {
  // Start from the home page, so that no error of the previous attempt remains.
  if (page.url() === 'about:blank') await page.goto('/')
  else await goTo(page, '/')
  await page.getByRole('link', { name: 'Create free account' }).waitFor()
  await goTo(page, `/#${hash}`)
  await email(page).fill(anna.email)
}

/** Submits each form that calls the server. */
const ways = {
  'log in': async (page: Page) => {
    await openForm(page, 'log-in')
    await logIn(page)
  },
  'forgot password': async (page: Page) => {
    await openForm(page, 'forgot-password')
    await page.getByRole('button', { name: 'Send the link' }).click()
  },
  'mail a link': async (page: Page) => {
    await openForm(page, 'log-in')
    await page.getByRole('button', { name: 'Email me a link' }).click()
  },
  code: async (page: Page, code = '123456') => {
    await openForm(page, 'code-sent')
    await page.getByLabel('Code', { exact: true }).fill(code)
    // Six digits are sent by themselves.
    if (code.length < 6) await page.getByRole('button', { name: 'Log in', exact: true }).click()
  },
}
const everyWay = Object.entries(ways)

const expectAlert = (page: Page, text: string) =>
  page.getByRole('alert').getByText(text, { exact: true }).waitFor()

describe('[P1 §8] error messages of the log-in forms', () => {
  test('404: "We couldn\'t find a user with this email address.", "Code is invalid or has expired"; 400: the server’s message, for password, code and link', async () => {
    const { page } = visitor
    visitor.expectStatus(400, 404)
    const code = await mailedKey(app, anna, 'code')
    await ways.code(page, code === '123456' ? '654321' : '123456')
    await expectAlert(page, 'Code is invalid or has expired')
    const { email } = anna
    anna.email = 'nobody@rosella.test'
    await ways['forgot password'](page)
    await expectAlert(page, "We couldn't find a user with this email address.")
    await ways['mail a link'](page)
    await expectAlert(page, "We couldn't find a user with this email address.")
    anna.email = email

    const link = await emailedLink(app, anna, 'access')
    await app.admin.call('POST /api/admin/member', { id: anna.id, status: 3, reason: 'Rude words' })
    const text =
      'Your account is suspended. Reason: Rude words. Please write to us to appeal: hello@rosella.test'
    await ways['log in'](page)
    await expectAlert(page, text)
    await ways.code(page, code)
    await expectAlert(page, text)
    await page.goto(link)
    await expectAlert(page, text)
    await app.admin.call('POST /api/admin/member', { id: anna.id, status: 4, reason: 'Scam' })
    await ways['log in'](page)
    await expectAlert(
      page,
      'Your account has been banned. Reason: Scam. Please write to us to appeal: hello@rosella.test',
    )
  })

  test('429: "Too many requests. Please try again later."', async () => {
    const { page } = visitor
    visitor.expectStatus(429)
    // After five of each, one more link is sent within an hour.
    for (let n = 0; n < 6; n++) {
      await anna.try('POST /api/forgot-password', { email: anna.email })
      await anna.try('POST /api/request-access', { email: anna.email, kind: 'link' })
    }
    // Tries of passwords and codes are first delayed, or counted per network address.
    await page.route('**/api/login', (route) => route.fulfill({ status: 429, json: {} }))
    for (const [, ask] of everyWay) {
      await ask(page)
      await expectAlert(page, 'Too many requests. Please try again later.')
    }
  })

  test('500: "Server error. Please try again later." when a table is missing', async () => {
    const { page } = visitor
    visitor.expectStatus(500)
    app.expectErrors()
    const link = await emailedLink(app, anna, 'access')
    await app.db.schema.alterTable('account').renameTo('account_away').execute()
    try {
      for (const [, ask] of everyWay) {
        await ask(page)
        await expectAlert(page, 'Server error. Please try again later.')
      }
      await page.goto(link)
      await expectAlert(page, 'Server error. Please try again later.')
    } finally {
      await app.db.schema
        .alterTable('account_away' as never)
        .renameTo('account')
        .execute()
    }
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Recent Activity' }).waitFor()
    const errors = app.logLines.filter((line) => JSON.parse(line).level >= 50)
    expect(errors.filter((line) => !line.includes('\\"account\\" does not exist'))).toEqual([])
  })

  test('no network: "Something went wrong. Please try again later."; a reply without a message or of another content type, as a proxy sends it', async () => {
    const { page } = visitor
    visitor.expectWords(/ERR_INTERNET_DISCONNECTED/)
    for (const [, ask] of everyWay) {
      // The page is loaded but the server is unreachable, as on a train in a tunnel.
      await page.route('**/api/**', (route) => route.abort('internetdisconnected'))
      await ask(page)
      await expectAlert(page, 'Something went wrong. Please try again later.')
      await page.unroute('**/api/**')
    }

    visitor.expectStatus(400, 403, 404, 409, 502)
    const rows: [keyof typeof ways, number, string | undefined, string][] = [
      ['log in', 400, undefined, 'Invalid data provided.'],
      ['log in', 404, undefined, "We couldn't find a user with these credentials."],
      ['log in', 403, 'Forbidden', 'Something went wrong. Please try again later.'],
      ['log in', 502, undefined, 'Server error. Please try again later.'],
      ['log in', 502, 'Back at noon.', 'Back at noon.'],
      ['forgot password', 404, undefined, "We couldn't find a user with this email address."],
      ['forgot password', 409, 'Please wait a moment.', 'Please wait a moment.'],
      ['code', 403, 'Forbidden', 'Code is invalid or has expired'],
    ]
    for (const [way, status, message, text] of rows) {
      await page.route('**/api/**', (route) =>
        message ? route.fulfill({ status, json: { message } }) : route.fulfill({ status, body: '<html>' }),
      )
      await ways[way](page)
      await expectAlert(page, text)
      await page.unroute('**/api/**')
    }
  })

  test('[P1 §5] invalid input is reported without a call to the server', async () => {
    const { page } = visitor
    const calls: string[] = []
    // The page requests the passkey options as soon as the form is shown; ignore that call.
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/') && pathname !== '/api/passkey-options') calls.push(pathname)
    })
    await page.goto('/#log-in')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('Invalid email address', { exact: true }).waitFor()
    await email(page).fill(anna.email)
    await page.getByLabel('Password', { exact: true }).fill('1234')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByText('At least 5 characters', { exact: true }).waitFor()
    await ways.code(page, '12345')
    await page.getByText('Invalid code', { exact: true }).waitFor()
    await page.goto('/#forgot-password')
    await email(page).fill('anna')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await page.getByText('Invalid email address', { exact: true }).waitFor()
    expect(calls).toEqual([])
  })
})
