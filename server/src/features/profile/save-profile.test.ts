import { problems } from '@rosella/contract/problems'
import type { Person } from '@rosella/testkit/person'
import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'

let app: TestApp
let anna: Person
beforeAll(async () => {
  app = await openTestApp({ on: 'postgres' })
  ;[anna] = (await app.members('Anna', 'Ben')) as [Person]
})
afterAll(() => app.close())

const save = (fields: Record<string, unknown>, who = anna) => who.try('POST /api/user', fields)
const own = async (who = anna) => (await who.call('GET /api/user')).user

const form = {
  tagline: 'Sunrise swims',
  about_offer: 'Good coffee\r\nand time',
  wants: 'Someone kind',
  interests: 'Rock pools',
  occupation: 'Nurse',
  ethnicity: 'Irish',
  languages: 'English, Auslan',
  country_of_birth: 'IE',
  height: 171,
  tatoos: '~',
  smoking: '-',
  marriage: '~',
  kids: '+',
  income: 'a',
  education: '3',
  relocation: '+~',
}

test('[P2 §5] requires a tagline; emoji don’t count', async () => {
  // The flag of England ends in invisible characters.
  const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
  for (const tagline of [undefined, '', null, '🌹', england, '\u200b']) {
    const { status, body } = await save({ ...form, tagline })
    expect([status, body.message]).toEqual([400, 'Please enter a tagline.'])
  }
  expect((await own()).occupation).toBe('')
})

test('[P2 §7] POST /api/user saves the whole form', async () => {
  expect(await save(form)).toEqual({ status: 200, body: { message: 'Saved!' } })
  expect(await own()).toMatchObject({ ...form, about_offer: 'Good coffee\nand time', relocation: '~+' })
})

test('fields that are not sent stay; null or an empty code clears a choice', async () => {
  expect((await save({ height: null, smoking: null, kids: '', relocation: '' })).status).toBe(200)
  const cleared = { height: null, smoking: null, kids: null, relocation: null }
  expect(await own()).toMatchObject({ ...form, about_offer: 'Good coffee\nand time', ...cleared })
})

test('one wrong field prevents saving the others', async () => {
  const before = await own()
  const { status, body } = await save({ ...form, occupation: 'Baker', wants: 'x\n'.repeat(9).concat('y') })
  expect([status, body.message]).toEqual([400, 'Looking for can be at most 9 lines long.'])
  expect((await save({ ...form, occupation: 'Baker', tatoos: 5 })).body.message).toContain('tatoos')
  expect(await own()).toEqual(before)
})

test('[P2 §6] read-only fields accept the same value after registration and refuse another', async () => {
  const same = { username: 'Anna', gender: 'f', gender_birth: 'f', birthday: '1994-05-01' }
  expect((await save({ ...same, tagline: 'Still me' })).status).toBe(200)
  const before = await own()
  const other = { username: 'Annabel', gender: 'm', gender_birth: 'm', birthday: '1994-06-01' }
  for (const [field, value] of [...Object.entries(other), ['gender', null], ['birthday', '']] as const) {
    for (const reg of [undefined, 1, true]) {
      const { status, body } = await save({ ...same, reg, tagline: 'Someone else', [field]: value })
      expect([status, body.message], field).toEqual([400, problems['profile.read-only'][1]])
    }
  }
  expect(await own()).toEqual(before)
})

test('[P2 §2] the gender and goals a member looks for can change, as words or codes', async () => {
  expect((await save({ interested: 'men', relationship_goals: 'casual' })).status).toBe(200)
  expect(await own()).toMatchObject({ interested: 'm', relationship_goals: 'c' })
  expect((await save({ interested: 'b', relationship_goals: 'e' })).status).toBe(200)
  expect(await own()).toMatchObject({ interested: 'b', relationship_goals: 'e' })
  expect((await save({ interested: 'all' })).body.message).toBe(problems['signup.interested'][1])
  expect((await save({ relationship_goals: null })).body.message).toBe(problems['signup.goals'][1])
})

