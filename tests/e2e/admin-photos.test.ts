import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { CLAIM_SECONDS, rejectReasons, UNDO_MS } from '@rosella/contract/admin/rules'
import { siteDay } from '@rosella/contract/site-day'
import { importPhotoBank } from '@rosella/server/features/photos/index'
import type { Person } from '@rosella/testkit/person'
import { scene } from '@rosella/testkit/pictures'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { assertFine, openAdminSite, secondAdmin } from './admin-desk'
import { findings } from './axe'
import { goTo, looks } from './browser'
import { app, visitAs } from './test-site'

openAdminSite()

const small = async (seed: number, width = 240) => (await scene(seed, width, width)).jpeg().toBuffer()
/** Longer than a decision can be undone. */
const SENT_MS = UNDO_MS + 10_000
const shown = (page: Page) => page.locator('[data-photo]').getAttribute('data-photo')

const skipButton = (page: Page) => page.getByRole('button', { name: /^Skip/ })
const approveButton = (page: Page) => page.getByRole('button', { name: /^Approve/ })

/** Keys decide only about a picture that has loaded. */
async function pictureLoaded(page: Page): Promise<void> {
  await page.locator('[data-photo]').waitFor()
  await expect.poll(() => approveButton(page).isEnabled()).toBe(true)
}

/** Presses a key and waits for the next photo or the end of the queue. Returns the name of the photo it was pressed on. */
async function press(page: Page, key: string): Promise<string> {
  await pictureLoaded(page)
  const name = (await shown(page)) ?? ''
  await page.keyboard.press(key)
  await page.waitForFunction(
    (before) => document.querySelector('[data-photo]')?.getAttribute('data-photo') !== before,
    name,
  )
  return name
}

const stateOf = async (person: Person) =>
  (await person.call('GET /api/photos')).map(({ approved }) => approved)

test('[P1 §1] /admin exists only for admins, and members load none of its code', async () => {
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../web/dist/.vite/manifest.json', import.meta.url)), 'utf8'),
  )
  const chunks = Object.entries(manifest)
    .filter(([source]) => /^src\/(features\/admin\/|app\/AdminBar)/.test(source))
    .map(([, { file }]) => `/${file}`)
  expect(chunks.length).toBeGreaterThan(9)
  const [anna] = (await app.members('Anna')) as [Person]
  const impersonated = Object.assign(anna.elsewhere(), {
    token: (
      await app.admin.call('POST /api/admin/impersonate', { id: anna.id, reason: 'They asked for help' })
    ).token,
  })
  // An admin who acts as a member has no admin rights.
  const adminInfo = JSON.stringify(await app.admin.call('GET /api/user'))
  for (const [person, kept] of [
    [anna, {}],
    [impersonated, { adminInfo }],
  ] as const) {
    const loaded: string[] = []
    const { page } = await visitAs(person, '/admin', looks[0], {
      kept,
      before: async (early) => early.on('request', (request) => loaded.push(new URL(request.url()).pathname)),
    })
    for (const path of ['/admin', '/admin/photos', '/admin/reports/1']) {
      if (path !== '/admin') await goTo(page, path)
      await page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
      await page.getByRole('main').getByText(path, { exact: true }).waitFor()
    }
    await goTo(page, '/')
    await page.getByRole('navigation', { name: 'Sections' }).first().waitFor()
    expect(await page.getByRole('link', { name: 'Admin' }).count()).toBe(0)
    expect(loaded.filter((path) => chunks.includes(path))).toEqual([])
  }
  const admin = await visitAs(app.admin, '/admin')
  await admin.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()
  await goTo(admin.page, '/admin/nowhere')
  await admin.page.getByRole('heading', { level: 1, name: 'Page Not Found' }).waitFor()
  await admin.page.getByRole('link', { name: 'Back to the site' }).click()
  await admin.page.getByRole('button', { name: 'Your menu' }).waitFor()
})

