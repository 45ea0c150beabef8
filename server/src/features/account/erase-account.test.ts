import { Authenticator } from '@rosella/testkit/authenticator'
import { sendSelfies } from '@rosella/testkit/camera'
import { erasureRules } from '@rosella/testkit/erasure-rules'
import { confirmAddresses } from '@rosella/testkit/give-role'
import { confirmAddress, mailedKey } from '@rosella/testkit/mailed-key'
import { testPhoto } from '@rosella/testkit/members'
import { addPasskey } from '@rosella/testkit/passkey'
import { Person } from '@rosella/testkit/person'
import { photoFiles } from '@rosella/testkit/photos-in-order'
import { askQuestions } from '@rosella/testkit/questions'
import { say } from '@rosella/testkit/received'
import { redisUrl } from '@rosella/testkit/services'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { switchTwoStepOn } from '@rosella/testkit/two-step'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { Failure } from '../../platform/failure'
import { deleteOldEmails } from './retention'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

async function tables(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`.execute(
    app.db,
  )
  return rows.map(({ name }) => name).sort()
}

/** All rows of each table as text. */
async function dump(): Promise<Map<string, string>> {
  const whole = new Map<string, string>()
  for (const name of await tables()) {
    const { rows } = await sql<{ text: string | null }>`
      select string_agg(t::text, e'\n') as text from ${sql.table(name)} t`.execute(app.db)
    whole.set(name, rows[0]?.text ?? '')
  }
  return whole
}

const mailedTo = async (address: string) =>
  (await app.mail()).map(({ to }) => to?.[0]?.address).filter((to) => to === address)

const MARK = 'Quokka'
const email = 'quokka@rosella.test'
const act = (from: Person, action: string, to: Person) =>
  from.call('POST /api/user-action', { action, recipient_id: to.id })

/** A member who has left data in every place that stores any. */
async function plant(ben: Person): Promise<{ anna: Person; photos: string[] }> {
  const [anna] = (await app.members({ username: `${MARK}a`, email, photos: 1, premium: true })) as [Person]
  await confirmAddress(app, anna)
  const [question] = await askQuestions(app)
  const texts = ['tagline', 'about_offer', 'wants', 'interests', 'occupation', 'ethnicity', 'languages']
  for (const key of texts) await anna.call('POST /api/profile-auto-save', { key, value: `${MARK} ${key}` })
  await anna.call('POST /api/update-discussion-prompts', {
    prompts: [{ question_id: question, answer: `${MARK} answer`, active: true, order_n: 0 }],
  })
  const awaiting = await anna.upload(await testPhoto(991))
  for (const [from, to] of [
    [anna, ben],
    [ben, anna],
  ] as const) {
    for (const action of ['like', 'rose', 'fav']) await act(from, action, to)
    await from.call('GET /api/view-profile', { url_hash: to.url_hash })
    const socket = await from.socket()
    await say(socket, to, `${MARK} says ${from.username}`)
    socket.disconnect()
  }
  await addPasskey(anna, new Authenticator(), `${MARK} phone`)
  await anna.call('POST /api/passkey-register-options')
  await switchTwoStepOn(app, anna)
  await sendSelfies(anna)
  await ben.call('POST /api/ask-to-verify', { recipient_id: anna.id })
  await anna.call('POST /api/preferences', { age_min: 30, contact: 'verified' })
  await anna.call('POST /api/people-i-know', { addresses: [`${MARK}@elsewhere.test`] })
  await anna.call('POST /api/saved-search', { name: `${MARK} search`, filters: { age_min: '30' } })
  await anna.call('POST /api/request-access', { email, kind: 'link' })
  await anna.call('POST /api/settings-auto-save', { key: 'stealth_mode', value: true })
  await app.admin.call('POST /api/admin/member', { id: anna.id, notes: `${MARK} note` })
  await ben.call('POST /api/report-user', {
    recipient_id: anna.id,
    report_reason: 'Something else',
    report_reason_info: `${MARK} report`,
  })
  const photos = await anna.call('GET /api/photos')
  const frames = await app.db.selectFrom('verification_frame').select('name').execute()
  const files = [...photos.map(({ filename }) => filename), awaiting, ...frames.map(({ name }) => name)]
  return { anna, photos: files }
}

test('[D §8] every table has a rule for the erasure of a member', async () => {
  expect(await tables()).toEqual(Object.keys(erasureRules).sort())
})

test('[P2 §4] deleting an account erases all of it immediately; only the moderators’ records stay', async () => {
  const [ben] = (await app.members('Ben')) as [Person]
  const { anna, photos } = await plant(ben)
  const marks = [MARK, email, anna.url_hash, ...photos]
  const isMarked = (text: string) => marks.some((mark) => text.includes(mark))
  const markedTables = async () => {
    const whole = [...(await dump())]
    return whole.filter(([, text]) => isMarked(text)).map(([name]) => name)
  }
  // First check that the marks can be found where they were planted.
  expect((await photoFiles(app)).filter(isMarked)).toHaveLength(8)
  expect(await markedTables()).toEqual(
    expect.arrayContaining([
      'account',
      'audit',
      'credential_change',
      'member',
      'message',
      'passkey',
      'photo',
      'profile',
      'prompt_answer',
      'saved_search',
    ]),
  )

  expect(await mailedTo(email)).not.toEqual([])
  const [tab, bensTab, bensSocket] = [await anna.stream(), await ben.stream(), await ben.socket()]
  expect(await bensTab.next('connections')).toEqual({
    viewed_me: 1,
    likes_received: 1,
    roses_received: 1,
    unread: 1,
  })
  const refetched = new Promise((resolve) => bensSocket.once('refetch', () => resolve('refetch')))
  expect(await anna.call('DELETE /api/account')).toEqual({ message: 'Account deleted successfully.' })

  // Open pages are notified: the member's own tabs close, the other side's counts fall.
  await tab.closed
  expect(await bensTab.next('connections')).toEqual({
    viewed_me: 0,
    likes_received: 0,
    roses_received: 0,
    unread: 0,
  })
  expect(await refetched).toBe('refetch')
  expect((await anna.try('GET /api/user')).status).toBe(401)
  expect((await ben.try('GET /api/view-profile', { url_hash: anna.url_hash })).status).toBe(404)
  expect(await ben.call('GET /api/messages')).toEqual({ m: [], u: [] })
  for (const filter of ['favorites', 'likes-received', 'matched', 'roses-sent', 'viewed']) {
    expect((await ben.call('GET /api/users', { filter })).users).toEqual([])
  }
  for (const name of photos) expect((await fetch(`${app.url}/media/lg/${name}.jpg`)).status).toBe(404)

  await expect.poll(async () => (await photoFiles(app)).filter(isMarked)).toEqual([])
  expect(await mailedTo(email)).toEqual([])
  const left = await markedTables()
  expect(left.filter((name) => erasureRules[name] !== 'kept')).toEqual([])
  expect(left).toEqual(['audit', 'evidence_photo', 'report', 'report_snapshot'])
  // The reported photo outlives its owner as a copy with its own name, which nobody can fetch.
  const { rows: copies } = await sql<{ name: string }>`select name from evidence_photo`.execute(app.db)
  for (const { name } of copies) expect((await fetch(`${app.url}/media/lg/${name}.jpg`)).status).toBe(404)
  expect(await idsLeft(anna.id)).toEqual([])
  expect(app.logLines.filter(isMarked)).toEqual([])
  // The address is free again, because the member was not banned.
  await app.members({ username: 'Anna', email })
}, 90_000)

describe('[D §8] the address of an erased member is nowhere in plain text', () => {
  const invited = 'numbat@rosella.test'
  const isFound = (text: string) => text.includes('numbat')
  const plainIn = async () => [...(await dump())].filter(([, text]) => isFound(text)).map(([name]) => name)

  test('the audit log has a hash of an invited address, and Redis has no address in the keys of rate limits', async () => {
    const stranger = new Person(app.url)
    await app.admin.call('POST /api/admin/invite', { invite_email: invited })
    await stranger.try('POST /api/login', { email: invited, password: 'Wrong-Horse-9' })
    await stranger.try('GET /api/check-email', { email: invited })
    const guest = Object.assign(new Person(app.url), { email: invited })
    const { token } = await guest.call('POST /api/login', {
      email: invited,
      hash: await mailedKey(app, guest, 'link'),
    })
    await Object.assign(guest, { token }).call('DELETE /api/account')
    expect(await plainIn()).toEqual([])
    const redis = new Redis(redisUrl())
    onTestFinished(() => redis.disconnect())
    expect((await redis.keys('*')).filter(isFound)).toEqual([])
  })

  test('an email to a banned address that could not be sent keeps no address', async () => {
    const [finn] = (await app.members({ username: 'Finn', email: invited })) as [Person]
    await confirmAddress(app, finn)
    await app.admin.call('POST /api/admin/member', { id: finn.id, status: 4, reason: 'Spam' })
    await app.jobsDone()
    await app.db.deleteFrom('member').where('id', '=', finn.id).execute()
    await app.db.deleteFrom('job').where('periodic', '=', false).execute()
    const send = vi
      .spyOn(app.server.services.mailer, 'send')
      .mockRejectedValue(new Failure('No such mailbox', { permanent: true }))
    onTestFinished(() => send.mockRestore())
    await finn.call('POST /api/request-access', { email: invited, kind: 'link' })
    const deadJobs = () => app.db.selectFrom('job').where('died_ts', 'is not', null).selectAll().execute()
    await expect.poll(deadJobs, { timeout: 10_000 }).toMatchObject([{ kind: 'banned-mail' }])
    expect(JSON.stringify(await deadJobs())).not.toContain('numbat')
    send.mockResolvedValue(undefined as never)
    const [job] = await deadJobs()
    await app.admin.call('POST /api/admin/job-retry', { id: job?.id ?? 0 })
    await expect.poll(deadJobs).toEqual([])
    await app.jobsDone()
    expect(send.mock.calls).toHaveLength(1)
  })
})

/** Columns that still contain the member's id, in tables that should not; checks every column that may hold an id. */
async function idsLeft(id: number): Promise<string[]> {
  const { rows: columns } = await sql<{ table_name: string; column_name: string }>`
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and data_type = 'bigint' and column_name ~ '(_id|_by|^me|^other|^id)$'`.execute(
    app.db,
  )
  const found: string[] = []
  for (const { table_name, column_name } of columns) {
    if (erasureRules[table_name] !== 'erased' || (column_name === 'id' && table_name !== 'member')) continue
    const { rows } = await sql`
      select from ${sql.table(table_name)} where ${sql.ref(column_name)} = ${id}`.execute(app.db)
    if (rows.length > 0) found.push(`${table_name}.${column_name}`)
  }
  return found
}

test('[D §8] a banned member’s confirmed address stays refused after erasure, and is stored only as a salted hash', async () => {
  const address = 'wombat@rosella.test'
  const [wes, ben] = (await app.members({ username: 'Wes', email: address }, 'Ben')) as [Person, Person]
  await confirmAddresses(app, wes)
  await app.admin.call('POST /api/admin/member', { id: wes.id, status: 4, reason: 'Scam' })
  // An operator does this on request, because a banned member has no session.
  await app.db.deleteFrom('member').where('id', '=', wes.id).execute()
  const signUp = app.members({ username: 'Wes', email: address.toUpperCase() })
  await expect(signUp).rejects.toMatchObject({
    status: 403,
    message: 'This account already exists',
  })
  expect((await ben.try('GET /api/check-email', { email: address })).status).toBe(403)
  const taken = await ben.try('POST /api/change-email', { new_email: address, password: ben.password })
  expect(taken.status).toBe(403)
  expect([...(await dump())].filter(([, text]) => text.includes('wombat'))).toEqual([])
})

test('[D §8] the embedded mailbox soon deletes the emails of people without an account', async () => {
  const [left, stays] = ['emu@rosella.test', 'Kea@bücher.test']
  const [emu] = (await app.members({ username: 'Emu', email: left }, { username: 'Kea', email: stays })) as [
    Person,
  ]
  const ask = (email: string) => emu.call('POST /api/request-access', { email, kind: 'link' })
  for (const email of [left, stays]) await ask(email)
  await emu.call('POST /api/change-email', { new_email: 'emu2@rosella.test', password: emu.password })
  const kept = async () =>
    (await Promise.all([left, 'emu2@rosella.test', 'Kea@xn--bcher-kva.test'].map(mailedTo))).map(
      (emails) => emails.length,
    )
  // One was sent at sign-up; the email to the new address is sent after the reply.
  await expect.poll(kept).toEqual([2, 1, 2])
  const cleanUp = deleteOldEmails(app.server.services)
  await cleanUp()
  expect(await kept()).toEqual([2, 1, 2])
  await app.db.deleteFrom('member').where('id', '=', emu.id).execute()
  app.clock.advance(2 * 86_400)
  await cleanUp()
  expect(await kept()).toEqual([0, 0, 2])
})

test('an unfinished sign-up can be erased too, but not by an impersonator', async () => {
  const [una, ben] = (await app.members({ username: 'Una', active: false }, 'Ben')) as [Person, Person]
  await una.call('DELETE /api/account')
  expect((await una.try('GET /api/user')).status).toBe(401)
  const { token } = await app.admin.call('POST /api/admin/impersonate', {
    id: ben.id,
    reason: 'They asked for help',
  })
  const visitor = Object.assign(ben.elsewhere(), { token })
  expect((await visitor.try('DELETE /api/account')).status).toBe(403)
})