test("[D §5] moving stores the centre of the city, never the browser's position", async () => {
  const cities = await anna.call('GET /api/cities', { country_code: 'AU' })
  const centre = cities.find((city) => city.name === 'Darwin')
  const move = { country: 'AU', city: 'Darwin, NT', lat: -12.3333, lng: 130.7777 }
  expect((await save(move)).status).toBe(200)
  expect(await own()).toMatchObject({
    city: 'Darwin, NT',
    location: { latitude: centre?.latitude, longitude: centre?.longitude },
  })
  const before = await own()
  expect((await save({ ...move, country: '' })).body.message).toBe(problems['signup.country'][1])
  expect((await save({ country: 'AU' })).body.message).toBe(problems['signup.city'][1])
  expect((await save({ ...move, city: 'Atlantis' })).body.message).toBe(problems['signup.location'][1])
  expect((await save({ ...move, lat: 91 })).body.message).toContain('lat')
  expect(await own()).toEqual(before)
})

test('applies the same rules as the auto-save', async () => {
  const wrong = {
    occupation: 'x'.repeat(71),
    country_of_birth: 'XX',
    height: 99,
    education: '9',
    relocation: '-+',
  }
  for (const [key, value] of Object.entries(wrong)) {
    const alone = await anna.try('POST /api/profile-auto-save', { key, value })
    expect(await save({ ...form, [key]: value }), key).toEqual(alone)
    expect(alone.status).toBe(400)
  }
})

test('[P2 §4] a value that another device has changed meanwhile is never overwritten, and nothing else of that save is stored', async () => {
  await save({ tagline: 'Early', about_offer: 'Old', occupation: 'Nurse', tags: ['beach-days'] })
  const read = await own()
  const phone = { tagline: 'From the phone', tags: ['beach-days', 'live-music'] }
  await save(phone)
  const based_on = { tagline: read.tagline, occupation: read.occupation, tags: read.tags }
  const laptop = { tagline: 'From the laptop', occupation: 'Vet', tags: [], based_on }
  expect(await save(laptop)).toEqual({
    status: 409,
    body: {
      code: 'profile.newer',
      message:
        'You changed this on another device: Tagline, Interests from the list. Please choose which to keep.',
      values: { fields: 'Tagline, Interests from the list' },
    },
  })
  expect(await own()).toMatchObject({ ...phone, occupation: 'Nurse' })
  // Other fields are saved, and a value that is already stored is no conflict.
  expect((await save({ occupation: 'Vet', tagline: phone.tagline, based_on })).status).toBe(200)
  expect(await own()).toMatchObject({ ...phone, occupation: 'Vet', about_offer: 'Old' })
})

test('[P2 §4] the auto-save refuses too; a base as it was sent, before it was normalised, is the stored one', async () => {
  const autoSave = (key: string, value: unknown, based_on?: unknown) =>
    anna.try('POST /api/profile-auto-save', { key, value, based_on })
  await save({ height: 171, about_offer: 'One\r\n', country: 'AU', city: 'Darwin, NT' })
  expect((await autoSave('height', '172', '171')).status).toBe(200)
  expect((await autoSave('height', '173', '171')).body.code).toBe('profile.newer')
  expect((await autoSave('about_offer', 'Two', 'One\r\n')).status).toBe(200)
  expect((await autoSave('about_offer', 'Three', 'One')).status).toBe(409)
  const darwin = { countryCode: 'AU', city: 'Darwin, NT' }
  const perth = { countryCode: 'AU', city: 'Perth, WA' }
  expect((await autoSave('location', perth, darwin)).status).toBe(200)
  expect((await autoSave('location', { ...darwin, city: 'Hobart, TAS' }, darwin)).status).toBe(409)
  expect(await own()).toMatchObject({ height: 172, about_offer: 'Two', city: 'Perth, WA' })
  // Without a base, as in part 2, the last value wins.
  expect((await autoSave('height', 180)).status).toBe(200)
})