test('two moderators decide 16 photos by keyboard, and members see the decisions live', async () => {
  const [bea, cara, dan] = (await app.members('Bea', 'Cara', 'Dan')) as [Person, Person, Person]
  const original = await dan.upload(await small(500))
  await app.admin.call('POST /api/admin/photo-decision', { photo: original, approved: true })
  const waiting: string[] = []
  for (let n = 0; n < 16; n++) {
    const person = n % 2 ? cara : bea
    // One is a smaller copy of Dan's photo.
    const bytes =
      n === 4
        ? await (await scene(500, 240, 240)).resize(200).jpeg({ quality: 70 }).toBuffer()
        : await small(n + 1)
    waiting.push(await person.upload(bytes))
    app.clock.advance(1)
  }
  const hers = await visitAs(bea, '/photos', looks[2])
  await hers.page.getByRole('heading', { level: 1, name: 'My photos' }).waitFor()

  const mine = await visitAs(app.admin, '/admin')
  const { page } = mine
  await page.getByRole('link', { name: /16 Photos to review/ }).click()
  await page.locator('[data-photo]').waitFor()
  const seen: string[] = []
  const decided = { approved: [] as string[], rejected: [] as string[] }

  // Two moderators work concurrently, each on their own photos.
  const other = await visitAs(secondAdmin, '/admin/photos')
  const theirs: string[] = []
  for (let n = 0; n < 4; n++) {
    theirs.push(await press(other.page, 'a'))
    seen.push(await press(page, 'a'))
  }
  expect(seen).toEqual(waiting.slice(0, 4))
  decided.approved.push(...seen, ...theirs)
  // The colleague goes to the dashboard, which sends their decisions and releases their claims.
  await other.page.getByRole('link', { name: 'Dashboard' }).click()
  const left = () => other.page.getByRole('link', { name: /Photos to review/ }).textContent()
  await expect.poll(left, { timeout: SENT_MS }).toMatch(/^8Photos/)
  expect(seen.filter((name) => theirs.includes(name))).toEqual([])

  // The copied photo has a warning. Pictures that are shown small open in the viewer, where keys decide nothing.
  expect(await shown(page)).toBe(waiting[4])
  await page.getByText('Seen before', { exact: true }).waitFor()
  const about = page.getByRole('region', { name: 'About this photo' })
  await about.getByText(/^Also used by Dan, \d+$/).waitFor()
  expect(await about.getByRole('link', { name: 'Dan', exact: true }).getAttribute('href')).toBe(
    `/admin/members/${dan.id}`,
  )
  expect(await findings(page)).toEqual([])
  await about.getByRole('button', { name: 'Similar photo of Dan, approved' }).click()
  const viewer = page.getByRole('dialog', { name: 'Photos to compare' })
  await viewer.getByRole('img', { name: 'Similar photo of Dan' }).waitFor()
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  expect(await shown(page)).toBe(waiting[4])
  decided.rejected.push(await press(page, '3'))
  await hers.page.getByText(rejectReasons[2].text).waitFor()

  // Reject with a custom reason. Typing in the dialog triggers no shortcuts.
  const named = (await shown(page)) ?? ''
  await page.keyboard.press('0')
  await page.keyboard.type('As a dog 123')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await expect.poll(() => shown(page)).not.toBe(named)
  decided.rejected.push(named)

  // Skip, undo, skip again, then approve the rest.
  const skipped = await press(page, 's')
  await page.keyboard.press('u')
  await expect.poll(() => shown(page)).toBe(skipped)
  await press(page, 's')
  const end = page.getByRole('heading', { name: 'Only skipped photos are left' })
  while (decided.approved.length + decided.rejected.length < 15) decided.approved.push(await press(page, 'a'))
  await end.waitFor()
  await expect.poll(left, { timeout: SENT_MS }).toMatch(/^1Photos/)
  await page.getByRole('button', { name: 'Look at them again' }).click()
  await pictureLoaded(page)
  expect(await shown(page)).toBe(skipped)
  await page.keyboard.press('8')
  decided.rejected.push(skipped)
  await page.getByText('All photos have been reviewed.').waitFor()
  await expect.poll(left, { timeout: SENT_MS }).toBe('0Photos to reviewNothing waiting')

  const names = async (state: 'approved' | 'rejected') =>
    (await app.admin.call('GET /api/admin/photos', { state })).items
      .map(({ filename }) => filename)
      .filter((name) => waiting.includes(name))
      .sort()
  await expect.poll(() => names('rejected')).toEqual(decided.rejected.sort())
  expect(decided.approved).toHaveLength(13)
  expect(new Set([...decided.approved, ...decided.rejected]).size).toBe(16)

  // New photos appear automatically. A claim expires after five minutes, and a late decision is refused.
  const late = await cara.upload(await small(77))
  await page.locator('[data-photo]').waitFor()
  app.clock.advance(301)
  await secondAdmin.call('POST /api/admin/photo-claim')
  mine.expectStatus(409)
  await pictureLoaded(page)
  await page.keyboard.press('a')
  await page.getByText('Cara: Another moderator is reviewing this photo.').waitFor()
  await secondAdmin.call('POST /api/admin/photo-claim', { count: 0, skip: [late] })

  // Change a decision in the list of approved photos.
  // There are too few for a second page, so the reply announces one.
  await page.route('**/api/admin/photos?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), pages: 2 } })
  })
  await page.getByRole('navigation', { name: 'Photos' }).getByRole('link', { name: 'Approved' }).click()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL(/[?&]p=2/)
  await page.getByRole('button', { name: 'Reject the photo of Dan' }).click()
  await page.getByText('Not this member').click()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByRole('button', { name: 'Reject the photo of Dan' }).waitFor({ state: 'detached' })
  expect(await dan.call('GET /api/photos')).toMatchObject([
    { approved: false, reject_reason: rejectReasons[2].text },
  ])
})

