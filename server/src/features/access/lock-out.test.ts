import { mailedKey } from '@rosella/testkit/mailed-key'
import { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

// Delays of several seconds.
vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
})
afterAll(() => app.close())

const one = async (name: string) => (await app.members(name))[0] as Person

interface Answered {
  status: number
  wait: number
  setCookie: string
  cookie: string
}

/** A browser with its own address, with or without a cookie. */
async function logIn(
  credentials: Record<string, unknown>,
  cookie = '',
  address = new Person(app.url).address,
): Promise<Answered> {
  const response = await fetch(`${app.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
    body: JSON.stringify(credentials),
  })
  await response.arrayBuffer()
  const setCookie = response.headers.get('set-cookie') ?? ''
  return {
    status: response.status,
    wait: Number(response.headers.get('retry-after')),
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  }
}

async function tryWrongPasswords(email: string, times: number, cookie = ''): Promise<number[]> {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) {
    statuses.push((await logIn({ email, password: 'Wrong-Password-1' }, cookie)).status)
  }
  return statuses
}

/** The status, and the whole seconds that it took. */
async function timed(call: () => Promise<Answered>): Promise<{ status: number; seconds: number }> {
  const began = performance.now()
  const { status } = await call()
  return { status, seconds: Math.floor((performance.now() - began) / 1000) }
}

describe('[D §3] a stranger’s wrong tries never lock the owner out', () => {
  test('after wrong passwords from everywhere, the right one works in an unknown browser after a growing delay', async () => {
    const { email, password } = await one('Anna')
    expect(await tryWrongPasswords(email, 12)).toEqual(Array(12).fill(404))
    expect(await timed(() => logIn({ email, password }))).toEqual({ status: 200, seconds: 1 })
    // A successful log-in ends the delay.
    expect(await timed(() => logIn({ email, password: 'Wrong-Password-1' }))).toEqual({
      status: 404,
      seconds: 0,
    })

    await Promise.all(Array.from({ length: 40 }, () => logIn({ email, password: 'Wrong-Password-1' })))
    expect(await timed(() => logIn({ email, password }))).toEqual({ status: 200, seconds: 10 })
  })

  test('a network that keeps guessing is refused while another such try is being delayed; the owner’s isn’t', async () => {
    const { email, password } = await one('Iris')
    await tryWrongPasswords(email, 10)
    const guessers = ['203.0.113.1', '203.0.113.2']
    for (const address of guessers)
      await Promise.all(
        Array.from({ length: 3 }, () => logIn({ email, password: 'Wrong-Password-1' }, '', address)),
      )
    const guesses = await Promise.all(
      [...guessers, ...guessers].map((address) =>
        logIn({ email, password: 'Wrong-Password-1' }, '', address),
      ),
    )
    expect(guesses.map(({ status }) => status).sort()).toEqual([404, 429, 429, 429])
    expect(guesses.find(({ status }) => status === 429)?.wait).toBeGreaterThan(0)
    // IPv6 addresses are easy to get, so a /48 counts as one network here.
    const six = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        logIn({ email, password: 'Wrong-Password-1' }, '', `2001:db8:7:${n}::1`),
      ),
    )
    expect(six.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2)
    expect((await logIn({ email, password })).status).toBe(200)
  })

  test('an address without an account is delayed in the same way', async () => {
    const email = 'nobody@rosella.test'
    await tryWrongPasswords(email, 10)
    expect(await timed(() => logIn({ email, password: 'Wrong-Password-1' }))).toEqual({
      status: 404,
      seconds: 1,
    })
  })

  test('a browser that was logged in before is not delayed by strangers; its own wrong tries delay only itself', async () => {
    const { email, password } = await one('Ben')
    const { cookie } = await logIn({ email, password })
    await tryWrongPasswords(email, 11)
    expect(await timed(() => logIn({ email, password }, cookie))).toEqual({ status: 200, seconds: 0 })
    await tryWrongPasswords(email, 10, cookie)
    expect(await timed(() => logIn({ email, password }, cookie))).toEqual({ status: 200, seconds: 1 })
  })

  test('an emailed link or code always works; neither counts against the password', async () => {
    const cara = await one('Cara')
    const { email, password } = cara
    const [hash, code] = [await mailedKey(app, cara, 'link'), await mailedKey(app, cara, 'code')]
    await tryWrongPasswords(email, 12)
    for (let n = 0; n < 12; n++) await logIn({ email, hash: 'a'.repeat(64) })
    expect((await logIn({ email, code })).status).toBe(200)
    expect((await logIn({ email, hash })).status).toBe(200)

    const dora = await one('Dora')
    for (let n = 0; n < 15; n++) await logIn({ email: dora.email, code: '123456' })
    expect((await logIn({ email: dora.email, password })).status).toBe(200)
  })

  test('the cookie is HttpOnly, SameSite=Strict, Secure, only sent to the API, and reveals nothing about the member', async () => {
    const eve = await one('Eve')
    const { setCookie, cookie } = await logIn({ email: eve.email, password: eve.password })
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Secure', 'Path=/api;', 'Max-Age=15552000'])
      expect(setCookie).toContain(part)
    const value = decodeURIComponent(cookie.split('=')[1] ?? '')
    expect(value).toMatch(/^[\w-]{22}(\.[\w-]{22}){2}$/)
    const again = await logIn({ email: eve.email, password: eve.password })
    expect(again.cookie).not.toBe(cookie)
  })

  test('a made-up cookie, another member’s, and one from before a new password are ignored', async () => {
    const [fay, gus] = [await one('Fay'), await one('Gus')]
    const own = await logIn({ email: fay.email, password: fay.password })
    const other = await logIn({ email: gus.email, password: gus.password })
    await fay.call('POST /api/settings-change-password', { current: fay.password, new: 'Galah-River-77' })
    await tryWrongPasswords(fay.email, 10)
    for (const cookie of [own.cookie, other.cookie, 'seen_browser=x.y', 'seen_browser=', 'seen_browser=.']) {
      const wrong = { email: fay.email, password: 'Wrong-Password-1' }
      expect(await timed(() => logIn(wrong, cookie))).toEqual({ status: 404, seconds: 1 })
    }
  })
})
