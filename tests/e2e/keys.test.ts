import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freePort } from '@rosella/testkit/free-port'
import { confirmAddress } from '@rosella/testkit/mailed-key'
import { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { appCode } from '@rosella/testkit/two-step'
import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { assertFine, press, toast } from './admin-desk'
import { goTo, looks } from './browser'
import { app, openTestSite, visit, visitAs } from './test-site'

// A passkey needs a host name; an IP address does not work.
const port = await freePort()
const baseURL = `http://localhost:${port}`
openTestSite({ env: { PORT: String(port), SITE_URL: baseURL } })

const device = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
} as const

interface Device {
  cdp: CDPSession
  authenticatorId: string
}

/** Chromium's virtual authenticator. */
async function plugIn(page: Page): Promise<Device> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', { options: device })
  return { cdp, authenticatorId }
}

/** A virtual authenticator would respond to the email field before the button can be pressed. */
const withoutAutofill = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(PublicKeyCredential, 'isConditionalMediationAvailable', { value: undefined })
  })

const entry = (page: Page) => page.evaluate(() => (window.history.state as { key?: string } | null)?.key)

/** Waits for the home page, which the app opens a moment after the session has ended. */
async function logOut(page: Page): Promise<void> {
  const before = await entry(page)
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.getByRole('link', { name: 'Log in' }).first().waitFor()
  await expect.poll(() => entry(page)).not.toBe(before)
}

async function arrived(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Recent Activity' }).waitFor()
  await page.waitForURL(`${baseURL}/`)
}
const alert = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

async function addPasskey(page: Page, name: string): Promise<void> {
  await press(page, 'Add a passkey')
  await page.getByLabel('Name').fill(name)
  await press(page, 'Continue')
  await toast(page, 'Passkey added.')
}

async function logInByPasskey(page: Page): Promise<void> {
  await goTo(page, '/#log-in')
  await press(page, 'Log in with a passkey')
}

test('[P3 §12] adds two passkeys in the settings; each logs in without an email until it is removed', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const at = await visitAs(anna, '/settings#password', looks[0], { baseURL, before: withoutAutofill })
  const { page } = at
  const first = await plugIn(page)
  await addPasskey(page, 'My laptop')
  // The same device is not added twice.
  await press(page, 'Add a passkey')
  await press(page, 'Continue')
  await alert(page, "You've already added this passkey.")
  await press(page, 'Cancel')
  const { credentials } = await first.cdp.send('WebAuthn.getCredentials', first)
  await first.cdp.send('WebAuthn.removeVirtualAuthenticator', first)
  const second = await plugIn(page)
  await addPasskey(page, 'Security key')
  const list = page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')
  await expect.poll(() => list.count()).toBe(2)
  await page
    .getByText(/^Added .*, not used yet$/)
    .first()
    .waitFor()
  await assertFine(page)

  await logOut(page)
  await logInByPasskey(page)
  await arrived(page)
  await goTo(page, '/settings#password')
  await page.getByText(/, last used /).waitFor()
  await page.getByRole('button', { name: 'Remove the passkey Security key' }).click()
  await press(page, 'Remove')
  await toast(page, 'Passkey removed.')

  // A removed passkey is still on its device but no longer logs in.
  await logOut(page)
  at.expectStatus(400)
  await logInByPasskey(page)
  await alert(page, "We couldn't verify this passkey. Please try again.")
  await second.cdp.send('WebAuthn.removeVirtualAuthenticator', second)

  const again = await plugIn(page)
  for (const credential of credentials)
    await again.cdp.send('WebAuthn.addCredential', { ...again, credential })
  // Not unlocking the device shows a message.
  await again.cdp.send('WebAuthn.setUserVerified', { ...again, isUserVerified: false })
  await logInByPasskey(page)
  await alert(page, 'No passkey was used. You can try again, or log in another way.')
  await again.cdp.send('WebAuthn.setUserVerified', { ...again, isUserVerified: true })
  await press(page, 'Log in with a passkey')
  await arrived(page)
})

interface Asked {
  mediation: string | undefined
  signal: AbortSignal | null | undefined
}

