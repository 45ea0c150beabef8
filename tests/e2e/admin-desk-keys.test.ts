import { sendSelfies } from '@rosella/testkit/camera'
import { giveRole } from '@rosella/testkit/give-role'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { mailTo } from '@rosella/testkit/second-admin'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { assertFine, heading, openAdminSite, panel, press, secondAdmin, toast } from './admin-desk'
import { goTo, looks } from './browser'
import { app, visitAs } from './test-site'

openAdminSite()

async function report(from: Person, to: Person, report_reason: string): Promise<number> {
  await from.call('POST /api/report-user', { recipient_id: to.id, report_reason })
  return (await from.call('GET /api/my-reports')).reports[0]?.id ?? 0
}
const rows = (page: Page) => page.getByRole('list', { name: /cases$/ }).getByRole('listitem')
const keys = async (page: Page, ...pressed: string[]) => {
  for (const key of pressed) await page.keyboard.press(key)
}
const query = (page: Page) => new URL(page.url()).search

test('the list of cases is filtered, searched and walked by keyboard, and the URL holds the filters', async () => {
  const [anna, ben, carl] = (await app.members('Anna', 'Ben', 'Carl')) as [Person, Person, Person]
  const urgent = await report(anna, ben, 'Under 18')
  const serious = await report(anna, carl, 'Asking for money')
  await app.admin.call('POST /api/admin/report-take', { report_id: serious, action: 'take' })

  const { page, expectStatus } = await visitAs(app.admin, '/admin/reports')
  await expect.poll(() => rows(page).count()).toBe(2)
  await keys(page, 'm')
  await expect.poll(() => rows(page).count()).toBe(1)
  expect(query(page)).toBe('?assigned=mine')
  await page.getByLabel('Reason').selectOption('Asking for money')
  await page.getByLabel('Order').selectOption('Oldest first')
  await expect.poll(() => query(page)).toBe('?assigned=mine&reason=money&sort=oldest')
  await page.reload()
  await page.getByText('One case').waitFor()
  expect(await page.getByLabel('Reason').inputValue()).toBe('money')
  await assertFine(page)
  await page.getByRole('link', { name: 'Clear filters' }).click()
  await expect.poll(() => query(page)).toBe('?assigned=mine')
  await page.goBack()
  await expect.poll(() => page.getByLabel('Reason').inputValue()).toBe('money')

  // Letters in the search field are text.
  await goTo(page, '/admin/reports')
  await expect.poll(() => rows(page).count()).toBe(2)
  await keys(page, '/')
  await page.keyboard.type('man')
  expect(await page.getByLabel('Search cases').inputValue()).toBe('man')
  await page.getByLabel('Search cases').fill(`No. ${serious}`)
  await keys(page, 'Enter')
  await expect.poll(() => rows(page).count()).toBe(1)
  await keys(page, 'j', 'Enter')
  await heading(page, `Case ${serious}`)
  await keys(page, 'l')
  await heading(page, 'Reports')
  expect(await page.getByLabel('Search cases').inputValue()).toBe(`No. ${serious}`)

  // The first case, opened by keyboard alone.
  await goTo(page, '/admin/reports')
  await expect.poll(() => rows(page).count()).toBe(2)
  await keys(page, 'j', 'j', 'k', 'Enter')
  await heading(page, `Case ${urgent}`)

  expectStatus(400)
  await goTo(page, '/admin/reports?urgency=extreme')
  await page.getByRole('alert').getByText('urgency').first().waitFor()
  await assertFine(page)
  for (const report_id of [urgent, serious])
    await app.admin.call('POST /api/admin/report-decision', { report_id, outcome: 'dismissed' })
})

