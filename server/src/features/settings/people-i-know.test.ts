import { createHmac } from 'node:crypto'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { received, say } from '@rosella/testkit/received'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const hide = (person: Person, ...addresses: string[]) => person.try('POST /api/people-i-know', { addresses })
const view = async (from: Person, to: Person) =>
  (await from.try('GET /api/view-profile', { url_hash: to.url_hash })).status
const act = (from: Person, action: string, to: Person) =>
  from.try('POST /api/user-action', { action, recipient_id: to.id })
const couple = async () => (await app.members('Anna', 'Ben')) as [Person, Person]

describe('[P3 §5] people I know', () => {
  test('the list shows only a count; each address counts once in any case; Remove all', async () => {
    const [anna] = await couple()
    expect(await anna.call('GET /api/people-i-know')).toEqual({ count: 0 })
    const { body } = await hide(anna, 'Aunt@Rosella.Test', ' aunt@rosella.test ', 'boss@rosella.test', '')
    expect(body).toEqual({ count: 2 })
    expect((await hide(anna, 'BOSS@rosella.test')).body).toEqual({ count: 2 })
    expect(await anna.call('GET /api/people-i-know')).toEqual({ count: 2 })
    expect(await anna.call('POST /api/people-i-know-clear')).toEqual({ count: 0 })
    expect(await anna.call('GET /api/people-i-know')).toEqual({ count: 0 })
  })

  test('accepts up to 500 addresses, all or none of a request', async () => {
    const [anna] = await couple()
    const many = Array.from({ length: 500 }, (_, n) => `person-${n}@rosella.test`)
    expect((await hide(anna, ...many.slice(0, 400))).body).toEqual({ count: 400 })
    expect(await hide(anna, ...many.slice(300), 'one-more@rosella.test')).toMatchObject({
      status: 400,
      body: problemBody('people-i-know.limit', { n: 500 }),
    })
    expect((await hide(anna, ...many)).body).toEqual({ count: 500 })
    expect(await hide(anna, 'no address')).toMatchObject({
      status: 400,
      body: problemBody('people-i-know.address', { address: 'no address' }),
    })
  })

  test('the limit of 500 holds for concurrent requests', async () => {
    const [anna] = await couple()
    const parts = Array.from({ length: 8 }, (_, part) =>
      Array.from({ length: 100 }, (_, n) => `person-${part}-${n}@rosella.test`),
    )
    const answers = await Promise.all(parts.map((part) => hide(anna, ...part)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 400, 400, 400])
    expect(await anna.call('GET /api/people-i-know')).toEqual({ count: 500 })
  })

  test('stores only an HMAC-SHA-256 of the normalised address under the site’s secret', async () => {
    const [anna, ben] = await couple()
    await hide(anna, ben.email.toUpperCase())
    const { rows } = await sql<{ secret: Buffer; hash: Buffer; own: Buffer }>`
      select s.value as secret, k.address_hash as hash, a.email_hash as own
      from people_i_know k, site_secret s, account a
      where k.member_id = ${anna.id} and s.name = 'people-i-know' and a.member_id = ${ben.id}`.execute(app.db)
    const [row] = rows
    const hmac = createHmac('sha256', row?.secret ?? '')
      .update(ben.email.toLowerCase())
      .digest('hex')
    expect([row?.hash, row?.own].map((hash) => Buffer.from(hash ?? []).toString('hex'))).toEqual([hmac, hmac])
    expect(app.logLines.join('')).not.toContain(ben.email)
  })

  test('people with one of the addresses don’t see the member; the member still sees them', async () => {
    const [anna, ben] = await couple()
    await hide(anna, ben.email)
    expect([await view(ben, anna), await view(anna, ben)]).toEqual([404, 200])
    for (const action of ['like', 'rose', 'fav', 'block', 'not-interested'])
      expect((await act(ben, action, anna)).body.message).toBe('User not found.')
    const socket = await ben.socket()
    const answer = await socket.emitWithAck('sendMessage', { receiver_id: anna.id, message: 'Hi' })
    expect(answer).toEqual({ ok: false, ...problemBody('no-user') })
  })

  test('also applies to people who sign up with or change to an address later, until they change it', async () => {
    const [anna, ben] = await couple()
    await hide(anna, 'later@rosella.test', ben.email)
    const [late] = (await app.members({ username: 'Tom', email: 'Later@rosella.test' })) as [Person]
    expect(await view(late, anna)).toBe(404)
    const move = async (person: Person, new_email: string) => {
      const { token } = await person.call('POST /api/change-email', { new_email, password: person.password })
      Object.assign(person, { email: new_email, token })
    }
    await move(ben, 'elsewhere@rosella.test')
    expect(await view(ben, anna)).toBe(200)
    await late.call('DELETE /api/account')
    await move(ben, 'later@rosella.test')
    expect(await view(ben, anna)).toBe(404)
    await anna.call('POST /api/people-i-know-clear')
    expect(await view(ben, anna)).toBe(200)
  })

  test('the member’s actions towards them succeed, are hidden from them, and appear once the list is cleared', async () => {
    const [anna, ben] = await couple()
    const before = await say(await ben.socket(), anna, 'Hello Anna')
    await hide(anna, ben.email)
    const stream = await ben.stream()
    const heard = received(await ben.socket())
    const sender = await anna.socket()
    await say(sender, ben, 'Hello Ben')
    for (const action of ['like', 'rose', 'fav'])
      expect((await act(anna, action, ben)).status, action).toBe(200)
    expect((await sender.emitWithAck('markRead', before)).ok).toBe(true)
    expect((await anna.call('GET /api/messages')).u.map(({ id }) => id)).toEqual([ben.id])
    expect(await ben.call('GET /api/messages')).toEqual({ m: [], u: [] })
    expect(await ben.call('GET /api/users', { filter: 'likes-received' })).toMatchObject({ users: [] })
    const [cara] = (await app.members('Cara')) as [Person]
    await act(cara, 'like', ben)
    expect(await stream.next('like')).toMatchObject({ from: 'Cara' })
    expect(heard.names()).toEqual([])
    await anna.call('POST /api/people-i-know-clear')
    expect((await ben.call('GET /api/messages')).m).toHaveLength(2)
    const { users } = await ben.call('GET /api/users', { filter: 'likes-received' })
    expect(users.map(({ id }) => id).sort()).toEqual([anna.id, cara.id].sort())
  })

  test('online status is removed for those who may no longer see it', async () => {
    const [anna, ben] = await couple()
    const annas = await anna.stream()
    const stream = await ben.stream()
    const isListed = (list: unknown) => String(list).split(',').includes(String(anna.id))
    await expect.poll(async () => isListed(await stream.next('online')), { timeout: 20_000 }).toBe(true)
    await hide(anna, ben.email)
    await expect.poll(async () => isListed(await stream.next('online')), { timeout: 20_000 }).toBe(false)
    annas.close()
  }, 60_000)
})

test('the reply is identical whether or not anyone has the address', async () => {
  const [anna, ben] = await couple()
  const [cara] = (await app.members('Cara')) as [Person]
  const mine = await anna.stream()
  const socket = received(await anna.socket())
  const seenBefore = mine.everything().length
  const [known, unknown] = [await hide(anna, ben.email), await hide(cara, 'nobody-at-all@rosella.test')]
  expect(known).toEqual(unknown)
  await act(cara, 'like', anna)
  await mine.next('like')
  const events = mine.everything().slice(seenBefore)
  expect(events.map(({ event }) => event).filter((event) => event !== 'online')).toEqual(
    expect.not.arrayContaining(['refetch']),
  )
  expect(socket.names()).toEqual([])
})
