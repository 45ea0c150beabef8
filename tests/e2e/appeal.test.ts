import type { Person } from '@rosella/testkit/person'
import { expect, test } from 'vitest'
import { findings } from './axe'
import { looks } from './browser'
import { app, openTestSite, visit } from './test-site'

openTestSite()

test('a suspended member appeals with the emailed link', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  await ben.call('POST /api/report-user', { recipient_id: anna.id, report_reason: 'Asking for money' })
  const [report] = (await ben.call('GET /api/my-reports')).reports
  await app.admin.call('POST /api/admin/report-decision', {
    report_id: report?.id ?? 0,
    outcome: 'suspended',
    member_text: 'You asked a member for money.',
    until_ts: app.clock.now() + 30 * 86_400,
  })
  const appealLink = async () => {
    const emails = (await app.mail()).filter(({ to }) => to?.[0]?.address === anna.email)
    return emails.map(({ text }) => /\/appeal\?\S+/.exec(text ?? '')?.[0]).find((link) => link)
  }
  await expect.poll(appealLink).toBeTruthy()

  const suspended = await visit(looks[3])
  await suspended.page.goto((await appealLink()) ?? '')
  await suspended.page.getByText('You asked a member for money.').waitFor()
  const send = suspended.page.getByRole('button', { name: 'Send appeal' })
  await expect.poll(() => send.isDisabled()).toBe(true)
  expect(await findings(suspended.page)).toEqual([])
  await suspended.page.getByLabel('Why do you think this is wrong?').fill('It was a joke <b>between</b> us.')
  await send.click()
  await suspended.page
    .getByText('Thank you. Someone else on our team will review the decision and write to you.')
    .waitFor()
  await suspended.page.reload()
  await suspended.page.getByText('Your appeal is waiting for another moderator').waitFor()
  await suspended.page.getByText('It was a joke <b>between</b> us.').waitFor()
  suspended.expectStatus(404)
  await suspended.page.goto(`/appeal?report=${report?.id}&key=guess`)
  await suspended.page.getByRole('main').getByRole('alert').waitFor()
})
