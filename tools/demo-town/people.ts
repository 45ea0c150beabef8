import { type Life, makeLife } from './life'
import { makeLook } from './looks'
import type { DemoPerson } from './person'
import { placeKey } from './places'
import { type Random, random } from './random'
import { spread } from './spread'
import { writer } from './writing'

export { demoConversations } from './conversations/all'
export type { DemoPerson } from './person'
export { demoPrompts } from './words/prompts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** The first of a month for somebody who is exactly `age` years old at `now`. */
function birthdayOf(rng: Random, age: number, now: number): string {
  const today = new Date(now * 1000)
  const month = rng.int(1, 12)
  const year = today.getUTCFullYear() - age - (month > today.getUTCMonth() + 1 ? 1 : 0)
  return `${year}-${String(month).padStart(2, '0')}-01`
}

function languagesOf(rng: Random, life: Life): string {
  const spoken = ['English']
  if (life.root.language && (life.bornOverseas || rng.chance(0.65))) spoken.push(life.root.language)
  if (rng.chance(0.14))
    spoken.push(
      rng.pick(['a little French', 'some Auslan', 'a little Japanese', 'some Spanish', 'holiday German']),
    )
  return spoken.join(', ')
}

/** Some people leave a question unanswered. */
const open = <T>(rng: Random, share: number, value: T): T | null => (rng.chance(share) ? null : value)

function choicesOf(rng: Random, life: Life) {
  const { age, job } = life
  const inked = age < 45 ? 0.42 : 0.2
  const moves = age < 35 ? 0.6 : age < 55 ? 0.35 : 0.25
  const roll = rng.next()
  const income = rng.chance(0.8) ? job.income : 'a'
  return {
    tatoos: open(rng, 0.05, rng.chance(inked) ? (rng.chance(0.18) ? '+' : '~') : '-'),
    smoking: open(rng, 0.05, roll < 0.86 ? '-' : roll < 0.96 ? '~' : '+'),
    marriage: open(rng, 0.03, life.marriage),
    kids: open(rng, 0.03, life.kids),
    income: open(rng, 0.22, income),
    education: open(rng, 0.06, job.education),
    relocation: open(
      rng,
      0.08,
      rng.chance(moves) ? rng.weighted(['~', '+', '~+'] as const, (code) => (code === '~' ? 6 : 1.5)) : '-',
    ),
  } satisfies Partial<DemoPerson>
}

function interestOf(rng: Random, gender: 'f' | 'm'): DemoPerson['interested'] {
  const roll = rng.next()
  const other = gender === 'f' ? 'm' : 'w'
  const same = gender === 'f' ? 'w' : 'm'
  return roll < 0.83 ? other : roll < 0.91 ? same : 'b'
}

/** Nobody joins before the end of the month in which they turned 18, also in Sydney's time zone. */
function presenceOf(rng: Random, birthday: string, now: number) {
  const [year = 0, month = 1] = birthday.split('-').map(Number)
  const adultFor = now - Date.UTC(year + 18, month, 2) / 1000
  const joined = rng.chance(0.1) ? rng.int(2 * hour, 4 * day) : rng.int(5 * day, 700 * day)
  const created = Math.min(joined, adultFor)
  const roll = rng.next()
  const seen =
    roll < 0.12
      ? rng.int(3, 5 * minute)
      : roll < 0.4
        ? rng.int(6 * minute, day)
        : roll < 0.78
          ? rng.int(day, 7 * day)
          : rng.int(7 * day, 60 * day)
  return { createdAgoSeconds: created, lastActiveAgoSeconds: Math.min(seen, created - minute) }
}

/** The people of the demo town. The same count and time give the same people in the same order. */
export function demoPeople(count = 240, now: number): DemoPerson[] {
  const rng = random('rosella demo town')
  const turns = { names: spread(), jobs: spread(), pastimes: spread() }
  const write = writer()
  return Array.from({ length: count }, () => {
    const life = makeLife(rng, turns)
    const { gender } = life
    const born = rng.chance(0.025) ? (gender === 'f' ? 'm' : 'f') : gender
    const birthday = birthdayOf(rng, life.age, now)
    const [mean, deviation] = born === 'f' ? [164.5, 6.5] : [178.5, 7]
    return {
      username: life.name,
      gender_birth: born,
      gender,
      interested: interestOf(rng, gender),
      relationship_goals: life.goals,
      birthday,
      country: 'AU',
      city: placeKey(life.place),
      height: Math.round(Math.min(203, Math.max(148, rng.bell(mean, deviation)))),
      ...write(rng, life),
      occupation: life.job.title,
      ethnicity: life.root.ethnicity,
      languages: languagesOf(rng, life),
      country_of_birth: life.bornOverseas ? life.root.country : 'AU',
      ...choicesOf(rng, life),
      ...presenceOf(rng, birthday, now),
      premium: rng.chance(0.08),
      photoCount: rng.chance(0.05) ? rng.int(1, 2) : rng.weighted([3, 4, 5, 6], (count) => 1 / count ** 6),
      look: makeLook(rng, gender, life.age, life.heritage),
    } satisfies DemoPerson
  })
}