test('a decision being written survives a link and a reload, is sent with a template, and is gone after a log-out', async () => {
  const [anna, ben, carl] = (await app.members('Anna', 'Ben', 'Carl')) as [Person, Person, Person]
  const [first, other] = [await report(anna, ben, 'Asking for money'), await report(anna, carl, 'Under 18')]
  const admin = await visitAs(app.admin, '/admin/content?tab=templates')
  await press(admin.page, 'Add a template')
  await admin.page.getByLabel('Title').fill('Money, first time')
  await admin.page.getByLabel('For the reason').selectOption('Asking for money')
  await admin.page.getByLabel('For the outcome').selectOption('Warned')
  await admin.page.getByLabel('Text', { exact: true }).fill('Please never ask members for money.')
  await press(admin.page, 'Add')
  await admin.page.getByRole('switch', { name: 'Money, first time' }).waitFor()
  await assertFine(admin.page)

  const [mona] = (await app.members('Mona')) as [Person]
  const moderator = await giveRole(app, mona, 'moderator')
  const { page } = await visitAs(moderator, `/admin/reports/${first}`)
  await heading(page, `Case ${first}`)
  // The heading may be there before the keys work.
  const giveBack = page.getByRole('button', { name: 'Give back' })
  const take = async () => {
    await keys(page, 't')
    await giveBack.waitFor({ timeout: 3000 }).catch(() => {})
    return giveBack.isVisible()
  }
  await expect.poll(take).toBe(true)
  await keys(page, '4', '2', 'e')
  await page.keyboard.type('Third time? 4 tcx')
  expect(await page.getByLabel('Note for moderators').inputValue()).toBe('Third time? 4 tcx')
  await keys(page, 'Escape')
  await page.getByLabel('Insert a reply').selectOption('Money, first time')
  await keys(page, 'Escape')
  await assertFine(page)

  const check = async () => {
    await heading(page, `Case ${first}`)
    await expect
      .poll(() => page.getByLabel('What Ben will read').inputValue())
      .toBe('Please never ask members for money.')
    expect(await page.getByLabel('Note for moderators').inputValue()).toBe('Third time? 4 tcx')
    expect(await page.getByRole('radio', { name: 'Warn' }).isChecked()).toBe(true)
  }
  await goTo(page, `/admin/members/${ben.id}`)
  await goTo(page, '/admin/reports')
  await page.getByText('Draft', { exact: true }).waitFor()
  await goTo(page, `/admin/reports/${first}`)
  await check()
  await page.reload()
  await check()
  const drafts = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('case-decision')))
  expect(await drafts()).toEqual([`own:case-decision:${moderator.id}:${first}`])

  // A template for another reason is not offered, and this case has a draft of its own.
  await goTo(page, `/admin/reports/${other}`)
  await heading(page, `Case ${other}`)
  await keys(page, 't')
  await page.getByRole('button', { name: 'Give back' }).waitFor()
  await keys(page, '2')
  expect(await page.getByLabel('Note for moderators').inputValue()).toBe('')
  expect(await page.getByLabel('Insert a reply').count()).toBe(0)

  // The decision removes the draft and is sent as written.
  await goTo(page, `/admin/reports/${first}`)
  await check()
  await keys(page, 'c')
  await page.getByRole('alertdialog').waitFor()
  await keys(page, 'Tab', 'Enter')
  await panel(page, 'Decision').getByText('Please never ask members for money.').waitFor()
  await expect.poll(drafts).toEqual([`own:case-decision:${moderator.id}:${other}`])
  expect((await mailTo(app, ben, 'A warning')).text).toContain('Please never ask members for money.')

  // Decided by an admin who takes it over: the draft is pointless.
  await app.admin.call('POST /api/admin/report-take', { report_id: other, action: 'take over' })
  await app.admin.call('POST /api/admin/report-decision', { report_id: other, outcome: 'dismissed' })
  await goTo(page, `/admin/reports/${other}`)
  await panel(page, 'Decision').getByText('Dismissed', { exact: true }).waitFor()
  await expect.poll(drafts).toEqual([])

  const third = await report(ben, carl, 'Something else')
  await moderator.call('POST /api/admin/report-take', { report_id: third, action: 'take' })
  await goTo(page, `/admin/reports/${third}`)
  await page.getByLabel('Note for moderators').fill('Wait for the other side')
  await expect.poll(drafts).toHaveLength(1)
  await goTo(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect.poll(drafts).toEqual([])
  await app.admin.call('POST /api/admin/report-take', { report_id: third, action: 'take over' })
  await app.admin.call('POST /api/admin/report-decision', { report_id: third, outcome: 'dismissed' })
})

/** Works the list of free cases off without a mouse; returns the decided cases. */
async function workCases(page: Page): Promise<number[]> {
  const done: number[] = []
  const idle = page.getByText('No other case is waiting for you here.').first()
  await keys(page, 'n')
  for (;;) {
    const ready = page.getByRole('button', { name: 'Give back' })
    await idle.or(ready).first().waitFor()
    if (await idle.isVisible()) return done
    const id = Number(/reports\/(\d+)/.exec(page.url())?.[1])
    if (done.includes(id)) throw new Error(`Case ${id} came twice.`)
    await keys(page, '1', 'x')
    await page.getByRole('alertdialog').waitFor()
    await keys(page, 'Tab', 'Enter')
    done.push(id)
    await expect.poll(() => page.url(), { timeout: 20_000 }).not.toContain(`/reports/${id}`)
  }
}

/** Works the photos off; returns when none is left. */
async function workPhotos(page: Page): Promise<number> {
  let decided = 0
  const idle = page.getByRole('heading', { name: 'No photos to review' })
  const photo = page.locator('img[data-photo]')
  for (;;) {
    await idle.or(photo).first().waitFor()
    if (await idle.isVisible()) return decided
    const name = await photo.getAttribute('data-photo').catch(() => null)
    if (name === null) continue
    await keys(page, decided % 3 === 2 ? '1' : 'a')
    decided++
    await expect.poll(() => page.locator(`img[data-photo="${name}"]`).count()).toBe(0)
  }
}

