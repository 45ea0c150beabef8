import { problemMessage } from '@rosella/contract/problems'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { assertChainWhole } from '@rosella/testkit/report-chain'
import { mailTo, signUpSecondAdmin, twoAdmins } from '@rosella/testkit/second-admin'
import { isWarned, PLEA, profileOf, scamRule, send, signsOf } from '@rosella/testkit/shield'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ env: twoAdmins })
})
afterAll(() => app.close())

const people = async (...names: string[]) => (await app.members(...names)) as [Person, Person, ...Person[]]
const rule = (key: string) => scamRule(app, key)
const casesAbout = ({ id }: Person) =>
  app.db
    .selectFrom('report')
    .where('member_id', '=', id)
    .where('reporter_id', 'is', null)
    .selectAll()
    .execute()

describe('[P3 §7] step 3: no new conversations until a moderator has reviewed the case', () => {
  const REFUSED = problemMessage('contact.shield')
  async function restricted() {
    const [ben, anna, cleo, dora] = (await people('Ben', 'Anna', 'Cleo', 'Dora')) as [
      Person,
      Person,
      Person,
      Person,
    ]
    await send(ben, anna, PLEA, true)
    await send(anna, ben, 'Who are you?')
    expect(await casesAbout(ben)).toEqual([])
    await send(ben, cleo, PLEA, true)
    const [opened] = await casesAbout(ben)
    return { ben, anna, cleo, dora, report_id: opened?.id ?? 0 }
  }

  test('two warned receivers are not enough if the member only named subjects', async () => {
    const [ben, anna, cleo] = (await people('Ben', 'Anna', 'Cleo')) as [Person, Person, Person]
    const hints = [
      'that is because he has no mentor. If you want i open account for you and we trade together for our future',
      'Then try with Western Union at the post office, it is faster',
    ]
    for (const receiver of [anna, cleo]) {
      for (const hint of hints) await send(ben, receiver, hint, true)
      expect(await isWarned(receiver, ben)).toBe(true)
    }
    expect(await casesAbout(ben)).toEqual([])
    for (const receiver of [anna, cleo]) await send(ben, receiver, PLEA, true)
    expect(await casesAbout(ben)).toHaveLength(1)
  })

  test('after two receivers: a case with sealed conversations; existing conversations continue', async () => {
    const { ben, anna, cleo, dora, report_id } = await restricted()
    expect(await profileOf(ben, dora)).toMatchObject({ may_write: false, contact_note: REFUSED })
    expect(await send(ben, dora, 'Hello')).toEqual({ ok: false, ...problemBody('contact.shield') })
    expect(await send(ben, anna, 'I am Ben')).toMatchObject({ ok: true })
    expect(await send(dora, ben, 'Hi there')).toMatchObject({ ok: true })
    expect(await send(ben, dora, 'Hi, I may answer')).toMatchObject({ ok: true })
    const { report } = await app.admin.call('GET /api/admin/report', { id: report_id })
    expect(report).toMatchObject({
      reason: 'Raised by the scam shield',
      reporter: null,
      reporter_id: null,
      severity: 2,
      state: 'received',
      hold: { ended_ts: null, appeal_text: null },
      snapshot: {
        partners: [
          { id: anna.id, username: 'Anna' },
          { id: cleo.id, username: 'Cleo' },
        ],
        messages: [
          { sender_id: ben.id, receiver_id: anna.id, text: PLEA },
          { sender_id: anna.id, receiver_id: ben.id, text: 'Who are you?' },
          { sender_id: ben.id, receiver_id: cleo.id, text: PLEA },
        ],
      },
    })
    expect((await app.admin.call('GET /api/admin/reports')).items.map(({ id }) => id)).toContain(report_id)
    await assertChainWhole(app)
  })

  test('the sender gets a general reason and can appeal once with the key from the email', async () => {
    const { ben, report_id } = await restricted()
    const mail = await mailTo(app, ben, 'A moderator will review your messages')
    expect(mail.text).toContain('look like the start of a scam')
    expect(mail.text).not.toMatch(/money|lend|airport/)
    const key = /key=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
    const read = () => ben.call('GET /api/appeal', { report_id, key })
    expect(await read()).toMatchObject({ outcome: 'held', may_appeal: true, appeal: null })
    expect((await ben.try('POST /api/appeal', { report_id, key: `${key}x`, text: 'No' })).status).toBe(404)
    expect((await ben.try('POST /api/appeal', { report_id, key, text: ' ' })).status).toBe(400)
    await ben.call('POST /api/appeal', { report_id, key, text: 'I really was robbed' })
    expect((await ben.try('POST /api/appeal', { report_id, key, text: 'Again' })).status).toBe(409)
    expect(await read()).toMatchObject({ may_appeal: false, appeal: { text: 'I really was robbed' } })
    const { report } = await app.admin.call('GET /api/admin/report', { id: report_id })
    expect(report.hold?.appeal_text).toBe('I really was robbed')
  })

  test('dismissed: the restriction and warnings end, the rules count as wrong, and the member is notified', async () => {
    const { ben, anna, dora, report_id } = await restricted()
    const before = await rule('money-rescue')
    await app.admin.call('POST /api/admin/report-decision', { report_id, outcome: 'dismissed' })
    expect(await profileOf(ben, dora)).toMatchObject({ may_write: true, contact_note: null })
    expect(await isWarned(anna, ben)).toBe(false)
    const after = await rule('money-rescue')
    expect(after?.dismissed).toBe((before?.dismissed ?? 0) + 2)
    await mailTo(app, ben, 'You can start conversations again')
    // Decided signs no longer count, so the next one starts from zero.
    await send(ben, dora, PLEA, true)
    expect(await casesAbout(ben)).toHaveLength(1)
    await assertChainWhole(app)
  })

  test('upheld: the rules count as right and the warning stays; an upheld appeal reverts both', async () => {
    const { ben, anna, report_id } = await restricted()
    const second = await signUpSecondAdmin(app)
    const before = await rule('money-rescue')
    await app.admin.call('POST /api/admin/report-decision', { report_id, outcome: 'warned' })
    expect(await isWarned(anna, ben)).toBe(true)
    const after = await rule('money-rescue')
    expect(after?.upheld).toBe((before?.upheld ?? 0) + 2)
    const { dismissed = 0, upheld = 0 } = after ?? {}
    expect(after?.precision).toBeCloseTo(upheld / (upheld + dismissed))
    const mail = await mailTo(app, ben, 'A warning about your account')
    const key = /key=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? ''
    await ben.call('POST /api/appeal', { report_id, key, text: 'Please look again' })
    await second.call('POST /api/admin/appeal-decision', { report_id, upheld: true })
    expect((await rule('money-rescue'))?.upheld).toBe(before?.upheld)
  })

  test('also after a severe conversation with one member; nobody gets a reporter’s email', async () => {
    const [ben, anna] = await people('Ben', 'Anna')
    const texts = [PLEA, 'Send me a copy of your passport', 'Buy a Steam gift card and send me the code']
    for (const text of texts) await send(ben, anna, text, true)
    const [opened] = await casesAbout(ben)
    await app.admin.call('POST /api/admin/report-decision', { report_id: opened?.id, outcome: 'banned' })
    const subjects = (await app.mail())
      .filter(({ to }) => to?.[0]?.address === anna.email)
      .map((mail) => mail.subject)
    expect(subjects.filter((subject) => subject?.startsWith('Your report'))).toEqual([])
  })

  test('a block keeps the signs, an erasure deletes them', async () => {
    const { ben, anna } = await restricted()
    await anna.call('POST /api/user-action', { action: 'block', recipient_id: ben.id })
    expect(await signsOf(app, ben)).not.toEqual([])
    await ben.call('DELETE /api/account')
    for (const table of ['scam_sign', 'scam_warning', 'first_message'] as const) {
      const { rows } = await sql`select from ${sql.table(table)} where sender_id = ${ben.id}`.execute(app.db)
      expect(rows).toEqual([])
    }
    const { rows } = await sql`select from messaging_restriction where member_id = ${ben.id}`.execute(app.db)
    expect(rows).toEqual([])
  })
})
