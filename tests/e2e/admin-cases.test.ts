import { confirmAddresses } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { mailTo } from '@rosella/testkit/second-admin'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { assertFine, heading, openAdminSite, panel, press, secondAdmin, toast } from './admin-desk'
import { findings } from './axe'
import { goTo, looks } from './browser'
import { app, visitAs } from './test-site'

openAdminSite()

async function report(
  from: Person,
  to: Person,
  report_reason: string,
  report_reason_info = '',
): Promise<number> {
  await from.call('POST /api/report-user', { recipient_id: to.id, report_reason, report_reason_info })
  return (await from.call('GET /api/my-reports')).reports[0]?.id ?? 0
}
const choose = (page: Page, outcome: string) => page.getByText(outcome, { exact: true }).click()
const rows = (page: Page) => page.getByRole('list', { name: 'Open cases' }).getByRole('listitem')

test('a moderator closes reports, the reporter sees each outcome, and another admin decides the appeal', async () => {
  const [anna, ben, dan, finn, hugo, jack] = (await app.members(
    'Anna',
    'Ben',
    'Dan',
    { username: 'Finn', photos: 1 },
    'Hugo',
    'Jack',
  )) as [Person, Person, Person, Person, Person, Person]
  await say(await anna.socket(), finn, 'How was the surf?')
  await say(await finn.socket(), anna, 'Send me 500 dollars')
  const cases = {
    dismissed: await report(anna, ben, 'Something else'),
    warned: await report(anna, dan, 'Inappropriate messages'),
    suspended: await report(anna, finn, 'Asking for money', 'He wants <b>money</b>.'),
    taken: await report(anna, jack, 'Harassment or threats'),
  }
  await secondAdmin.call('POST /api/admin/report-take', { report_id: cases.taken, action: 'take' })
  for (const outcome of ['dismissed', 'warned'] as const) {
    await app.admin.call('POST /api/admin/report-decision', {
      report_id: cases[outcome],
      outcome,
      member_text: outcome === 'warned' ? 'Please be polite.' : undefined,
    })
  }

  const mine = await visitAs(app.admin, '/admin/reports')
  const { page } = mine
  await expect.poll(() => rows(page).count()).toBe(2)
  await rows(page).first().getByText('Harassment or threats').waitFor()
  // A new urgent report appears in the open list, after an older urgent one and before all others.
  const urgent = await report(anna, hugo, 'Under 18')
  await rows(page).nth(1).getByText(`No. ${urgent}`).waitFor()
  await rows(page).nth(1).getByText('Urgent').waitFor()
  await app.db
    .updateTable('report')
    .set({ created_ts: app.clock.now() - 5 * 3600 })
    .where('id', '=', urgent)
    .execute()
  await page.reload()
  await rows(page).first().getByText('5 h, overdue').waitFor()
  await assertFine(page)

  // Take, give back, take again, and ban with the standard text.
  await page.getByRole('link', { name: /Under 18/ }).click()
  await heading(page, `Case ${urgent}`)
  await press(page, 'Take this case')
  await press(page, 'Give back')
  await press(page, 'Take this case')
  await choose(page, 'Ban')
  await expect.poll(() => page.getByLabel('What Hugo will read').inputValue()).toContain('permanently banned')
  await press(page, 'Close the case…')
  await page.getByText('Hugo is logged out everywhere immediately').waitFor()
  await press(page, 'Ban and close')
  await toast(page, 'The case is closed.')
  await panel(page, 'Decision').getByText('Banned', { exact: true }).waitFor()
  // The button is gone, so the focus moves to the heading in its place.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Decision')
  const history = page.getByRole('list', { name: 'History' })
  await history.getByText('gave back').waitFor()
  await history.getByText('after: Admin').first().waitFor()
  expect((await hugo.try('GET /api/user')).status).toBe(401)

  // Suspend: shows the sealed conversation, and refuses a day in the past with the server's message.
  await goTo(page, `/admin/reports/${cases.suspended}`)
  await heading(page, `Case ${cases.suspended}`)
  await page.getByText('He wants <b>money</b>.').waitFor()
  await page.getByRole('log').getByText('Send me 500 dollars').waitFor()
  await page.getByRole('img', { name: 'Finn, photo 1' }).waitFor()
  expect(await page.locator('code').textContent()).toMatch(/^[0-9a-f]{64}$/)
  await press(page, 'Take this case')
  await choose(page, 'Warn')
  await choose(page, 'Suspend')
  await assertFine(page)
  await page.getByLabel('Suspended until').fill('2020-01-01')
  await page.getByLabel('What Finn will read').fill('You asked a member for money.')
  await page.getByLabel('Note for moderators').fill('Third time')
  await press(page, 'Close the case…')
  mine.expectStatus(400)
  await press(page, 'Suspend and close')
  await page.getByRole('alertdialog').getByText('A suspension must end in the future.').first().waitFor()
  await press(page, 'Cancel')
  await press(page, '1 month')
  await press(page, 'Close the case…')
  await press(page, 'Suspend and close')
  await panel(page, 'Decision').getByText('You asked a member for money.').waitFor()

  // Take over a colleague's case. Their page updates live.
  const colleague = await visitAs(secondAdmin, `/admin/reports/${cases.taken}`)
  await colleague.page.getByRole('button', { name: 'Give back' }).waitFor()
  await goTo(page, `/admin/reports/${cases.taken}`)
  await heading(page, `Case ${cases.taken}`)
  await press(page, 'Take over')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take over' }).click()
  await page.getByRole('button', { name: 'Give back' }).waitFor()
  await colleague.page.getByText('Only they can decide it.').waitFor()
  await choose(page, 'Suspend')
  await press(page, 'No end date')
  await press(page, 'Close the case…')
  await page.getByText('They can’t log in until a moderator lifts the suspension.').waitFor()
  await press(page, 'Suspend and close')
  await panel(page, 'Decision').getByText('A moderator lifts it', { exact: true }).waitFor()

  // The reporter sees every outcome in the settings and gets an email.
  const reporter = await visitAs(anna, '/settings#reports', looks[3])
  for (const outcome of ['no breach of the rules', 'was warned', 'was suspended', 'was banned']) {
    await reporter.page.getByText(outcome).first().waitFor()
  }
  expect(await findings(reporter.page)).toEqual([])
  expect((await mailTo(app, anna, 'Your report has been closed')).text).toContain('Thank you for your report')

  // The admin who decided cannot decide the appeal. A colleague upholds it, and the first admin's page shows it live.
  const mail = await mailTo(app, jack, 'Your account is suspended')
  const key = /key=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
  const visitor = Object.assign(jack.elsewhere(), { token: '' })
  await visitor.call('POST /api/appeal', { report_id: cases.taken, key, text: 'It was a joke.' })
  await page.getByText('You decided this case, so somebody else has to decide the appeal.').waitFor()
  expect(await page.getByRole('button', { name: 'Uphold the appeal…' }).count()).toBe(0)
  await goTo(colleague.page, '/admin/reports?state=appealed')
  await colleague.page.getByRole('link', { name: /Harassment or threats/ }).click()
  await colleague.page.getByText('It was a joke.').waitFor()
  await assertFine(colleague.page)
  await colleague.page.getByLabel('What Jack will read').fill('Sorry about that.')
  await press(colleague.page, 'Uphold the appeal…')
  await press(colleague.page, 'Uphold')
  await panel(page, 'Appeal').getByText('Appeal upheld', { exact: true }).waitFor()
  expect((await mailTo(app, jack, 'Your appeal was upheld')).text).toContain('Sorry about that.')
  expect((await visitor.try('POST /api/login', { email: jack.email, password: jack.password })).status).toBe(
    200,
  )
})

