import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import type { Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PLAN, planSummaries } from './summary'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const WEEK = 7 * 86_400
let monday = Date.parse('2027-03-22T08:00:00+11:00') / 1000
/** A separate Monday for each test, an hour before summaries are due. */
function nextMonday(iso?: string): number {
  monday = iso ? Date.parse(iso) / 1000 : monday + WEEK
  app.clock.stand(monday - 3600)
  return monday
}
const run = async () => {
  await app.server.jobs.runPeriodic(PLAN)
  await app.jobsDone()
}
const isSummary = (mail: Email) => mail.subject === 'Your week on Rosella'
const summariesOf = async (person: Person) =>
  (await app.mail()).filter((mail) => isSummary(mail) && mail.to?.[0]?.address === person.email)

async function confirmed(...wishes: Parameters<TestApp['members']>): Promise<Person[]> {
  const people = await app.members(...wishes)
  for (const person of people) {
    await person.call('POST /api/verify-email')
    const mail = (await app.mail()).filter(({ to }) => to?.[0]?.address === person.email).at(-1)
    const hash = /hash=([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1]
    await person.call('POST /api/login', { email: person.email, hash })
  }
  return people
}
const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })

test.each([
  ['as the clocks go back', '2027-04-05T08:00:00+10:00'],
  ['as the clocks go forward', '2027-10-04T08:00:00+11:00'],
])('[D §8] sends once from Monday 08:00 and not a second earlier, %s', async (_name, iso) => {
  const due = nextMonday(iso)
  const [anna] = (await confirmed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  await act(ben, 'like', anna)
  await act(ben, 'rose', anna)
  await say(await ben.socket(), anna, 'Hello')
  app.clock.stand(due - 1)
  await run()
  expect(await summariesOf(anna)).toEqual([])
  for (const late of [0, 1, 3600]) {
    app.clock.stand(due + late)
    await run()
    expect(await summariesOf(anna)).toHaveLength(1)
  }
  const [mail] = await summariesOf(anna)
  for (const line of ['One message is waiting for you.', 'One member likes you.', 'Hello Anna,']) {
    expect(mail?.text).toContain(line)
    expect(mail?.html).toContain(line)
  }
  // Names are left out, because others may read the email.
  expect(mail?.text).not.toContain('Ben')
})

test('[D §8] sends only to confirmed addresses with summaries on, and only with news', async () => {
  const due = nextMonday()
  const [silent, off, seen, shielded, gone, glad] = (await confirmed(
    'Silvia',
    'Olga',
    'Sara',
    'Sheila',
    'Gina',
    'Gloria',
  )) as [Person, Person, Person, Person, Person, Person]
  const [unconfirmed, ben] = (await app.members('Una', 'Ben')) as [Person, Person]
  for (const one of [off, seen, shielded, gone, glad, unconfirmed]) await act(ben, 'like', one)
  await off.call('POST /api/settings-auto-save', { key: 'summaries', value: false })
  await seen.call('GET /api/users', { filter: 'likes-received' })
  await act(shielded, 'block', ben)
  // The admin's session has long expired by this clock.
  await app.db.updateTable('member').set({ premium: true }).where('id', '=', gone.id).execute()
  await gone.call('POST /api/deactivate-account')
  app.clock.stand(due)
  await run()
  const sentCounts = await Promise.all(
    [silent, off, seen, shielded, gone, unconfirmed, glad].map(
      async (one) => (await summariesOf(one)).length,
    ),
  )
  expect(sentCounts).toEqual([0, 0, 0, 0, 0, 0, 1])
  // Nothing new has happened since.
  app.clock.stand(nextMonday())
  await run()
  expect(await summariesOf(glad)).toHaveLength(1)
})

test('a site that was down on Monday morning catches up for a day and no longer', async () => {
  const due = nextMonday()
  const [anna] = (await confirmed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  await act(ben, 'like', anna)
  app.clock.stand(due + 86_401)
  await run()
  expect(await summariesOf(anna)).toEqual([])
  app.clock.stand(due + 86_400)
  await run()
  expect(await summariesOf(anna)).toHaveLength(1)
})

test('plans accounts in batches, resumes after a stop, and sends nobody two', async () => {
  const due = nextMonday()
  const [ben] = (await app.members('Ben')) as [Person]
  const people = await confirmed('Ada', 'Bea', 'Cleo', 'Dora', 'Effie')
  for (const one of people) await act(ben, 'like', one)
  app.clock.stand(due)
  const sentFlags = async () =>
    (await Promise.all(people.map(async (one) => (await summariesOf(one)).length))).join('')
  const stopping = new AbortController()
  const { services } = app.server
  // Stop after the batch that ends with Bea; Dora and Effie are still to come.
  const all = await app.db.selectFrom('account').select('member_id').orderBy('member_id').execute()
  const upToBea = all.filter(({ member_id }) => member_id <= (people[1]?.id ?? 0)).length
  const plan = planSummaries(services, upToBea)(stopping.signal)
  stopping.abort()
  await plan
  await app.jobsDone()
  expect(await sentFlags()).toBe('11000')
  await planSummaries(services, 2)()
  await planSummaries(services, 2)()
  await run()
  expect(await sentFlags()).toBe('11111')
})

test('retries what the mail server refuses, and sends it once', async () => {
  const due = nextMonday()
  const [anna] = (await confirmed('Anna')) as [Person]
  const [ben] = (await app.members('Ben')) as [Person]
  await act(ben, 'like', anna)
  const refusal = vi
    .spyOn(app.server.services.mailer, 'send')
    .mockRejectedValue(new Error('450 try again later'))
  app.clock.stand(due)
  await run()
  expect(refusal).toHaveBeenCalledOnce()
  refusal.mockRestore()
  await run()
  expect(await summariesOf(anna)).toEqual([])
  for (const minutes of [15, 30]) {
    app.clock.stand(due + minutes * 60)
    await run()
    expect(await summariesOf(anna)).toHaveLength(1)
  }
})

test('one-click unsubscribe works logged out, from mail clients and by the link', async () => {
  const due = nextMonday()
  const people = (await confirmed('Anna', 'Cleo', 'Dora')) as [Person, Person, Person]
  const [ben] = (await app.members('Ben')) as [Person]
  for (const one of people) await act(ben, 'like', one)
  app.clock.stand(due)
  await run()
  const wants = async (person: Person) => (await person.call('GET /api/user-settings')).u.summaries
  const addressOf = async (person: Person) => {
    const [mail] = await summariesOf(person)
    const headers = new Map(mail?.headers.map(({ key, value }) => [key, value]))
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    const url = /^<https:\/\/rosella\.test(\/api\/unsubscribe\?key=\S+)>$/.exec(
      headers.get('list-unsubscribe') ?? '',
    )
    expect(mail?.text).toContain(`https://rosella.test${url?.[1]?.replace('/api', '')}`)
    return app.url + url?.[1]
  }
  const forms = [new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }), new FormData()]
  for (const [n, form] of forms.entries()) {
    const person = people[n] as Person
    if (form instanceof FormData) form.set('List-Unsubscribe', 'One-Click')
    expect(await wants(person)).toBe(true)
    const url = await addressOf(person)
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200)
    expect((await fetch(url, { method: 'POST', body: form })).status).toBe(200)
    expect(await wants(person)).toBe(false)
  }
  const dora = people[2]
  const url = new URL(await addressOf(dora))
  const opened = await fetch(url, { redirect: 'manual' })
  expect([opened.status, opened.headers.get('location')]).toEqual([302, `/unsubscribe${url.search}`])
  const key = url.searchParams.get('key') ?? ''
  const stranger = dora.elsewhere()
  stranger.token = ''
  for (const bad of ['', 'x', `${key}x`, key.replace(/^\d+/, String(ben.id)), `${key.slice(0, -1)}`]) {
    const { status, body } = await stranger.try('POST /api/unsubscribe', { key: bad })
    expect([bad, status, body.message]).toEqual([bad, 404, 'This link is invalid or has expired'])
  }
  expect(await wants(dora)).toBe(true)
  expect((await stranger.try('POST /api/unsubscribe', { key })).status).toBe(200)
  expect(await wants(dora)).toBe(false)
})