/** Decides what other tests left in the queue, when their claims have expired. */
async function emptyQueue(): Promise<void> {
  app.clock.advance(CLAIM_SECONDS + 1)
  const { items } = await app.admin.call('GET /api/admin/photos')
  for (const { filename } of items)
    await app.admin.call('POST /api/admin/photo-decision', { photo: filename, approved: true })
}

test('a key decides only when the picture has loaded, on a desktop and on a phone', async () => {
  for (const look of [looks[0], looks[3]]) {
    await emptyQueue()
    const [kim] = (await app.members('Kim')) as [Person]
    const photo = await kim.upload(await small(900 + look.width))
    const picture = (url: URL) => url.pathname === `/media/lg/${photo}.jpg`
    let release = () => {}
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    const { page, expectStatus } = await visitAs(app.admin, '/admin/photos', look, {
      before: (early) =>
        early.route(picture, async (route) => {
          await slow
          await route.continue()
        }),
    })
    await page.locator('[data-photo]').waitFor()
    await page.getByText('Loading the photo').waitFor()
    expect(await findings(page)).toEqual([])
    for (const key of ['a', '1', '0']) await page.keyboard.press(key)
    expect(await approveButton(page).isDisabled()).toBe(true)
    expect(await skipButton(page).isDisabled()).toBe(false)
    expect([await shown(page), await page.getByRole('dialog').count()]).toEqual([photo, 0])
    release()
    await pictureLoaded(page)
    // A picture that cannot be loaded cannot be decided either.
    await page.unroute(picture)
    await page.route(picture, (route) => route.fulfill({ status: 404 }))
    expectStatus(404)
    await page.reload()
    await page.getByText('This photo couldn’t be loaded.').waitFor()
    await page.keyboard.press('a')
    expect(await shown(page)).toBe(photo)
    await page.unroute(picture)
    await page.getByRole('button', { name: 'Try again' }).click()
    await pictureLoaded(page)
    await approveButton(page).click()
    await page.getByText('All photos have been reviewed.').waitFor()
    await page.goto('/admin')
    await expect.poll(() => stateOf(kim)).toEqual([true])
  }
})