test('[D §8] a fourth report by one reporter appears live in the open case that it is added to, which an admin dismisses; they see why they cannot act on their own report, and an error for a missing case', async () => {
  const [lena, max] = (await app.members('Lena', 'Max')) as [Person, Person]
  let newest = 0
  for (const info of ['One', 'Two', 'Three']) newest = await report(lena, max, 'Something else', info)
  const { page, expectStatus } = await visitAs(app.admin, `/admin/reports/${newest}`)
  await heading(page, `Case ${newest}`)
  await panel(page, 'Other reports about this member').getByRole('link').nth(1).waitFor()
  const later = await report(lena, max, 'Something else', 'Four')
  const added = panel(page, 'Later reports added to this case')
  await added.getByText('Added', { exact: true }).waitFor()
  await assertFine(page)
  await added.getByRole('link', { name: `No. ${later} Something else` }).click()
  await heading(page, `Case ${later}`)
  await page.getByText('Four', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Take this case' }).count()).toBe(0)
  await panel(page, 'Added to another case')
    .getByRole('link', { name: `case ${newest}` })
    .click()
  await heading(page, `Case ${newest}`)
  await press(page, 'Take this case')
  await choose(page, 'Dismiss')
  await press(page, 'Close the case…')
  await page.getByText('Nothing happens to Max, and they won’t be notified.').waitFor()
  await press(page, 'Dismiss and close')
  await panel(page, 'Decision').getByText('Dismissed', { exact: true }).waitFor()

  const [kim] = (await app.members('Kim')) as [Person]
  const id = await report(app.admin, kim, 'Something else')
  await goTo(page, `/admin/reports/${id}`)
  await page.getByText('You reported this member yourself, so you can’t act on this case.').waitFor()
  expect(await page.getByRole('button', { name: 'Take this case' }).count()).toBe(0)
  expectStatus(404)
  await goTo(page, '/admin/reports/999999')
  await page.getByRole('alert').getByText("We couldn't find this case.").waitFor()
})

test('[P3 §6] a case about an erased member shows the retained messages, marks the reported one, and can only be dismissed or banned, and an admin lifts the ban', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await confirmAddresses(app, ben)
  await say(await anna.socket(), ben, 'Leave me alone, please')
  const bens = await ben.socket()
  const threat = await say(bens, anna, 'I know where you live')
  await bens.emitWithAck('delete', threat)
  await ben.call('DELETE /api/account')
  const { items } = await anna.call('GET /api/past-contacts')
  await anna.call('POST /api/report-user', {
    ref: items[0]?.ref,
    report_reason: 'Harassment or threats',
    message_id: threat,
  })
  const id = (await anna.call('GET /api/my-reports')).reports[0]?.id ?? 0

  const { page } = await visitAs(app.admin, `/admin/reports/${id}`)
  await heading(page, `Case ${id}`)
  await panel(page, 'Harassment or threats').getByText('Account erased').waitFor()
  const messages = page.getByRole('log').getByRole('listitem')
  const marked = messages.filter({ hasText: 'I know where you live' })
  await marked
    .getByText('The report is about this message · Deleted by Ben before the report', { exact: true })
    .waitFor()
  const plain = messages.filter({ hasText: 'Leave me alone, please' })
  await plain.getByText('Deleted by Ben before the report', { exact: true }).waitFor()
  await page
    .getByText('Ben erased their account before the report. The profile and photos are gone.')
    .waitFor()
  await press(page, 'Take this case')
  await page.getByText('Ban', { exact: true }).waitFor()
  for (const outcome of ['Warn', 'Suspend']) {
    expect(await page.getByText(outcome, { exact: true }).count()).toBe(0)
  }
  await assertFine(page)
  await choose(page, 'Ban')
  await press(page, 'Close the case…')
  await page.getByText('Ben no longer has an account and won’t be notified.').waitFor()
  await press(page, 'Ban and close')
  await panel(page, 'Decision').getByText('Banned', { exact: true }).waitFor()
  expect((await anna.try('GET /api/check-email', { email: ben.email })).status).toBe(403)

  await press(page, 'Lift the ban…')
  await page.getByRole('alertdialog').getByText('The account stays erased').waitFor()
  await press(page, 'Lift the ban')
  await toast(page, 'The ban has been lifted.')
  await panel(page, 'Decision').getByText('Lifted', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Lift the ban…' }).count()).toBe(0)
  expect((await anna.try('GET /api/check-email', { email: ben.email })).status).toBe(200)
})
