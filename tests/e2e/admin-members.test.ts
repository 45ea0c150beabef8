import { randomUUID } from 'node:crypto'
import { giveRole } from '@rosella/testkit/give-role'
import type { Person } from '@rosella/testkit/person'
import { expect, test } from 'vitest'
import { assertFine, heading, openAdminSite, panel, press, toast } from './admin-desk'
import { goTo } from './browser'
import { app, visitAs } from './test-site'

openAdminSite()

test('an admin finds members, writes notes, gives premium, suspends, reinstates and invites, and sees why something is refused', async () => {
  const [lea] = (await app.members({ username: 'Lea', photos: 1, city: 'Perth, WA' })) as [Person]
  const { page, expectStatus } = await visitAs(app.admin, '/admin/members')
  await page.getByLabel('Name, email, number or city').fill('perth')
  await press(page, 'Search')
  await page.waitForURL('**/admin/members?q=perth')
  const list = page.getByRole('list', { name: 'Members' })
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
  await assertFine(page)
  await page.getByLabel('Status').selectOption('Banned')
  await page.getByText('Nobody found').waitFor()
  await page.goBack()
  await list.getByRole('link', { name: 'Lea' }).click()
  await heading(page, 'Lea')
  await panel(page, 'Photos').getByText('Approved').waitFor()
  await assertFine(page)

  await page.getByLabel('Notes about the member').fill('Friendly on the phone')
  await press(page, 'Save notes')
  await page
    .getByRole('list', { name: 'History of decisions' })
    .getByText('changed the notes about')
    .waitFor()
  await press(page, 'Give Premium…')
  await press(page, '1 month')
  await press(page, 'Give Premium')
  await panel(page, 'Premium')
    .getByText(/^Until /)
    .waitFor()
  expect((await lea.call('GET /api/user')).premium).toBe(true)

  await press(page, 'Suspend…')
  await press(page, 'Suspend')
  await page.getByText('Please give a reason.').waitFor()
  await page.getByLabel('Reason').fill('Written by a test')
  await press(page, 'Suspend')
  await panel(page, 'Status').getByText('Suspended', { exact: true }).waitFor()
  await panel(page, 'Status').getByRole('definition').getByText('Written by a test').waitFor()
  expect((await lea.try('GET /api/user')).status).toBe(401)
  await page.getByText('You can only act as members who can log in.').waitFor()
  await press(page, 'Lift…')
  await press(page, 'Lift')
  await panel(page, 'Status').getByText('Active', { exact: true }).waitFor()

  await goTo(page, `/admin/members/${app.admin.id}`)
  await page.getByText('This is you. You can’t change your own status, but another admin can.').waitFor()
  await goTo(page, '/admin/members')
  await press(page, 'Invite')
  await page.getByRole('dialog').getByLabel('Email').fill(lea.email)
  expectStatus(403)
  await press(page, 'Send invitation')
  await page.getByRole('dialog').getByText('This account already exists').waitFor()
  await page.getByRole('dialog').getByLabel('Email').fill('guest@rosella.test')
  await press(page, 'Send invitation')
  await toast(page, 'The invitation is on its way.')
  await page.getByText('guest@rosella.test').waitFor()
  const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === 'guest@rosella.test')
  expect(emails).toHaveLength(1)
})

