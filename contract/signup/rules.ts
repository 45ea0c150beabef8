import { type Checked, fine, wrong } from '../client-problems'
import { isChoice, isFirstName } from '../profile/rules'
import { siteDay } from '../site-day'

const MINIMUM_AGE = 18
const BIRTH_YEARS = 82
export const DEFAULT_AGE = 30
export const SIGNUP_PHOTO_SLOTS = 6

interface YearMonth {
  year: number
  month: number
}

export const birthYears = (today: YearMonth): number[] =>
  Array.from({ length: BIRTH_YEARS }, (_, index) => today.year - MINIMUM_AGE - index)

/**
 * The stored day of birth is always 1 and the real one is unknown, so a month is old enough once it ended 18
 * years ago.
 */
export const isOldEnough = (birth: YearMonth, today: YearMonth): boolean =>
  birth.year < today.year - MINIMUM_AGE ||
  (birth.year === today.year - MINIMUM_AGE && birth.month < today.month)

/**
 * False when a part is missing or the date doesn't exist (31 February).
 * @internal exported for its test
 */
export function isCalendarDate(year?: number, month?: number, day?: number): boolean {
  if (!year || !month || !day) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

export const formatDate = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** Validates a birthday from the wire: a real date with day 1, at least 18 and at most 99 years ago. */
export function isBirthday(value: string, today: YearMonth): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value)
  if (!parts) return false
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])]
  return (
    isCalendarDate(year, month, day) &&
    day === 1 &&
    isOldEnough({ year, month }, today) &&
    year > today.year - MINIMUM_AGE - BIRTH_YEARS
  )
}

/** The current month in the site's time zone. */
export const yearMonthOf = (seconds: number): YearMonth => {
  const [year, month] = siteDay(seconds).split('-').map(Number) as [number, number]
  return { year, month }
}

/** Sign-up sends words; every other call sends the first character. */
const interestedCodes = new Map(Object.entries({ men: 'm', women: 'w', both: 'b', m: 'm', w: 'w', b: 'b' }))
export const interestedCode = (value: string): string | undefined => interestedCodes.get(value)
const goalCodes = ['s', 'c', 'e']
export const goalCode = (value: string): string | undefined =>
  goalCodes.find((code) => code === value.charAt(0).toLowerCase())

type Answer = string | null | undefined
export interface BasicsInput {
  username?: Answer
  gender_birth?: Answer
  gender?: Answer
  interested?: Answer
  relationship_goals?: Answer
  birthday?: Answer
  country?: Answer
  city?: Answer
  lat?: number | null
  lng?: number | null
}
/** The answers that can't be changed later, and the home; all are present. */
export type Basics = { [Field in keyof Omit<BasicsInput, 'lat' | 'lng'>]-?: string }

/**
 * Checks in the order of part 2 section 5, so that the form reports its first missing field first. The
 * position is last: a form without one gets 'signup.location', as does a city that the server doesn't know.
 */
export function checkBasics(input: BasicsInput, today: YearMonth): Checked<Basics> {
  const { gender_birth, birthday, username, country, city, lat, lng } = input
  const gender = input.gender ?? gender_birth
  const interested = interestedCode(input.interested ?? '')
  const relationship_goals = goalCode(input.relationship_goals ?? '')
  if (!gender_birth || !isChoice('gender_birth', gender_birth)) return wrong('signup.gender-birth')
  if (!gender || !isChoice('gender', gender)) return wrong('signup.gender')
  if (!interested) return wrong('signup.interested')
  if (!relationship_goals) return wrong('signup.goals')
  if (!birthday || !isBirthday(birthday, today)) return wrong('signup.birthday')
  if (!username || !isFirstName(username)) return wrong('first-name.invalid')
  if (!country) return wrong('signup.country')
  if (!city) return wrong('signup.city')
  if (typeof lat !== 'number' || typeof lng !== 'number') return wrong('signup.location')
  const name = username.normalize('NFC')
  return fine({
    username: name,
    gender_birth,
    gender,
    interested,
    relationship_goals,
    birthday,
    country,
    city,
  })
}
