import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { rejectReasons } from '@rosella/contract/admin/rules'
import type { Person } from '@rosella/testkit/person'
import { scene } from '@rosella/testkit/pictures'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAdminSite, secondAdmin } from './admin-desk'
import { findings } from './axe'
import { goTo, looks } from './browser'
import { app, visitAs } from './test-site'

openAdminSite()

const small = async (seed: number, width = 240) => (await scene(seed, width, width)).jpeg().toBuffer()
const shown = (page: Page) => page.locator('[data-photo]').getAttribute('data-photo')

/** Presses a key and waits for the next photo or the end of the queue. Returns the name of the photo it was pressed on. */
async function press(page: Page, key: string): Promise<string> {
  await page.locator('[data-photo]').waitFor()
  const name = (await shown(page)) ?? ''
  await page.keyboard.press(key)
  await page.waitForFunction(
    (before) => document.querySelector('[data-photo]')?.getAttribute('data-photo') !== before,
    name,
  )
  return name
}

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
  for (let n = 0; n < 5; n++) {
    theirs.push(await press(other.page, 'a'))
    seen.push(await press(page, 'a'))
  }
  expect(seen.slice(0, 4)).toEqual(waiting.slice(0, 4))
  decided.approved.push(...seen, ...theirs)
  // The colleague goes to the dashboard, which releases their claims and counts the remaining photos.
  await other.page.getByRole('link', { name: 'Dashboard' }).click()
  const left = () => other.page.getByRole('link', { name: /Photos to review/ }).textContent()
  await expect.poll(left).toMatch(/^6Photos/)
  expect(seen.filter((name) => theirs.includes(name))).toEqual([])
  expect(seen).toContain(waiting[4])

  // Undo back to the copied photo and check its warning.
  while ((await shown(page)) !== waiting[4]) {
    const before = await shown(page)
    await page.keyboard.press('u')
    await page.waitForFunction(
      (name) => document.querySelector('[data-photo]')?.getAttribute('data-photo') !== name,
      before,
    )
    decided.approved.splice(decided.approved.indexOf((await shown(page)) ?? ''), 1)
  }
  await page.getByText('Looks like another member’s photo').waitFor()
  const about = page.getByRole('region', { name: 'About this photo' })
  expect(await about.getByRole('link', { name: 'Dan', exact: true }).getAttribute('href')).toBe(
    `/admin/members/${dan.id}`,
  )
  expect(await findings(page)).toEqual([])
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
  await expect.poll(left).toMatch(/^1Photos/)
  await page.getByRole('button', { name: 'Look at them again' }).click()
  await page.locator('[data-photo]').waitFor()
  expect(await shown(page)).toBe(skipped)
  await page.keyboard.press('8')
  decided.rejected.push(skipped)
  await page.getByText('All photos have been reviewed.').waitFor()
  await expect.poll(left).toBe('0Photos to reviewNothing waiting')

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
  await page.keyboard.press('a')
  await page.getByText('Another moderator is reviewing this photo.').waitFor()
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

test('an admin reads the audit log and downloads the transparency report', async () => {
  const [eve, finn] = (await app.members('Eve', 'Finn')) as [Person, Person]
  await eve.call('POST /api/report-user', { recipient_id: finn.id, report_reason: 'Asking for money' })
  await app.admin.call('POST /api/admin/member', { id: finn.id, status: 3, reason: 'Money' })
  const { page } = await visitAs(app.admin, '/admin/audit')
  await page.getByRole('searchbox', { name: 'Member' }).fill('Finn')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('link', { name: 'Show what was done' }).click()
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByText('Admin suspended Finn').waitFor()
  await log.getByText('before: Active').waitFor()
  expect(await log.getByRole('listitem').count()).toBe(1)

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
