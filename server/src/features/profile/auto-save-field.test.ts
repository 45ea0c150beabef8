import { problemMessage, problems } from '@rosella/contract/problems'
import type { Person } from '@rosella/testkit/person'
import { problemBody } from '@rosella/testkit/problem-body'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let app: TestApp
let anna: Person
let cara: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  ;[anna, cara] = (await app.members('Anna', { username: 'Cara', premium: true })) as [Person, Person]
})
afterAll(() => app.close())

const save = (key: string, value: unknown, who = anna) =>
  who.try('POST /api/profile-auto-save', { key, value })
const own = async (who = anna) => (await who.call('GET /api/user')).user
const long = (characters: number) => 'x'.repeat(characters)
const lines = (count: number) => Array.from({ length: count }, (_, n) => `line ${n}`).join('\n')

/** Shortens titles with up to 600 characters. */
const short = <R extends [string, unknown, unknown]>(rows: R[]): [string, ...R][] =>
  rows.map((row) => [`${row[0]} ${JSON.stringify(row[1]).slice(0, 40)}`, ...row])

const kept: [field: string, sent: unknown, stored: unknown][] = [
  ['tagline', 'Sunrise swims 🏊‍♀️ and 7 books 📚', 'Sunrise swims  and 7 books'],
  ['tagline', ' One\nline ', 'One line'],
  ['about_offer', long(600), long(600)],
  ['about_offer', 'One\r\ntwo\rthree\u0000\u0007 \t\n\n', 'One\ntwo\nthree'],
  ['about_offer', null, ''],
  ['wants', lines(9), lines(9)],
  ['interests', '  indented\n\n  kept', '  indented\n\n  kept'],
  ['interests', '', ''],
  ['occupation', long(70), long(70)],
  ['ethnicity', 'Māori\u0000', 'Māori'],
  ['languages', 'English,\r\nAuslan', 'English, Auslan'],
  ['country_of_birth', 'nz', 'NZ'],
  ['country_of_birth', '', null],
  ['height', 100, 100],
  ['height', '250', 250],
  ['height', null, null],
  ['tatoos', '~', '~'],
  ['tatoos', '', null],
  ['smoking', '-', '-'],
  ['smoking', null, null],
  ['marriage', '+', '+'],
  ['kids', '-', '-'],
  ['income', 'h', 'h'],
  ['education', '3', '3'],
  ['relocation', '~', '~'],
  ['relocation', '+~', '~+'],
  ['relocation', '~+', '~+'],
  ['relocation', '-', '-'],
  ['relocation', '', null],
  ['interested', 'women', 'w'],
  ['interested', 'm', 'm'],
  ['relationship_goals', 'casual', 'c'],
  ['relationship_goals', 'e', 'e'],
]
test.each(short(kept))('[P2 §2 §5] %s is stored correctly', async (_, key, value, stored) => {
  expect(await save(key, value)).toEqual({ status: 200, body: { message: 'Saved!' } })
  expect((await own())[key as 'tagline']).toBe(stored)
})

const tooLong = (field: string, n: number) => problemMessage('profile.too-long', { field, n })
const tooManyLines = (field: string, n: number) => problemMessage('profile.too-many-lines', { field, n })
const noSuch = (field: string) => problemMessage('profile.value', { field })
const refused: [field: string, sent: unknown, message: string][] = [
  ['tagline', '', 'Please enter a tagline.'],
  ['tagline', null, 'Please enter a tagline.'],
  ['tagline', ' 🌹\n', 'Please enter a tagline.'],
  ['tagline', long(201), tooLong('Tagline', 200)],
  ['tagline', ['a'], noSuch('Tagline')],
  ['about_offer', long(601), tooLong('About me', 600)],
  ['about_offer', lines(10), tooManyLines('About me', 9)],
  ['wants', long(601), tooLong('Looking for', 600)],
  ['wants', lines(10), tooManyLines('Looking for', 9)],
  ['interests', lines(10).replaceAll('\n', '\r'), tooManyLines('Interests', 9)],
  ['occupation', long(71), tooLong('Occupation', 70)],
  ['ethnicity', long(71), tooLong('Ethnicity', 70)],
  ['languages', long(71), tooLong('Languages', 70)],
  ['languages', 7, noSuch('Languages')],
  ['country_of_birth', 'XX', noSuch('Nationality')],
  ['country_of_birth', 'EU', noSuch('Nationality')],
  ['country_of_birth', 'Australia', noSuch('Nationality')],
  ['height', 99, 'Height must be a whole number from 100 to 250.'],
  ['height', 251, 'Height must be a whole number from 100 to 250.'],
  ['height', 170.5, 'Height must be a whole number from 100 to 250.'],
  ['height', '17O', 'Height must be a whole number from 100 to 250.'],
  ['tatoos', 'constructor', noSuch('Tattoos')],
  ['smoking', 'no', noSuch('Smoking')],
  ['marriage', true, noSuch('Marriage status')],
  ['kids', '~', noSuch('Have kids')],
  ['income', 'x', noSuch('Income')],
  ['education', 3, noSuch('Education')],
  ['relocation', '-~', noSuch('Willing to relocate')],
  ['relocation', '++', noSuch('Willing to relocate')],
  ['interested', '', 'Please select the gender(s) you are interested in.'],
  ['interested', 'x', 'Please select the gender(s) you are interested in.'],
  ['relationship_goals', null, 'Please select your relationship goals.'],
  ['relationship_goals', ['s'], 'Please select your relationship goals.'],
]
test.each(short(refused))('[P2 §5] %s is refused and changes nothing', async (_, key, value, message) => {
  const before = await own()
  expect(await save(key, value)).toMatchObject({ status: 400, body: { code: expect.any(String), message } })
  expect(await own()).toEqual(before)
})

