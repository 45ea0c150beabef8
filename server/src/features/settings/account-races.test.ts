import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { App } from '../../app'
import { PLAN } from './summary'

let app: TestApp
let second: Awaited<ReturnType<TestApp['second']>>
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  second = await app.second()
})
afterAll(async () => {
  await second.close()
  await app.close()
})

const statuses = async (calls: Promise<{ status: number }>[]) =>
  (await Promise.all(calls)).map(({ status }) => status).sort()

test('many concurrent changes to one address: one succeeds', async () => {
  const people = (await app.members('Anna', 'Cleo', 'Dora')) as Person[]
  const new_email = 'wanted@rosella.test'
  const changes = people.map((one, n) =>
    one.elsewhere(n % 2 === 0 ? app.url : second.url).try('POST /api/change-email', {
      new_email: n ? new_email : new_email.toUpperCase(),
      password: one.password,
    }),
  )
  const signUp = app.members({ username: 'Eve', email: new_email }).then(
    () => ({ status: 200 }),
    (error: { status: number }) => error,
  )
  expect(await statuses([...changes, signUp])).toEqual([200, 403, 403, 403])
})

test('concurrent password changes on two devices: one succeeds', async () => {
  const [anna] = (await app.members('Anna')) as [Person]
  const login = await anna.call('POST /api/login', { email: anna.email, password: anna.password })
  const other = Object.assign(anna.elsewhere(second.url), { token: login.token })
  const change = (who: Person, next: string) =>
    who.try('POST /api/settings-change-password', { current: anna.password, new: next })
  const [one, two] = await Promise.all([change(anna, 'Galah-River-77'), change(other, 'Galah-River-88')])
  expect([one, two].filter(({ status }) => status === 200)).toHaveLength(1)
  const works = await Promise.all(
    ['Galah-River-77', 'Galah-River-88'].map((password) =>
      anna.try('POST /api/login', { email: anna.email, password }),
    ),
  )
  expect(works.map(({ status }) => status === 200)).toEqual([one.status === 200, two.status === 200])
})

test('concurrent deactivations count once; concurrent deletions both succeed', async () => {
  const [anna] = (await app.members({ username: 'Anna', premium: true })) as [Person]
  const twice = (route: 'POST /api/deactivate-account' | 'DELETE /api/account') =>
    Promise.all([anna.try(route), anna.elsewhere(second.url).try(route)])
  const ok = (answers: { status: number }[]) => answers.filter(({ status }) => status === 200)
  expect(ok(await twice('POST /api/deactivate-account'))).toHaveLength(1)
  anna.token = (await anna.call('POST /api/login', { email: anna.email, password: anna.password })).token
  const deleted = await twice('DELETE /api/account')
  expect(ok(deleted)).toHaveLength(1)
  expect(deleted.map(({ status }) => status).sort()).toEqual([200, 401])
})

test('an account deleted while others contact it leaves no relations behind', async () => {
  const [anna, ...others] = (await app.members('Anna', 'Ben', 'Dan', 'Finn', 'Hugo')) as [Person, ...Person[]]
  const acts = others.flatMap((one, n) =>
    ['like', 'rose', 'fav'].map((action) =>
      one
        .elsewhere(n % 2 === 0 ? app.url : second.url)
        .try('POST /api/user-action', { action, recipient_id: anna.id }),
    ),
  )
  const [deleted, ...answers] = await Promise.all([anna.try('DELETE /api/account'), ...acts])
  expect(deleted.status).toBe(200)
  for (const { status } of answers) expect([200, 404]).toContain(status)
  const left = await app.db
    .selectFrom('relation')
    .where((e) => e.or([e('me', '=', anna.id), e('other', '=', anna.id)]))
    .select('me')
    .execute()
  expect(left).toEqual([])
})

const due = Date.parse('2027-05-03T08:00:00+10:00') / 1000
async function recipients(count: number): Promise<Person[]> {
  const names = Array.from({ length: count }, () => 'Anna')
  const [ben, ...people] = (await app.members('Ben', ...names)) as [Person, ...Person[]]
  for (const one of people) await ben.call('POST /api/user-action', { action: 'like', recipient_id: one.id })
  const ids = people.map(({ id }) => id)
  await app.db.updateTable('account').set({ email_confirmed: true }).where('member_id', 'in', ids).execute()
  return people
}
const summariesOf = async (people: Person[]) => {
  const emails = (await app.mail()).filter(({ subject }) => subject === 'Your week on Rosella')
  return people.map(({ email }) => emails.filter(({ to }) => to?.[0]?.address === email).length)
}

test('several processes send each summary once', async () => {
  app.clock.stand(due - 60)
  const people = await recipients(9)
  app.clock.stand(due)
  const run = () => [app, second].map(({ server: { jobs } }) => jobs.runPeriodic(PLAN))
  await Promise.all([...run(), ...run()])
  await app.jobsDone()
  expect(await summariesOf(people)).toEqual(people.map(() => 1))
})

/** Delays the emails of this process, as if it were slow. */
function sendAfter({ services: { mailer } }: App, first: Promise<unknown>) {
  const send = mailer.send.bind(mailer)
  return vi.spyOn(mailer, 'send').mockImplementation((mail) => first.then(() => send(mail)))
}
function gate(): { open: () => void; passed: Promise<void> } {
  let open = () => {}
  const passed = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, passed }
}

test('a process that dies while sending loses at most that email; the others are sent once', async () => {
  app.clock.stand(due + 7 * 86_400 - 60)
  const people = await recipients(6)
  app.clock.stand(due + 7 * 86_400)
  const [taken, forgotten] = [gate(), gate()]
  // Takes one job and never finishes it.
  vi.spyOn(app.server.services.mailer, 'send').mockImplementation(() => {
    taken.open()
    return forgotten.passed
  })
  sendAfter(second.server, taken.passed)
  await app.server.jobs.runPeriodic(PLAN)
  const inHand = () =>
    app.db.selectFrom('job').where('kind', '=', 'summary-mail').select('lease_id').execute()
  await expect.poll(inHand, { timeout: 20_000 }).toHaveLength(1)
  // Its lease expires.
  await app.db.updateTable('job').set({ lease_until_ts: 0 }).where('lease_id', 'is not', null).execute()
  second.server.jobs.wake()
  await app.jobsDone()
  forgotten.open()
  expect((await summariesOf(people)).sort()).toEqual([0, 1, 1, 1, 1, 1])
  const buried = await app.db
    .selectFrom('job')
    .where('died_ts', 'is not', null)
    .select(['kind', 'last_error'])
    .execute()
  expect(buried).toEqual([
    { kind: 'summary-mail', last_error: 'The process ended before the job was finished.' },
  ])
})

test('a process that stops while sending finishes its email; everyone gets exactly one', async () => {
  app.clock.stand(due + 14 * 86_400 - 60)
  const people = await recipients(6)
  app.clock.stand(due + 14 * 86_400)
  const third = await app.second()
  const [taken, slow] = [gate(), gate()]
  for (const { server } of [app, second]) sendAfter(server, taken.passed)
  const delayed = sendAfter(third.server, slow.passed)
  await third.server.jobs.runPeriodic(PLAN)
  await expect.poll(() => delayed.mock.calls.length, { timeout: 20_000 }).toBe(1)
  const closing = third.close()
  taken.open()
  slow.open()
  await closing
  await app.jobsDone()
  expect(delayed).toHaveBeenCalledOnce()
  expect(await summariesOf(people)).toEqual(people.map(() => 1))
})
