import { mailedKey } from '@rosella/testkit/mailed-key'
import { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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
async function logIn(credentials: Record<string, unknown>, cookie = ''): Promise<Answered> {
  const { address } = new Person(app.url)
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

const TEN_WRONG = Array(10).fill(404)

describe('[D §3] a stranger’s wrong tries never lock the owner out', () => {
  test('ten wrong passwords in ten minutes, then 429 with Retry-After for strangers', async () => {
    const { email, password } = await one('Anna')
    expect(await tryWrongPasswords(email, 12)).toEqual([...TEN_WRONG, 429, 429])
    const late = await logIn({ email, password })
    expect(late.status).toBe(429)
    expect(late.wait).toBeGreaterThan(0)
    expect(late.wait).toBeLessThanOrEqual(600)
  })

  test('a browser that was logged in before has its own ten tries', async () => {
    const { email, password } = await one('Ben')
    const { cookie } = await logIn({ email, password })
    await tryWrongPasswords(email, 12)
    expect((await logIn({ email, password }, cookie)).status).toBe(200)
    expect(await tryWrongPasswords(email, 11, cookie)).toEqual([...TEN_WRONG, 429])
    expect((await logIn({ email, password }, cookie)).status).toBe(429)
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
      expect((await logIn({ email: fay.email, password: 'Galah-River-77' }, cookie)).status).toBe(429)
    }
  })
})