test.each(['gender', 'country', 'status', 'premium', 'ndp', '', '__proto__', 'constructor', 'toString'])(
  '[D §8] the key %j is refused',
  async (key) => {
    expect(await save(key, '+')).toEqual({ status: 400, body: problemBody('profile.unknown-field') })
  },
)

describe('first name', () => {
  test('[P2 §6] is premium only', async () => {
    expect(await save('username', 'Annabel')).toEqual({
      status: 403,
      body: problemBody('access.premium'),
    })
    expect((await own()).username).toBe('Anna')
  })

  test('[P2 §5] has two to fifteen letters or hyphens, in any script', async () => {
    for (const wrong of ['C', 'Cara 2', 'Cara Lee', long(16), '', null, 42]) {
      const { status, body } = await save('username', wrong, cara)
      expect([status, body.message], String(wrong)).toEqual([400, problems['first-name.invalid'][1]])
    }
    expect((await save('username', 'Zoe\u0308-Mei', cara)).status).toBe(200)
    expect((await own(cara)).username).toBe('Zo\u00eb-Mei')
  })

  test('can’t be changed after premium ends', async () => {
    const until = app.clock.now() + 60
    await app.admin.call('POST /api/admin/member', { id: cara.id, premium: true, premium_until_ts: until })
    app.clock.advance(61)
    expect((await save('username', 'Carlotta', cara)).status).toBe(403)
  })
})

describe('location', () => {
  const launceston = { latitude: -41.0001, longitude: 147.0001, countryCode: 'AU', city: 'Launceston, TAS' }

  test("[D §5] stores the centre of the city, never the browser's position", async () => {
    const cities = await anna.call('GET /api/cities', { country_code: 'AU' })
    const centre = cities.find((city) => city.name === 'Launceston' && city.stateCode === 'TAS')
    expect((await save('location', launceston)).status).toBe(200)
    expect(await own()).toMatchObject({
      country: 'AU',
      city: 'Launceston, TAS',
      location: { latitude: centre?.latitude, longitude: centre?.longitude },
    })
    expect(centre?.latitude).not.toBe(launceston.latitude)
    const everything = JSON.stringify(await app.db.selectFrom('member').selectAll().execute())
    expect(everything).not.toContain('41.0001')
  })

  test('[P2 §5] reports missing parts in order', async () => {
    const before = await own()
    const wrong: [unknown, string][] = [
      [null, problems['signup.country'][1]],
      ['Hobart, TAS', problems['signup.country'][1]],
      [{ ...launceston, countryCode: '' }, problems['signup.country'][1]],
      [{ ...launceston, city: undefined }, problems['signup.city'][1]],
      [{ ...launceston, city: 'Atlantis' }, problems['signup.location'][1]],
      [{ ...launceston, countryCode: 'ZZ' }, problems['signup.location'][1]],
      [{ ...launceston, latitude: 91 }, problems['signup.location'][1]],
      [{ ...launceston, longitude: '147' }, problems['signup.location'][1]],
    ]
    for (const [value, message] of wrong) {
      expect(await save('location', value)).toMatchObject({
        status: 400,
        body: { code: expect.any(String), message },
      })
    }
    expect(await own()).toEqual(before)
  })
})

test('a member who has not finished signing up can fill in the form; a stranger can’t', async () => {
  const [dora] = (await app.members({ username: 'Dora', active: false })) as [Person]
  expect((await save('height', 168, dora)).status).toBe(200)
  const stranger = await anna.try('POST /api/profile-auto-save', { token: 'x', key: 'height', value: 170 })
  expect(stranger).toEqual({ status: 401, body: problemBody('session.none') })
})

test('publishes a change once it can be read, and never a refused one', async () => {
  const seen: (number | null)[] = []
  const looks: Promise<void>[] = []
  const look = async () => {
    const row = app.db.selectFrom('profile').where('member_id', '=', anna.id).select('height')
    seen.push((await row.executeTakeFirstOrThrow()).height)
  }
  const stop = app.server.services.bus.subscribe((event) => {
    if (event.kind === 'member.changed' && event.member_id === anna.id) looks.push(look())
  })
  await save('height', 181)
  await save('height', 999)
  await expect.poll(() => looks.length).toBe(1)
  await Promise.all(looks)
  stop()
  expect(seen).toEqual([181])
})