test('[P3 §12] the email field logs in with a passkey without the button, until the form is left or the passkey removed', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const at = await visitAs(anna, '/settings#password', looks[0], { baseURL })
  const { page } = at
  const { cdp, authenticatorId } = await plugIn(page)
  const unlock = (enabled: boolean) =>
    cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  await addPasskey(page, 'My laptop')
  await unlock(false)
  await page.evaluate(() => {
    const asked: Asked[] = []
    const { credentials } = navigator
    const get = credentials.get.bind(credentials)
    credentials.get = (options) => {
      asked.push({ mediation: options?.mediation, signal: options?.signal })
      return get(options)
    }
    Object.assign(window, { asked })
  })
  const asked = () =>
    page.evaluate(() =>
      (window as unknown as { asked: Asked[] }).asked.map(
        ({ mediation, signal }) => `${mediation}${signal?.aborted ? ', aborted' : ''}`,
      ),
    )

  await logOut(page)
  await goTo(page, '/#log-in')
  expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username webauthn')
  await page.getByLabel('Email').focus()
  await expect.poll(asked).toEqual(['conditional'])
  await goTo(page, '/faq')
  expect(await asked()).toEqual(['conditional, aborted'])

  // Chromium's device picks the passkey itself as soon as the field asks for one.
  await unlock(true)
  await goTo(page, '/#log-in')
  await arrived(page)
  expect((await asked()).map((one) => one.split(',')[0])).toEqual(['conditional', 'conditional'])

  await goTo(page, '/settings#password')
  await page.getByText(/, last used /).waitFor()
  await page.getByRole('button', { name: 'Remove the passkey My laptop' }).click()
  await press(page, 'Remove')
  await toast(page, 'Passkey removed.')
  at.expectStatus(400)
  await logOut(page)
  await goTo(page, '/#log-in')
  await alert(page, "We couldn't verify this passkey. Please try again.")
})

test('[P3 §12] accepts a browser’s response once, and never from another origin', async () => {
  const [cara] = (await app.members('Cara')) as [Person]
  const { page, noise } = await visitAs(cara, '/settings#password', looks[0], {
    baseURL,
    before: withoutAutofill,
  })
  await plugIn(page)
  await addPasskey(page, 'My laptop')
  await logOut(page)
  const answering = page.waitForRequest((request) => request.url().endsWith('/api/passkey-login'))
  await logInByPasskey(page)
  await arrived(page)
  const refused = problemBody('passkey.late')
  const send = async (body: unknown) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${baseURL}/api/passkey-login`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return { status: answer.status, body: await answer.json() }
  }
  expect(await send(JSON.parse((await answering).postData() ?? ''))).toEqual({ status: 400, body: refused })

  // Another origin on the same host gets a response, but the response contains that origin.
  const elsewhere = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end('<p>'))
  await new Promise<void>((resolve) => elsewhere.listen(0, 'localhost', resolve))
  const { port: otherPort } = elsewhere.address() as AddressInfo
  try {
    for (const [url, status] of [
      [`http://localhost:${otherPort}/`, 400],
      [`${baseURL}/terms`, 200],
    ] as const) {
      await page.goto(url)
      const { challenge } = await new Person(baseURL).call('POST /api/passkey-options')
      expect([url, (await send({ passkey: await askDevice(page, challenge) })).status]).toEqual([url, status])
    }
  } finally {
    elsewhere.close()
  }
  expect(noise.splice(0)).toEqual([`request: http://localhost:${otherPort}/`])
})

/** A response of the authenticator to the open page. */
const askDevice = (page: Page, challenge: string): Promise<unknown> =>
  page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    )
    const found = (await navigator.credentials.get({
      publicKey: { challenge: bytes, rpId: 'localhost', userVerification: 'required' },
    })) as PublicKeyCredential
    const { id, rawId, type, response, clientExtensionResults } = found.toJSON()
    return { id, rawId, type, response, clientExtensionResults }
  }, challenge)

test('[P3 §12] a browser without passkey support shows a message at log-in and in the settings', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const old = (page: Page) =>
    page.addInitScript(() => {
      Object.defineProperty(window, 'PublicKeyCredential', { value: undefined })
    })
  const { page } = await visit(looks[3], { baseURL })
  await old(page)
  await page.goto('/#log-in')
  await press(page, 'Log in with a passkey')
  await alert(page, 'This browser doesn’t support passkeys.')
  const own = await visitAs(anna, '/settings#password', looks[3], { baseURL, before: old })
  await own.page.getByText('This browser doesn’t support passkeys.').waitFor()
  expect(await own.page.getByRole('button', { name: 'Add a passkey' }).isDisabled()).toBe(true)
})