test('a decision can be undone for ten seconds, and is sent when the page is left', async () => {
  await emptyQueue()
  const [lou, max] = (await app.members('Lou', 'Max')) as [Person, Person]
  const first = await lou.upload(await small(1001))
  app.clock.advance(1)
  await lou.upload(await small(1002))
  const { page, expectStatus } = await visitAs(app.admin, '/admin/photos', looks[0], {
    before: (early) => early.clock.install(),
  })
  expect(await press(page, 'a')).toBe(first)
  await page.getByText('Approved: Lou. You can undo this for 10 seconds.').waitFor()
  await page.clock.fastForward(UNDO_MS - 2000)
  expect(await stateOf(lou)).toEqual([null, null])
  // A colleague gets neither photo.
  expect(await secondAdmin.call('POST /api/admin/photo-claim')).toEqual({ items: [] })
  await page.keyboard.press('u')
  await expect.poll(() => shown(page)).toBe(first)
  await page.clock.fastForward(UNDO_MS)
  expect(await stateOf(lou)).toEqual([null, null])

  // The second decision is undone, the first is stored after its time.
  await press(page, '1')
  await pictureLoaded(page)
  await page.keyboard.press('a')
  await page.getByText('All photos have been reviewed.').waitFor()
  await page.keyboard.press('u')
  await pictureLoaded(page)
  await page.clock.fastForward(UNDO_MS)
  await expect.poll(() => stateOf(lou)).toEqual([false, null])
  await expect.poll(() => page.getByRole('button', { name: /^Undo/ }).isDisabled()).toBe(true)

  // The member deletes a photo that has just been approved.
  await page.keyboard.press('a')
  const { filename } = (await lou.call('GET /api/photos'))[1] as { filename: string }
  await lou.call('DELETE /api/photo', { photo: filename })
  expectStatus(404)
  await page.clock.fastForward(UNDO_MS)
  await page.getByText(/^Lou: /).waitFor()
  await page.getByText('All photos have been reviewed.').waitFor()

  // Leaving the screen, and leaving the page.
  for (const leave of [() => goTo(page, '/admin/audit'), () => page.goto('about:blank')]) {
    await page.goto('/admin/photos')
    const photo = await max.upload(await small(1003 + (await stateOf(max)).length))
    await pictureLoaded(page)
    expect(await shown(page)).toBe(photo)
    await page.keyboard.press('a')
    await page.getByText('All photos have been reviewed.').waitFor()
    await leave()
    await expect.poll(async () => (await stateOf(max)).at(-1)).toBe(true)
  }
}, 90_000)

test('an admin reads the audit log and downloads the transparency report', async () => {
  const [eve, finn] = (await app.members('Eve', 'Finn')) as [Person, Person]
  await eve.call('POST /api/report-user', { recipient_id: finn.id, report_reason: 'Asking for money' })
  await app.admin.call('POST /api/admin/member', { id: finn.id, status: 3, reason: 'Money' })
  const { page } = await visitAs(app.admin, '/admin/audit')
  await page.getByRole('searchbox', { name: 'Member' }).fill('Finn')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await assertFine(page)
  await page.getByRole('link', { name: 'Show what was done' }).click()
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByText('Admin suspended Finn').waitFor()
  await log.getByText('before: Active').waitFor()
  await expect.poll(() => log.getByRole('listitem').count()).toBe(1)

  // The URL holds the filters, and the file has what is on screen.
  await page.getByLabel('Action').selectOption('Member: change')
  await page.waitForURL(/[?&]action=member\.change/)
  await page.getByLabel('Staff member').selectOption({ label: 'Admin' })
  await page.waitForURL(/[?&]staff=\d+/)
  const today = siteDay(app.clock.now())
  await page.getByLabel('From', { exact: true }).fill(today)
  await page.getByLabel('To', { exact: true }).fill('2020-01-01')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('The first day is after the last.').waitFor()
  await assertFine(page)
  await page.getByLabel('To', { exact: true }).fill(today)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.waitForURL(/[?&]to=/)
  await page.reload()
  await log.getByText('Admin suspended Finn').waitFor()
  expect(await page.getByLabel('Staff member').inputValue()).toBe(String(app.admin.id))
  await expect.poll(() => log.getByRole('listitem').count()).toBe(1)
  await assertFine(page)
  const [entries] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(entries.suggestedFilename()).toBe(`audit-${today}.csv`)
  const auditLines = (await readFile(await entries.path(), 'utf8')).trim().split('\r\n')
  expect(auditLines).toHaveLength(2)
  expect(auditLines[1]).toContain(`,Admin,member.change,${finn.id},Finn,`)
  await page.getByLabel('Action').selectOption('Tip: add')
  await page.getByText('No staff action fits these filters.').waitFor()
  await page.getByRole('link', { name: 'Show everything' }).click()
  await expect.poll(() => log.getByRole('listitem').count()).toBeGreaterThan(1)

  await page.getByRole('link', { name: 'Transparency' }).click()
  await page.getByRole('link', { name: 'This year' }).click()
  await page.getByRole('row', { name: /^Asking for money 1 0/ }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^transparency-\d{4}-01-01-to-\d{4}-\d\d-\d\d\.csv$/)
  const csv = await readFile(await file.path(), 'utf8')
  expect(csv).toContain('\r\nAsking for money,1,0,')
  expect(csv).toContain('\r\nAccounts suspended,1\r\n')
})

