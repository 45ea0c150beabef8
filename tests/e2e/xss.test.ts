import { lists } from '@rosella/contract/browse/rules'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { goTo, type Visit } from './browser'
import { app, openTestSite, visit, visitAs } from './test-site'

/** Typical XSS payloads, in the lengths that the fields allow. */
const LONG = [
  '<img src=x onerror="window.hacked=1">',
  '<script>window.hacked=1</script>',
  '"><svg onload=window.hacked=1>',
  '</textarea></title><iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<a href="javascript:window.hacked=1">x</a>',
  "{{constructor.constructor('window.hacked=1')()}}",
  '<base href="https://evil.example/">',
].join(' ')
const SHORT = '"><img src=x onerror=hacked=1>'
const FORBIDDEN =
  'script:not([src], head > [data-fonts]), img[src="x"], iframe, object, embed, base, [onerror], [onload], [onclick], [srcdoc], a[href^="javascript:" i]'

let visitor: Visit
let anna: Person
let ben: Person
let dialogs: string[] = []

openTestSite()
beforeAll(async () => {
  const members = await app.members('Anna', { username: 'Ben', photos: 3, premium: true })
  ;[anna, ben] = members as [Person, Person]
  await writeEverywhere()
})
afterEach(async () => {
  expect(dialogs).toEqual([])
})

/** Ben writes the payloads into every field, and the database stores them as his name and city, which the API refuses. */
async function writeEverywhere(): Promise<void> {
  const fields = { tagline: LONG.slice(0, 200), about_offer: LONG, wants: LONG, interests: LONG }
  const short = { occupation: SHORT, ethnicity: SHORT, languages: SHORT }
  for (const [key, value] of Object.entries({ ...fields, ...short })) {
    await ben.call('POST /api/profile-auto-save', { key, value })
  }
  await app.admin.call('POST /api/admin/prompt', { question: `${SHORT}?`, active: true })
  const { prompts } = await ben.call('GET /api/user')
  const chosen = prompts.filter(({ question }, n) => n === 0 || question.startsWith(SHORT))
  await ben.call('POST /api/update-discussion-prompts', {
    prompts: chosen.map(({ id }, order_n) => ({ question_id: id, answer: LONG, active: true, order_n })),
  })
  const socket = await ben.socket()
  for (const text of [LONG.replace('https://', ''), SHORT]) await say(socket, anna, text)
  socket.disconnect()
  for (const action of ['like', 'fav', 'rose']) {
    await ben.call('POST /api/user-action', { action, recipient_id: anna.id })
    await anna.call('POST /api/user-action', { action, recipient_id: ben.id })
  }
  await ben.call('GET /api/view-profile', { url_hash: anna.url_hash })
  await anna.call('GET /api/view-profile', { url_hash: ben.url_hash })
  await app.db.updateTable('member').set({ username: SHORT, city: SHORT }).where('id', '=', ben.id).execute()
}

async function open(person: Person | undefined, path: string): Promise<Page> {
  dialogs = []
  if (person) visitor = await visitAs(person, path, undefined, { before: watch })
  else {
    visitor = await visit()
    await watch(visitor.page)
    await visitor.page.goto(path)
  }
  return visitor.page
}

async function watch(page: Page): Promise<void> {
  page.on('dialog', (dialog) => {
    dialogs.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { violations: seen })
    document.addEventListener('securitypolicyviolation', (event) =>
      seen.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    )
  })
}

/** The payload shows as text. None of it became an element, ran, or had to be stopped by the content security policy. */
async function assertHarmless(page: Page, payload: string): Promise<void> {
  await page.waitForFunction((text) => {
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(
      ({ value }) => value,
    )
    return [document.body.textContent ?? '', ...typed].some((shown) => shown.includes(text))
  }, payload)
  const found = await page.evaluate(
    (selector) => ({
      hacked: 'hacked' in window,
      elements: [...document.querySelectorAll(selector)].map((element) => element.outerHTML.slice(0, 200)),
      violations: (window as unknown as { violations: string[] }).violations,
    }),
    FORBIDDEN,
  )
  expect([page.url(), found]).toEqual([page.url(), { hacked: false, elements: [], violations: [] }])
}