test('[P3 §12] two-step verification: set up with the key, required after the password, with a recovery code, and turned off', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const at = await visitAs(anna, '/settings#password', looks[0], { baseURL })
  const { page } = at
  at.expectStatus(400, 403)
  await press(page, 'Set up two-step verification')
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = ((await page.locator('[data-secret]').textContent()) ?? '').replaceAll(' ', '')
  await assertFine(page)
  const digits = page.getByLabel('The six digits in the app')
  await digits.fill('000000')
  await press(page, 'Turn on')
  await alert(page, "This code isn't right or has already been used. Please try another.")
  const used = appCode(app, secret)
  await digits.fill(used)
  await press(page, 'Turn on')
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect.poll(() => codes.count()).toBe(10)
  const [kept = ''] = await codes.allTextContents()
  const saved = page.waitForEvent('download')
  await press(page, 'Download')
  expect((await saved).suggestedFilename()).toBe('recovery-codes.txt')
  await assertFine(page)
  // Nothing but the button closes it: not Escape, not the backdrop, not another screen and Back.
  for (let times = 0; times < 3; times++) await page.keyboard.press('Escape')
  await page.mouse.click(5, 5)
  expect(await page.getByRole('button', { name: 'Close' }).count()).toBe(0)
  await goTo(page, '/faq')
  await page.goBack()
  expect(await codes.first().textContent()).toBe(kept)
  await press(page, 'I have saved them')
  await page.getByText('You have 10 recovery codes left.').waitFor()

  const logIn = async () => {
    await logOut(page)
    await goTo(page, '/#log-in')
    await page.getByLabel('Email').fill(anna.email)
    await page.getByLabel('Password', { exact: true }).fill(anna.password)
    await press(page, 'Log in')
    await page.getByRole('heading', { level: 1, name: 'Two-step verification' }).waitFor()
  }
  await logIn()
  await assertFine(page)
  // The code that switched it on can't be used again.
  await page.getByLabel('Code').fill(used)
  await alert(page, "This code isn't right or has already been used. Please try another.")
  app.clock.advance(60)
  await page.getByLabel('Code').fill(appCode(app, secret))
  await arrived(page)
  await logIn()
  await press(page, 'Use a recovery code')
  await page.getByLabel('Recovery code').fill(kept)
  await press(page, 'Log in')
  await arrived(page)

  await goTo(page, '/settings#password')
  await page.getByText('You have 9 recovery codes left.').waitFor()
  app.clock.advance(16 * 60)
  await press(page, 'Turn off')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  // The field has the focus.
  await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'password')
  await dialog.getByLabel('Password', { exact: true }).fill('Wrong-Horse-9')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await alert(page, "That isn't your current password. Please try again.")
  await dialog.getByRole('button', { name: 'Use a code from your app instead' }).click()
  await assertFine(page)
  await dialog.getByLabel('Code').fill(appCode(app, secret))
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await toast(page, 'Two-step verification is off.')
})

test('[P3 §12] the links in security emails need a click to end the session or undo the change', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  await confirmAddress(app, anna)
  const linkIn = async (what: string) => {
    const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === anna.email)
    const texts = emails.map(({ text }) => text ?? '').reverse()
    return texts.map((text) => new RegExp(`/undo\\?\\S*what=${what}\\S*`).exec(text)?.[0]).find(Boolean) ?? ''
  }
  const stranger = anna.elsewhere()
  stranger.token = ''
  const opened = await stranger.call('POST /api/login', { email: anna.email, password: anna.password })
  Object.assign(stranger, opened)
  const at = await visit(looks[2], { baseURL })
  const { page } = at
  await page.goto(await linkIn('session'))
  await page.getByRole('heading', { level: 1, name: 'This wasn’t me' }).waitFor()
  await assertFine(page)
  // Opening the page changes nothing, in case an email server does so.
  expect((await stranger.try('GET /api/user')).status).toBe(200)
  await press(page, 'End that session')
  await page.getByRole('heading', { level: 1, name: 'Done' }).waitFor()
  expect((await stranger.try('GET /api/user')).status).toBe(401)

  await anna.call('POST /api/settings-change-password', { current: anna.password, new: 'Galah-River-77' })
  const link = await linkIn('change')
  await page.goto(link)
  await press(page, 'Undo the change')
  await page.getByRole('heading', { level: 1, name: 'Done' }).waitFor()
  await assertFine(page)
  const { status } = await anna.try('POST /api/login', { email: anna.email, password: 'Galah-River-77' })
  expect(status).toBe(404)
  at.expectStatus(404)
  await page.goto(link)
  await press(page, 'Undo the change')
  await alert(page, 'This link is invalid or has expired')
})
