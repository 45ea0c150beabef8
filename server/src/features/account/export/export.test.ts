import { confirmAddresses } from '@rosella/testkit/give-role'
import { withPasskey } from '@rosella/testkit/passkey'
import type { Person } from '@rosella/testkit/person'
import { say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { switchTwoStepOn } from '@rosella/testkit/two-step'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

async function download(person: Person) {
  const response = await fetch(`${app.url}/api/my-data`, {
    headers: { authorization: `Bearer ${person.token}`, 'x-email': person.email },
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { response, files: response.ok ? unzipSync(bytes) : {} }
}
const json = (files: Record<string, Uint8Array>, name: string) =>
  JSON.parse(strFromU8(files[`${name}.json`] ?? new Uint8Array()))

test('"Download my data" returns a ZIP with all data as JSON, and the photos', async () => {
  const [anna, ben] = (await app.members({ username: 'Chloë', photos: 2 }, 'Ben')) as [Person, Person]
  await confirmAddresses(app, anna)
  await anna.call('POST /api/profile-auto-save', { key: 'wants', value: 'Somebody <3 🌹' })
  await anna.call('POST /api/user-action', { action: 'like', recipient_id: ben.id })
  await say(await anna.socket(), ben, 'From Chloë')
  await say(await ben.socket(), anna, 'From Ben')
  await anna.call('POST /api/people-i-know', { addresses: ['aunt@elsewhere.test', ben.email] })
  await anna.call('POST /api/preferences', { contact: 'verified' })
  await anna.call('POST /api/user-action', { action: 'not-interested', recipient_id: ben.id })

  const device = await withPasskey(anna)
  const { secret, recovery_codes } = await switchTwoStepOn(app, anna)
  await anna.call('GET /api/users', { filter: 'newest' })
  await app.server.impressions.flush()
  // A credential change has an expiry once its email has been sent.
  await app.jobsDone()

  const { response, files } = await download(anna)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="rosella-my-data.zip"')
  expect(json(files, 'account')).toMatchObject({
    id: anna.id,
    email: anna.email,
    has_password: true,
    summaries: true,
    created: expect.stringMatching(/^20\d\d-\d\d-\d\dT/),
  })
  expect(json(files, 'profile')).toMatchObject({
    username: 'Chloë',
    wants: 'Somebody <3 🌹',
    city: 'Hobart, TAS',
  })
  expect(json(files, 'likes-roses-views-blocks')).toMatchObject([
    { first_name: 'Ben', profile_address: `/${ben.url_hash}`, sent_like: expect.any(String) },
  ])
  // The hidden addresses are exported only as a count.
  expect(json(files, 'people-i-know')).toEqual({ addresses: 2 })
  expect(json(files, 'preferences')).toMatchObject({ contact: 'verified' })
  expect(json(files, 'impressions')).toContainEqual(expect.objectContaining({ surface: 'other', sent: 1 }))
  expect(json(files, 'suggestions')).toEqual([])
  expect(json(files, 'account')).toMatchObject({ no_suggestions: false })
  expect(json(files, 'likes-roses-views-blocks')[0].not_interested).toEqual(expect.any(String))
  expect(json(files, 'messages')).toMatchObject([
    { direction: 'sent', text: 'From Chloë', first_name: 'Ben' },
    { direction: 'received', text: 'From Ben', first_name: 'Ben' },
  ])
  expect(json(files, 'sessions')).toHaveLength(1)
  // Names and dates, but no secrets.
  const when = expect.stringMatching(/^20\d\d-/)
  expect(json(files, 'ways-to-log-in')).toEqual({
    passkeys: [{ name: 'Passkey', created: when, last_used: null, ended: null }],
    'two-step': [{ created: when, confirmed: when, ended: null }],
    'recovery-codes': Array(10).fill({ created: when, used: null, ended: null }),
    'mailed-about': ['passkey-added', 'two-step-on'].map((what) => ({
      what,
      email: anna.email,
      created: when,
      expires: when,
    })),
  })
  const listed: { file: string }[] = json(files, 'photos')
  expect(listed).toHaveLength(2)
  for (const { file } of listed) expect((await sharp(files[file]).metadata()).format).toBe('jpeg')
  expect(strFromU8(files['README.txt'] ?? new Uint8Array())).toContain('Everything Rosella stores about you')

  const all = Object.values(files).map((bytes) => Buffer.from(bytes).toString('latin1'))
  const handle = device.credentials[0]?.userHandle ?? 'none'
  const keys = [secret, handle, device.credentials[0]?.id ?? 'none', ...recovery_codes]
  for (const word of [anna.token, '$argon2', ben.email, 'email_hash', 'user_handle', ...keys]) {
    expect(all.filter((text) => text.includes(word))).toEqual([])
  }
})

test('it reveals no blocks, read times or moderators', async () => {
  const [anna, ben] = (await app.members({ username: 'Anna', premium: true }, 'Ben')) as [Person, Person]
  await say(await anna.socket(), ben, 'Hello Ben')
  const bens = await ben.socket()
  const received = await say(bens, anna, 'Hello Anna')
  expect(received).toBeGreaterThan(0)
  const { m } = await ben.call('GET /api/messages')
  const toBen = m.find(({ t }) => t === 'Hello Ben')?.id ?? 0
  expect(await bens.emitWithAck('markRead', toBen)).toMatchObject({ ok: true })
  await app.admin.call('POST /api/admin/member', { id: anna.id, notes: 'Secret-note' })
  await ben.call('POST /api/user-action', { action: 'block', recipient_id: anna.id })

  const { files } = await download(anna)
  expect(json(files, 'likes-roses-views-blocks')).toEqual([])
  expect(json(files, 'messages')).toEqual([
    {
      sent: expect.any(String),
      text: 'Hello Ben',
      direction: 'sent',
      first_name: null,
      profile_address: null,
      read: null,
      my_reaction: null,
      their_reaction: null,
    },
  ])
  const all = Object.values(files).map((bytes) => Buffer.from(bytes).toString('latin1'))
  for (const word of ['Secret-note', 'blocked_me']) {
    expect(all.filter((text) => text.includes(word))).toEqual([])
  }
  // The blocker's own export names the people they blocked.
  const own = json((await download(ben)).files, 'likes-roses-views-blocks')
  expect(own).toMatchObject([{ first_name: 'Anna', blocked: expect.any(String) }])
})

test('it names nobody who only favourited, reported or viewed in stealth mode', async () => {
  const [anna, ben, cleo, dan] = (await app.members(
    'Anna',
    'Ben',
    { username: 'Cleo', premium: true },
    'Dan',
  )) as [Person, Person, Person, Person]
  await ben.call('POST /api/user-action', { action: 'fav', recipient_id: anna.id })
  await ben.call('POST /api/report-user', { recipient_id: anna.id, report_reason: 'Something else' })
  await cleo.call('POST /api/settings-auto-save', { key: 'stealth_mode', value: true })
  await cleo.call('GET /api/view-profile', { url_hash: anna.url_hash })
  await dan.call('GET /api/view-profile', { url_hash: anna.url_hash })
  const { files } = await download(anna)
  expect(json(files, 'likes-roses-views-blocks')).toMatchObject([
    { first_name: 'Dan', viewed_me: expect.any(String) },
  ])
})

test('[D §5] the numbers of impressions include neither stealth views nor likes from people who hide', async () => {
  const [anna, cleo, dan] = (await app.members('Anna', { username: 'Cleo', premium: true }, 'Dan')) as [
    Person,
    Person,
    Person,
  ]
  const exported = async () => {
    await app.server.impressions.flush()
    return json((await download(anna)).files, 'impressions')
  }
  const before = await exported()
  await cleo.call('POST /api/settings-auto-save', { key: 'stealth_mode', value: true })
  await cleo.call('GET /api/view-profile', { url_hash: anna.url_hash })
  await dan.call('GET /api/view-profile', { url_hash: anna.url_hash })
  await dan.call('POST /api/user-action', { action: 'like', recipient_id: anna.id })
  await dan.call('POST /api/user-action', { action: 'block', recipient_id: anna.id })
  expect(await exported()).toEqual(before)
  const stored = await app.db.selectFrom('impression').where('member_id', '=', anna.id).selectAll().execute()
  // The views and the like were counted for the suggestions.
  expect(stored).toContainEqual(expect.objectContaining({ opened: 2, liked: 1 }))
})

test('exports a long conversation completely and in order', async () => {
  const [anna, ben] = (await app.members('Anna', 'Ben')) as [Person, Person]
  const texts = Array.from({ length: 1203 }, (_, n) => `Message ${n}`)
  const rows = texts.map((text, n) => ({
    sender_id: anna.id,
    receiver_id: ben.id,
    text,
    ts: 1_700_000_000 + n,
  }))
  await app.db.insertInto('message').values(rows).execute()
  const messages: { text: string }[] = json((await download(anna)).files, 'messages')
  expect(messages.map(({ text }) => text)).toEqual(texts)
})