test('a member’s input is shown as text on every list, profile, chat and message screen, and once blocked and reported', async () => {
  const page = await open(anna, '/')
  await assertHarmless(page, SHORT)
  const { recent: _first, ...others } = lists
  for (const [filter, { title }] of Object.entries(others)) {
    await goTo(page, `/${filter}`)
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
    await assertHarmless(page, SHORT)
  }
  await goTo(page, '/messages')
  await page.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
  await assertHarmless(page, SHORT)
  await page.goto(`/${ben.url_hash}#messages`)
  await assertHarmless(page, LONG)
  // Shown when the socket is connected; until then nothing can be sent.
  const received = page.getByRole('log').getByText('parent.hacked')
  await received.waitFor()
  const box = page.getByRole('textbox', { name: /^Message to/ })
  await box.fill(LONG.replace('https://', ''))
  await box.press('Enter')
  await expect.poll(() => received.count()).toBe(2)
  await assertHarmless(page, LONG)

  // A rose's toast contains the sender's name, on a screen that does not show it otherwise.
  await goTo(page, '/settings')
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  app.clock.advance(86_401)
  await ben.call('POST /api/user-action', { action: 'rose', recipient_id: anna.id })
  await assertHarmless(page, `${SHORT} sent you a rose`)

  await anna.call('POST /api/report-user', {
    recipient_id: ben.id,
    report_reason: 'Something else',
    report_reason_info: LONG,
  })
  await anna.call('POST /api/user-action', { action: 'block', recipient_id: ben.id })
  await goTo(page, '/settings#blocked-users')
  await page.getByRole('button', { name: /^Unblock/ }).waitFor()
  await assertHarmless(page, SHORT)
  await page.goto(`/${ben.url_hash}`)
  await assertHarmless(page, 'You blocked the user')
})

test('a member’s input is shown as text on their own screens', async () => {
  const page = await open(ben, '/edit')
  await assertHarmless(page, LONG)
  await goTo(page, `/${ben.url_hash}`)
  await page.getByText('This is your profile as others see it.').waitFor()
  await assertHarmless(page, LONG)
  await goTo(page, '/photos')
  const broken = { name: `${SHORT}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await page.route('**/api/photos', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  )
  visitor.expectWords(/net::ERR_FAILED/)
  await page.getByLabel('Add photos').setInputFiles(broken)
  await assertHarmless(page, `Error uploading ${SHORT}.jpg.`)
})

test('input is shown as text in decisions, appeals, emails and manipulated URLs', async () => {
  const [report] = (await anna.call('GET /api/my-reports')).reports
  await app.admin.call('POST /api/admin/report-decision', {
    report_id: report?.id ?? 0,
    outcome: 'warned',
    member_text: LONG,
  })
  const mail = async () => (await app.mail()).find(({ text }) => text?.includes('/appeal?'))
  await expect.poll(mail).toBeTruthy()
  const { html = '', text = '' } = (await mail()) ?? {}
  expect(html).toContain('&#60;script&#62;')
  expect(html).not.toMatch(/<(script|iframe|svg|base)|onerror="|href="javascript/i)

  const page = await open(undefined, /\/appeal\?\S+/.exec(text)?.[0] ?? '')
  await assertHarmless(page, LONG)
  await page.getByLabel('Why do you think this is wrong?').fill(LONG)
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await page.getByText('Someone else on our team will review').waitFor()
  await page.reload()
  await page.getByText('Your appeal is waiting').waitFor()
  await assertHarmless(page, LONG)

  visitor.expectStatus(400, 404)
  const trap = encodeURIComponent(SHORT)
  await page.goto(`/nowhere/${trap}?x=${trap}#${trap}`)
  await page.getByText('Page Not Found').waitFor()
  await assertHarmless(page, 'onerror')
  for (const path of [
    '/access',
    '/change-password',
    '/verify',
    '/appeal',
    '/unsubscribe',
    '/undo',
    '/two-step',
  ]) {
    await goTo(page, '/faq')
    await page.getByRole('heading', { level: 1, name: 'FAQs' }).waitFor()
    await goTo(page, `${path}?hash=${trap}&email=${trap}&report=${trap}&key=${trap}#${trap}`)
    await page.getByRole('heading', { level: 1, name: 'FAQs' }).waitFor({ state: 'detached' })
    await page.getByRole('main').waitFor()
    await assertHarmless(page, '')
  }
})

test('the content security policy would stop a text that became an element', async () => {
  const page = await open(anna, '/faq')
  visitor.expectWords(/Content Security Policy|Content-Security-Policy|Refused to/i)
  visitor.expectStatus(404)
  await page.evaluate((html) => {
    const trap = document.createElement('div')
    trap.innerHTML = html
    document.body.append(trap)
    const script = document.createElement('script')
    script.textContent = 'window.hacked = 1'
    document.body.append(script)
    const base = document.createElement('base')
    base.href = 'https://evil.example/'
    document.head.append(base)
    const link = document.createElement('a')
    link.href = 'javascript:window.hacked=1'
    trap.append(link)
    link.click()
  }, LONG)
  const stopped = () =>
    page.evaluate(() => (window as unknown as { violations: string[] }).violations.join('\n'))
  for (const directive of ['script-src-attr', 'script-src-elem', 'base-uri']) {
    await expect.poll(stopped).toContain(directive)
  }
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
  expect(new URL(page.url()).pathname).toBe('/faq')
})
