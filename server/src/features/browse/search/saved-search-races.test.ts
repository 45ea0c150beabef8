import { startChild } from '@rosella/testkit/child-process'
import type { Person } from '@rosella/testkit/person'
import { redisUrl } from '@rosella/testkit/services'
import { openTestSmtp } from '@rosella/testkit/smtp-server'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planSavedSearchEmails } from './saved-search-email'

/** The next noon in Sydney, outside the quiet hours. */
const NOON = Math.ceil((Date.now() / 1000 - 3600) / 86_400) * 86_400 + 3600
const TRIES = 32

let app: TestApp
let second: Awaited<ReturnType<TestApp['second']>>
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  app.clock.stand(NOON)
  second = await app.second()
}, 60_000)
afterAll(async () => {
  await second.close()
  await app.close()
})

const woman = { gender: 'f', interested: 'm', photos: 3 } as const
const man = { gender: 'm', interested: 'w', photos: 3 } as const
const say = (person: Person, key: string, value: unknown) =>
  person.call('POST /api/profile-auto-save', { key, value })
const isNew = async (person: Person) =>
  ((await person.call('GET /api/saved-searches')).items[0]?.new ?? 0) > 0

test('a member who changes while the search is opened in another process is shown then or counted later', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  const { id } = await anna.call('POST /api/saved-search', { name: 'Chess', filters: { tags: 'chess' } })
  const there = anna.elsewhere(second.url)
  for (let n = 0; n < TRIES; n++) {
    await say(ben, 'tags', [])
    await expect.poll(() => isNew(there)).toBe(false)
    const [{ users }] = await Promise.all([
      there.call('GET /api/search', { saved: id }),
      say(ben, 'tags', ['chess']),
    ])
    const isShown = users.some((user) => user.id === ben.id)
    await expect.poll(async () => isShown || (await isNew(there)), { timeout: 10_000 }).toBe(true)
  }
}, 120_000)

test('opening a search in two processes while members change never moves the mark back', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  const { id } = await anna.call('POST /api/saved-search', { name: 'Jazz', filters: { tags: 'jazz' } })
  const there = anna.elsewhere(second.url)
  const mark = async () => {
    const row = app.db.selectFrom('saved_search').where('id', '=', id).select('opened_ts')
    return (await row.executeTakeFirstOrThrow()).opened_ts
  }
  for (let n = 0; n < TRIES; n++) {
    const before = await mark()
    await Promise.all([
      anna.call('GET /api/search', { saved: id }),
      there.call('GET /api/search', { saved: id }),
      say(ben, 'tags', n % 2 === 0 ? ['jazz'] : ['jazz', 'chess']),
    ])
    expect(await mark()).toBeGreaterThanOrEqual(before)
  }
}, 120_000)

test('a member who deletes their account during a count leaves no member_change row', async () => {
  const [anna, ...leaving] = (await app.members(
    { username: 'Anna', ...woman },
    ...Array.from({ length: 8 }, () => ({ username: 'Ben', ...man })),
  )) as [Person, ...Person[]]
  await anna.call('POST /api/saved-search', { name: 'Yoga', filters: { tags: 'yoga' } })
  for (const one of leaving) {
    await Promise.all([
      anna.call('GET /api/saved-searches'),
      one.try('POST /api/profile-auto-save', { key: 'tags', value: ['yoga'] }),
      one.call('DELETE /api/account'),
    ])
    const left = await app.db
      .selectFrom('member_change')
      .where('member_id', '=', one.id)
      .selectAll()
      .execute()
    expect(left).toEqual([])
  }
  await expect.poll(() => isNew(anna)).toBe(false)
}, 60_000)

test('two processes that plan concurrently send one email', async () => {
  const seekers = await app.members(...Array.from({ length: 8 }, () => ({ username: 'Cara', ...woman })))
  const [dan] = (await app.members({ username: 'Dan', ...man })) as [Person]
  await app.db.updateTable('account').set({ email_confirmed: true }).execute()
  const search = { name: 'Sailors', filters: { tags: 'sailing' }, mail: 'daily' } as const
  for (const seeker of seekers) await seeker.call('POST /api/saved-search', search)
  await say(dan, 'tags', ['sailing'])
  await Promise.all(
    [app.server, second.server].map(({ jobs }) => jobs.runPeriodic('plan-saved-search-emails')),
  )
  await app.jobsDone()
  const sent = (await app.mail()).filter(({ subject }) => subject === 'New in your searches on Rosella')
  const addresses = sent.map(({ to }) => to?.[0]?.address)
  expect(addresses.sort()).toEqual(seekers.map(({ email }) => email).sort())
}, 60_000)

test('[P3 §4] kill -9: another process sends the email that a killed process had begun, once', async () => {
  const smtp = await openTestSmtp()
  const site = await openTestApp({ on: 'postgres', smtp })
  const [anna, ben] = (await site.members({ username: 'Anna', ...woman }, { username: 'Ben', ...man })) as [
    Person,
    Person,
  ]
  await site.db.updateTable('account').set({ email_confirmed: true, quiet_from: '', quiet_to: '' }).execute()
  await anna.call('POST /api/saved-search', { name: 'Rowers', filters: { tags: 'tennis' }, mail: 'daily' })
  await say(ben, 'tags', ['tennis'])
  const emails = async () => (await smtp.emails()).filter(({ subject }) => subject?.startsWith('New in your'))
  // From now on only other processes run jobs.
  await site.server.jobs.close()
  await planSavedSearchEmails(site.server.services)(new AbortController().signal)
  const job = () => site.db.selectFrom('job').where('kind', '=', 'saved-search-mail')
  const { database, events } = site.config
  if (database.kind !== 'postgres' || events.kind !== 'redis') throw new Error('Not a site of processes')
  const child = await site.db.transaction().execute(async (tx) => {
    // The process stops in the middle of the job, before it has sent anything.
    await sql`lock table saved_search in access exclusive mode`.execute(tx)
    const env = {
      DATABASE_URL: database.url,
      REDIS_URL: redisUrl(),
      REDIS_PREFIX: events.prefix,
      SMTP_URL: smtp.url,
      DATA_DIR: `${site.dataDir}/child`,
      SITE_URL: 'https://rosella.test',
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: '0',
    }
    const started = startChild(`
      Object.assign(process.env, ${JSON.stringify(env)})
      await import('${new URL('../../../main.ts', import.meta.url).href}')`)
    const isTaken = async () => (await job().select('lease_id').executeTakeFirst())?.lease_id ?? null
    await expect.poll(isTaken, { timeout: 60_000 }).not.toBeNull()
    await started.kill()
    return started
  })
  expect(child.process.signalCode).toBe('SIGKILL')
  expect(await emails()).toEqual([])
  await site.db
    .updateTable('job')
    .set({ lease_until_ts: 0 })
    .where('kind', '=', 'saved-search-mail')
    .execute()
  const other = await site.second()
  await expect.poll(async () => (await emails()).length, { timeout: 30_000 }).toBe(1)
  await expect.poll(() => job().select('id').execute(), { timeout: 10_000 }).toEqual([])
  expect((await emails())[0]?.text).toContain('One new person matches one of your saved searches.')
  await other.close()
  await site.close()
  await smtp.close()
}, 120_000)