test('the admin area on a phone in dark mode passes axe and is never wider than the screen', async () => {
  const { page } = await visitAs(app.admin, '/admin', looks[3])
  const chart = page.getByRole('slider', { name: 'Sign-ups' })
  await chart.focus()
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^Today so far: \d+ sign-ups?$/)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toMatch(/^\d+ \w+: \d+ sign-ups?$/)
  await page.getByText('Show the 30 days as a table').click()
  for (const [path, name] of [
    ['/admin', 'Dashboard'],
    ['/admin/photos', 'Photos'],
    ['/admin/audit', 'Audit'],
    ['/admin/photos?state=approved', 'Photos'],
    ['/admin/transparency', 'Transparency'],
  ] as const) {
    if (path !== '/admin') await goTo(page, path)
    await page.getByRole('heading', { level: 1, name }).waitFor()
    await page.getByText('Loading...').waitFor({ state: 'detached' })
    expect(await findings(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(looks[3].width)
  }
})

test('[P4 §2] a moderator sees where a photo was seen before, and an admin removes a source of known photos', async () => {
  const [ria, sam, tom] = (await app.members('Ria', 'Sam', 'Tom')) as [Person, Person, Person]
  const original = await sam.upload(await small(900))
  // Those of other tests too, so that the copy is first in the queue.
  for (const { filename: photo } of (await app.admin.call('GET /api/admin/photos')).items)
    await app.admin.call('POST /api/admin/photo-decision', { photo, approved: true })
  await ria.call('POST /api/report-user', { recipient_id: sam.id, report_reason: 'Fake profile or scam' })
  const { items } = await app.admin.call('GET /api/admin/reports')
  const report_id = items.find(({ member }) => member.id === sam.id)?.id ?? 0
  await app.admin.call('POST /api/admin/report-decision', { report_id, outcome: 'banned' })
  const [photo] = await app.db.selectFrom('photo').where('name', '=', original).select('pdq').execute()
  const hash = Buffer.from(photo?.pdq ?? []).toString('hex', 0, 32)
  await importPhotoBank(app.server.services, () =>
    Readable.from(['pdq,reason,date,source', `${hash},Romance scam,2026-11-03,other.example`]),
  )
  const copy = (await scene(900, 240, 240)).flop().jpeg({ quality: 60 })
  await tom.upload(await copy.toBuffer())

  const { page } = await visitAs(app.admin, '/admin/photos')
  await page.getByText('Seen before', { exact: true }).waitFor()
  const seen = page.getByRole('region', { name: 'Seen before' })
  await seen.getByText(/^Seen before: an account banned for scams on \d+ \w+ \d{4} \(case \d+\)$/).waitFor()
  await seen.getByText('Seen before: Romance scam, 3 November 2026 (from other.example)').waitFor()
  await seen.getByText(/^Also used by Sam, \d+$/).waitFor()
  expect(await seen.getByRole('link', { name: `case ${report_id}` }).getAttribute('href')).toBe(
    `/admin/reports/${report_id}`,
  )
  await expect.poll(() => seen.locator('img').count()).toBe(2)
  await assertFine(page)
  await press(page, '3')

  await page.getByRole('link', { name: 'Known photos' }).click()
  await page.getByRole('row', { name: 'This site 8 1 0' }).waitFor()
  const theirs = page.getByRole('row', { name: /^other\.example 1 1 0/ })
  await assertFine(page)
  await theirs.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await theirs.waitFor({ state: 'detached' })
})