test('a moderator suspends a wave of accounts together and undoes it', async () => {
  const domain = `${randomUUID()}.example`
  const wave = (await app.members(
    ...[0, 1, 2].map((n) => ({ username: 'Wanda', email: `w${n}@${domain}` })),
    { username: 'Ruth' },
  )) as [Person, Person, Person, Person]
  const [first, second, third, ruth] = wave
  await app.admin.call('POST /api/admin/member', { id: third.id, status: 3, reason: 'Rude' })
  await giveRole(app, ruth, 'moderator')
  const { page, expectStatus } = await visitAs(ruth, '/admin/members')
  await page.getByRole('link', { name: 'Suspend several' }).click()
  await heading(page, 'Suspend several members')
  await page.getByText('Nobody has been suspended together with others.').waitFor()
  expectStatus(400)
  await page.getByLabel('Email address').fill('*')
  await press(page, 'Find')
  await page.getByText('Please choose when they joined').waitFor()
  await assertFine(page)
  await page.getByLabel('Email address').fill(`*@${domain}`)
  await page.getByLabel('Joined from').fill('2020-01-01T00:00')
  await press(page, 'Find')
  await page.waitForURL(/from=2020-01-01T00%3A00&address=\*%40/)
  const found = panel(page, 'Members found')
  await found.getByText('2 of 2 members selected.').waitFor()
  await found.getByText('1 member who fits is suspended or banned already and stays as they are.').waitFor()
  await assertFine(page)
  await page.getByRole('checkbox', { name: `Suspend Wanda, No. ${first.id}` }).uncheck()
  await press(page, 'Suspend 1 member…')
  const dialog = page.getByRole('alertdialog', { name: 'Suspend 1 member?' })
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await dialog.getByText('Please give a reason.').waitFor()
  await dialog.getByLabel('Reason').fill('Sent the same message to everybody')
  await dialog.getByRole('button', { name: '1 week' }).click()
  await assertFine(page)
  await dialog.getByRole('button', { name: 'Suspend', exact: true }).click()
  await toast(page, 'The member is suspended.')
  await found.getByText('0 of 1 member selected.').waitFor()
  expect((await second.try('GET /api/user')).status).toBe(401)
  expect((await first.try('GET /api/user')).status).toBe(200)

  const recent = panel(page, 'Last 30 days')
  await recent.getByText(/^Ruth suspended 1 member/).waitFor()
  await page.reload()
  await recent.getByText('Sent the same message to everybody').waitFor()
  await assertFine(page)
  await press(page, 'Undo…')
  await page
    .getByRole('alertdialog', { name: 'Restore 1 member?' })
    .getByText('They can log in again')
    .waitFor()
  await press(page, 'Restore')
  await toast(page, '1 member has been restored.')
  await recent.getByText('1 member has been restored.').waitFor()
  expect(await recent.getByRole('button').count()).toBe(0)
  await second.elsewhere().call('POST /api/login', { email: second.email, password: second.password })

  // From a member's page, by photos.
  await goTo(page, `/admin/members/${first.id}`)
  await page.getByRole('link', { name: 'Find others with these photos' }).click()
  await page.waitForURL(/\?photos=\d+$/)
  await found.getByText('1 of 1 member selected.').waitFor()
  await press(page, 'Select none')
  await found.getByText('0 of 1 member selected.').waitFor()
  expect(await page.getByRole('button', { name: 'Suspend…' }).isDisabled()).toBe(true)
})

test('the end of Premium starts with the present one, and ending Premium asks first', async () => {
  const [zoe] = (await app.members('Zoe')) as [Person]
  const until = new Date(2031, 4, 6).getTime() / 1000
  await app.admin.call('POST /api/admin/member', { id: zoe.id, premium: true, premium_until_ts: until })
  const { page } = await visitAs(app.admin, `/admin/members/${zoe.id}`)
  await press(page, 'Change the end date…')
  const dialog = page.getByRole('alertdialog', { name: 'Until when?' })
  expect(await dialog.getByLabel('Until').inputValue()).toBe('2031-05-06')
  await assertFine(page)
  await dialog.getByRole('button', { name: 'No end date' }).click()
  await press(page, 'Change the end date')
  await panel(page, 'Premium').getByText('No end date.').waitFor()
  await press(page, 'End Premium…')
  await press(page, 'Cancel')
  expect((await zoe.call('GET /api/user')).premium).toBe(true)
  await press(page, 'End Premium…')
  await assertFine(page)
  await press(page, 'End Premium')
  await panel(page, 'Premium').getByText('No', { exact: true }).waitFor()
  expect((await zoe.call('GET /api/user')).premium).toBe(false)
})

test('an admin acts as a member after giving a reason and reauthenticating, leaves no trace, and returns to the same page', async () => {
  // The log-in is too old to count as reauthentication.
  app.clock.advance(16 * 60)
  const [mia, nora] = (await app.members('Mia', 'Nora')) as [Person, Person]
  const before = await mia.call('GET /api/user')
  const adminPage = `${app.url}/admin/members/${mia.id}`
  const { page, expectStatus } = await visitAs(app.admin, adminPage)
  await press(page, 'Act as this member…')
  await page.getByText('Browsing leaves no trace: no profile views').waitFor()
  await press(page, 'Act as Mia')
  await page.getByText('Please give a reason.').waitFor()
  await page.getByLabel('Reason').fill('She cannot find her photos')
  expectStatus(403)
  await press(page, 'Act as Mia')
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Password', { exact: true }).fill(app.admin.password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL(`${app.url}/`)
  const banner = page.getByRole('complementary', { name: 'Acting as a member' })
  await banner.getByText('You’re acting as Mia').waitFor()
  await assertFine(page)
  await goTo(page, `/${nora.url_hash}`)
  await heading(page, /Nora/)
  await banner.waitFor()
  expect((await nora.call('GET /api/users', { filter: 'viewed-me' })).users).toEqual([])
  expect((await mia.call('GET /api/users', { filter: 'viewed' })).users).toEqual([])
  await page.getByRole('complementary').getByRole('button', { name: 'Back to Admin' }).click()
  await page.waitForURL(adminPage)
  await heading(page, 'Mia')
  await page.getByRole('list', { name: 'History of decisions' }).getByText('acted as').waitFor()
  const left = await page.evaluate(() => ({ ...localStorage }))
  expect(JSON.parse(left.userInfo ?? 'null').token).toBe(app.admin.token)
  expect([left.adminInfo, left.adminPage]).toEqual([undefined, undefined])
  expect({ ...(await mia.call('GET /api/user')), token: '' }).toEqual({ ...before, token: '' })
})

