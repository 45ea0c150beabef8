import { confirmAddress } from '@rosella/testkit/mailed-key'
import { withPasskey } from '@rosella/testkit/passkey'
import { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0 http://evil.example'
/** With a confirmed address. */
async function one(name: string): Promise<Person> {
  const [person] = (await app.members(name)) as [Person]
  await confirmAddress(app, person)
  return person
}

/** A browser that keeps its cookie. */
class Browser {
  cookie = ''
  readonly #address = new Person('').address

  async post(path: string, fields: object): Promise<{ id: number; token: string; challenge: string }> {
    const response = await fetch(app.url + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': FIREFOX,
        'x-forwarded-for': this.#address,
        cookie: this.cookie,
      },
      body: JSON.stringify(fields),
    })
    this.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.cookie
    return (await response.json()) as { id: number; token: string; challenge: string }
  }
  logIn = ({ email }: Person, password: string) => this.post('/api/login', { email, password })
}

const emailsOf = async ({ email }: Person) =>
  (await app.mail()).filter(
    ({ to, subject }) => to?.[0]?.address === email && subject?.startsWith('A log-in from a new device'),
  )
const count = async (person: Person) => (await emailsOf(person)).length

describe('[P3 §12] a log-in from a new device sends an email', () => {
  test('once per device, whatever changes later, and without text that the person logging in controls', async () => {
    const anna = await one('Anna')
    const browser = new Browser()
    await browser.logIn(anna, anna.password)
    await browser.logIn(anna, anna.password)
    expect(await count(anna)).toBe(1)
    const [mail] = await emailsOf(anna)
    expect(mail?.text).toContain('Firefox on Linux')
    expect(`${mail?.text}${mail?.html}`).not.toContain('evil.example')
    await anna.call('POST /api/settings-change-password', { current: anna.password, new: 'Galah-River-77' })
    await browser.logIn(anna, 'Galah-River-77')
    expect(await count(anna)).toBe(1)
    await new Browser().logIn(anna, 'Galah-River-77')
    expect(await count(anna)).toBe(2)
  })

  test('a browser can be trusted for two members; log-in by passkey counts too', async () => {
    const [ben, cara] = [await one('Ben'), await one('Cara')]
    const device = await withPasskey(ben)
    const browser = new Browser()
    const passkey = device.get({
      rpId: 'rosella.test',
      allowCredentials: [],
      ...(await browser.post('/api/passkey-options', {})),
    })
    expect((await browser.post('/api/passkey-login', { passkey })).id).toBe(ben.id)
    await browser.logIn(cara, cara.password)
    await browser.logIn(ben, ben.password)
    await browser.logIn(cara, cara.password)
    expect([await count(ben), await count(cara)]).toEqual([1, 1])
  })

  test('its link works once, ends only that session, and makes the device new again', async () => {
    const dora = await one('Dora')
    const browser = new Browser()
    const { token } = await browser.logIn(dora, dora.password)
    const [mail] = await emailsOf(dora)
    const key = /(?<=\/undo\?key=)[0-9a-f]{64}(?=&what=session)/.exec(mail?.text ?? '')?.[0]
    const undo = async () => (await new Person(app.url).try('POST /api/undo', { key })).body.message
    expect(await undo()).toBe(
      'That session has ended. If someone else might know your password, please choose a new one.',
    )
    const ended = Object.assign(dora.elsewhere(), { token })
    expect([(await ended.try('GET /api/user')).status, (await dora.try('GET /api/user')).status]).toEqual([
      401, 200,
    ])
    expect(await undo()).toBe('This link is invalid or has expired')
    await browser.logIn(dora, dora.password)
    expect(await count(dora)).toBe(2)
  })

  test('the browser used for sign-up is trusted', async () => {
    const browser = new Browser()
    const email = 'newt@rosella.test'
    const { id, token } = await browser.post('/api/signup', {
      username: 'Newt',
      gender_birth: 'f',
      interested: 'both',
      relationship_goals: 'serious',
      birthday: '1994-05-01',
      email,
      password: 'Galah-River-77',
      country: 'AU',
      city: 'Hobart, TAS',
      lat: -42.88,
      lng: 147.33,
    })
    const newt = Object.assign(new Person(app.url), { id, email, token })
    await confirmAddress(app, newt)
    await browser.logIn(newt, 'Galah-River-77')
    expect(await count(newt)).toBe(0)
    await new Browser().logIn(newt, 'Galah-River-77')
    expect(await count(newt)).toBe(1)
  })
})
