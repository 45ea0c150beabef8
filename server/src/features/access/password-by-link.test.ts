import { mailedKey } from '@rosella/testkit/mailed-key'
import { testPhoto } from '@rosella/testkit/members'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterEach(() => {
  vi.restoreAllMocks()
  app.clock.stand(undefined)
})
afterAll(() => app.close())

const WAY =
  'Please change your password in Settings, or choose “Forgot password” and use the link we email you.'
const NEXT = 'Galah-River-77'
const fields = { password: NEXT, repeatPassword: NEXT }
const one = async (name: string) => (await app.members({ username: name, premium: true }))[0] as Person

async function logInBy(person: Person, credentials: object): Promise<Person> {
  const { token } = await person.call('POST /api/login', { email: person.email, ...credentials })
  return Object.assign(person.elsewhere(), { token })
}

describe('[D §3] POST /api/change-password', () => {
  test('is refused for a session opened by sign-up, password or code', async () => {
    const anna = await one('Anna')
    const sessions = [
      anna,
      await logInBy(anna, { password: anna.password }),
      await logInBy(anna, { code: await mailedKey(app, anna, 'code') }),
    ]
    for (const session of sessions) {
      const { status, body } = await session.try('POST /api/change-password', fields)
      expect([status, body.message]).toEqual([403, WAY])
    }
    expect((await anna.try('POST /api/login', { email: anna.email, password: anna.password })).status).toBe(
      200,
    )
  })

  test('is allowed for one hour after logging in by an emailed link', async () => {
    const ben = await one('Ben')
    const now = app.clock.now()
    app.clock.stand(now)
    const early = await logInBy(ben, { hash: await mailedKey(app, ben, 'password') })
    app.clock.stand(now + 3600)
    expect((await early.try('POST /api/change-password', fields)).status).toBe(403)
    app.clock.stand(now + 3599)
    expect((await early.try('POST /api/change-password', fields)).status).toBe(200)
    expect((await ben.try('POST /api/login', { email: ben.email, password: NEXT })).status).toBe(200)
  })
})

type Work = (...args: unknown[]) => Promise<unknown>

/** Lets a call start its slow work; returns a function that lets it finish. */
function pauseWork(work: 'hash' | 'verify' | 'process') {
  const { images, passwords } = app.server.services
  const service = (work === 'process' ? images : passwords) as unknown as Record<typeof work, Work>
  const original = service[work].bind(service)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const begun = new Promise<void>((resolve) => {
    vi.spyOn(service, work).mockImplementationOnce(async (...args) => {
      resolve()
      await released
      return original(...args)
    })
  })
  return { begun, release }
}

describe('[D §3] a session that ends meanwhile commits nothing', () => {
  const slow: [string, 'hash' | 'verify' | 'process', (person: Person) => Promise<{ status: number }>][] = [
    ['a new password by link', 'hash', (person) => person.try('POST /api/change-password', fields)],
    [
      'a new password in the settings',
      'hash',
      (person) => person.try('POST /api/settings-change-password', { current: person.password, new: NEXT }),
    ],
    [
      'a new address',
      'verify',
      (person) =>
        person.try('POST /api/change-email', { new_email: `new-${person.email}`, password: person.password }),
    ],
    ['an upload', 'process', async (person) => person.tryUpload(await testPhoto(person.id))],
  ]

  test.each(slow)('%s', async (_name, work, call) => {
    const cara = await one('Cara')
    const thief = await logInBy(cara, { hash: await mailedKey(app, cara, 'link') })
    const paused = pauseWork(work)
    const answer = call(thief)
    await paused.begun
    await cara.call('DELETE /api/session', { others: true })
    paused.release()
    expect((await answer).status).toBe(401)
    expect((await cara.try('POST /api/login', { email: cara.email, password: cara.password })).status).toBe(
      200,
    )
    expect(await cara.call('GET /api/photos')).toEqual([])
  })

  test.each(['POST /api/deactivate-account', 'DELETE /api/account'] as const)('%s', async (route) => {
    const dora = await one('Dora')
    const thief = await logInBy(dora, { password: dora.password })
    const { answer } = await app.db.transaction().execute(async (tx) => {
      await tx.selectFrom('member').where('id', '=', dora.id).forUpdate().select('id').execute()
      const answer = thief.try(route)
      // Long enough for the call to pass authentication and wait for the row.
      await new Promise((resolve) => setTimeout(resolve, 1500))
      await tx
        .deleteFrom('session')
        .where('member_id', '=', dora.id)
        .where('opened_by', '=', 'password')
        .execute()
      return { answer }
    })
    expect((await answer).status).toBe(401)
    expect((await dora.try('GET /api/user')).status).toBe(200)
  })
})