test('changes to prompts, tips and settings take effect immediately for members who are online', async () => {
  const [olga, pia] = (await app.members(
    { username: 'Olga', photos: 3 },
    { username: 'Pia', photos: 3 },
  )) as [Person, Person]
  const member = await visitAs(olga, '/newest')
  const { page, expectStatus } = await visitAs(app.admin, '/admin/content')
  const prompts = page.getByRole('list', { name: 'Prompts' })
  await prompts.waitFor()
  await assertFine(page)
  const question = 'What made you laugh this week?'
  const asked = async () => (await olga.call('GET /api/user')).prompts.map((prompt) => prompt.question)
  await press(page, 'Add a prompt')
  await page.getByLabel('Question').fill(question)
  await press(page, 'Add')
  const row = page.getByRole('switch', { name: question })
  await row.waitFor()
  expect(await asked()).toContain(question)
  await press(page, 'Add a prompt')
  await page.getByLabel('Question').fill(question)
  expectStatus(400)
  await press(page, 'Add')
  await page.getByRole('dialog').getByText('This text already exists.').waitFor()
  await press(page, 'Cancel')
  await row.click()
  await row.and(page.locator('[aria-checked=false]')).waitFor()
  await expect.poll(asked).not.toContain(question)
  await page.getByRole('link', { name: 'Tips' }).click()
  const tip = page.getByRole('list', { name: 'Tips' }).getByRole('button', { name: /^Edit/ }).first()
  await tip.click()
  await page.getByRole('dialog').getByLabel('Text').fill('Smile <b>more</b>')
  await press(page, 'Save')
  await page.getByRole('switch', { name: 'Smile <b>more</b>' }).waitFor()

  await page.getByRole('link', { name: 'Settings' }).click()
  const photos = page.getByRole('form', { name: 'Photos a member may have' })
  await photos.getByLabel('Photos a member may have').fill('200')
  await photos.getByText('Please enter a whole number from 1 to 100.').waitFor()
  await assertFine(page)
  // Valid by itself but not together with the other settings, so the server refuses it.
  await photos.getByLabel('Photos a member may have').fill('2')
  await photos.getByRole('button', { name: 'Save' }).click()
  await photos.getByText("This value isn't allowed for this setting.").waitFor()
  await photos.getByLabel('Photos a member may have').fill('3')
  await photos.getByRole('button', { name: 'Save' }).click()
  await photos.getByRole('button', { name: 'Back to 20' }).waitFor()
  expect((await olga.tryUpload(Buffer.from('x'))).body.message).toContain('only upload up to 0 more')
  await photos.getByRole('button', { name: 'Back to 20' }).click()
  await photos.getByRole('button', { name: 'Back to 20' }).waitFor({ state: 'detached' })

  // Test members have no confirmed address, and the setting is off in tests.
  const confirmed = page.getByRole('switch', { name: 'Only with a confirmed address' })
  const mayWrite = async () =>
    (await olga.call('GET /api/view-profile', { url_hash: pia.url_hash })).user.may_write
  await confirmed.click()
  await confirmed.and(page.locator('[aria-checked=true]')).waitFor()
  expect(await mayWrite()).toBe(false)
  await confirmed.click()
  await confirmed.and(page.locator('[aria-checked=false]')).waitFor()
  const startLimit = page.getByRole('form', {
    name: 'Conversations a member may start in a day',
    exact: true,
  })
  await startLimit.getByLabel('Conversations a member may start in a day').fill('0')
  await startLimit.getByRole('button', { name: 'Save' }).click()
  await startLimit.getByRole('button', { name: 'Back to 20' }).click()
  await startLimit.getByRole('button', { name: 'Back to 20' }).waitFor({ state: 'detached' })

  await press(page, 'Add a reason')
  await page.getByRole('textbox', { name: 'Reason 8' }).fill('Rude in person')
  await press(page, 'Move reason 8 up')
  await panel(page, 'Reasons for a report').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Back to the 7 default reasons' }).waitFor()
  // The member uses the page that is already open, without a reload.
  await member.page.getByRole('link', { name: /^Pia/ }).first().click()
  await member.page.getByRole('button', { name: 'Block or report' }).click()
  await member.page.getByRole('menuitem', { name: /Report user/ }).click()
  await member.page.getByText('Rude in person').click()
  await press(member.page, 'Submit')
  await member.page.getByText('Thank you for reporting this user.').waitFor()
  await page.getByRole('button', { name: 'Back to the 7 default reasons' }).click()
  await expect
    .poll(
      async () =>
        (await pia.try('POST /api/report-user', { recipient_id: olga.id, report_reason: 'Rude in person' }))
          .status,
    )
    .toBe(400)
})