/** Compares selfies; returns when none is left for this moderator. Leaving the screen sends the last decisions. */
async function workVerifications(page: Page): Promise<string[]> {
  const done: string[] = []
  const idle = page.getByRole('heading', { name: 'No selfies to review' })
  const approve = page.getByRole('button', { name: 'Same person, correct poses' })
  const owner = page.locator('#content a[href^="/admin/members/"]').first()
  for (;;) {
    await idle.or(owner).first().waitFor()
    if (await idle.isVisible()) return done
    const member = await owner.getAttribute('href').catch(() => null)
    if (member === null) continue
    await expect.poll(() => approve.isEnabled(), { timeout: 20_000 }).toBe(true)
    await keys(page, 'a')
    await expect.poll(() => page.locator(`#content a[href="${member}"]`).count()).toBe(0)
    done.push(member)
  }
}

/** `npm run bench:desk` works off a large evening. */
const isFull = process.env.DESK === 'full'
const evening = isFull
  ? { members: 60, photos: 300, verifications: 40, cases: 60, timeout: 1_800_000 }
  : { members: 7, photos: 12, verifications: 4, cases: 6, timeout: 120_000 }

test(
  'two moderators work off an evening’s photos, verifications and cases by keyboard, and nothing is decided twice',
  async () => {
    const letter = (n: number) => String.fromCharCode(97 + n)
    const people = (await app.members(
      ...Array.from({ length: evening.members }, (_, n) => ({
        username: `Eve${letter(n / 26)}${letter(n % 26)}`,
        photos: n < evening.verifications ? 1 : 0,
      })),
    )) as Person[]
    const reporters = (await app.members('Rita', 'Rosa')) as Person[]
    const filed: number[] = []
    for (let n = 0; n < evening.cases; n++)
      filed.push(await report(reporters[n % 2] as Person, people[n] as Person, 'Something else'))
    for (let n = 0; n < evening.photos; n++) await people[n % people.length]?.upload(await testPhoto(n + 500))
    for (const person of people.slice(0, evening.verifications)) await sendSelfies(person)
    const [nora] = (await app.members('Nora')) as [Person]
    const moderator = await giveRole(app, nora, 'moderator')

    const begun = app.clock.now()
    const desks = [
      await visitAs(moderator, '/admin/photos'),
      await visitAs(secondAdmin, '/admin/photos', looks[0]),
    ] as const
    const start = Date.now()
    const photos = await Promise.all(desks.map(({ page }) => workPhotos(page)))
    const verifications = await Promise.all(
      desks.map(async ({ page }) => {
        await goTo(page, '/admin/verifications')
        return workVerifications(page)
      }),
    )
    expect(new Set(verifications.flat()).size).toBe(evening.verifications)
    const cases = await Promise.all(
      desks.map(async ({ page }) => {
        await goTo(page, '/admin/reports?assigned=unassigned')
        await heading(page, 'Reports')
        return workCases(page)
      }),
    )
    const minutes = (Date.now() - start) / 60_000
    const decisions =
      photos.reduce((sum, n) => sum + n, 0) + verifications.flat().length + cases.flat().length
    process.stdout.write(`${decisions} decisions, ${Math.round(decisions / minutes)} a minute\n`)

    expect(cases.flat().sort((a, b) => a - b)).toEqual(filed)
    const decided = async (...actions: string[]) =>
      (
        await app.db
          .selectFrom('audit')
          .where('action', 'in', actions)
          .where('admin_id', 'in', [moderator.id, secondAdmin.id])
          .where('ts', '>=', begun)
          .select(['member_id', 'before'])
          .execute()
      ).map(({ member_id, before }) => ({ ...(before as { report_id?: number; photo?: string }), member_id }))
    const caseIds = (await decided('report.decide')).map(({ report_id }) => Number(report_id))
    expect(caseIds.sort((a, b) => a - b)).toEqual(filed)
    const names = (await decided('photo.approve', 'photo.reject')).map(({ photo }) => photo)
    expect([names.length, new Set(names).size]).toEqual([evening.photos, evening.photos])
    const verified = async () => (await decided('verification.approve')).map(({ member_id }) => member_id)
    await expect.poll(async () => (await verified()).length).toBe(evening.verifications)
    expect(new Set(await verified()).size).toBe(evening.verifications)
  },
  evening.timeout,
)

test('the dashboard and the moderators’ page show the workload without names', async () => {
  const admin = await visitAs(app.admin, '/admin')
  const table = admin.page.getByRole('region', { name: 'Queues in the last 14 days' })
  await table.getByRole('row', { name: /^Cases/ }).waitFor()
  await admin.page
    .getByRole('region', { name: 'Decisions by staff member' })
    .getByRole('row', { name: /^You/ })
    .waitFor()
  await assertFine(admin.page)
  const [olga] = (await app.members('Olga')) as [Person]
  const moderator = await giveRole(app, olga, 'moderator')
  const { page } = await visitAs(moderator, '/admin/workload')
  await page
    .getByRole('region', { name: 'Decisions by staff member' })
    .getByText('A colleague')
    .first()
    .waitFor()
  expect(await page.getByRole('region', { name: 'Decisions by staff member' }).getByText('You').count()).toBe(
    0,
  )
  await assertFine(page)
  await toast(page, 'Workload')
})
