import { siteDay } from '../site-day'

/** Exactly 9 lowercase letters or digits; 'favorites' and 'questions' are routes and never members. */
export const isUrlHash = (value: string): boolean => /^(?!favorites|questions)[a-z0-9]{9}$/.test(value)

const DAY = 86_400
const utcDay = (ts: number): string => new Date(ts * 1000).toISOString().slice(0, 10)

/** Age in whole years today, in the site's time zone; `birthday` is 'YYYY-MM-DD'. */
export function ageAt(birthday: string, now: number): number {
  // Usually the age is the same yesterday and tomorrow (UTC), which saves the slow conversion to the local date.
  const age = ageOn(birthday, utcDay(now - DAY))
  return age === ageOn(birthday, utcDay(now + DAY)) ? age : ageOn(birthday, siteDay(now))
}

function ageOn(birthday: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthday.slice(0, 4))
  return birthday.slice(5) > today.slice(5) ? years - 1 : years
}

/** Rounds to the nearest inch before splitting, so 182 cm is 6 ft 0 in and never 5 ft 12 in. */
export function feetAndInches(cm: number): { feet: number; inches: number } {
  const inches = Math.round(cm / 2.54)
  return { feet: Math.floor(inches / 12), inches: inches % 12 }
}
