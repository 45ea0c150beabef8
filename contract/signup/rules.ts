export const MINIMUM_AGE = 18
export const BIRTH_YEARS = 82
export const DEFAULT_AGE = 30
export const SIGNUP_PHOTO_SLOTS = 6

interface YearMonth {
  year: number
  month: number
}

/** 82 years, from 18 years ago downward. */
export const birthYears = (today: YearMonth): number[] =>
  Array.from({ length: BIRTH_YEARS }, (_, index) => today.year - MINIMUM_AGE - index)

/** The day of birth is fixed to 1, so a month counts once it has begun 18 years ago. */
export const isOldEnough = (birth: YearMonth, today: YearMonth): boolean =>
  birth.year < today.year - MINIMUM_AGE ||
  (birth.year === today.year - MINIMUM_AGE && birth.month <= today.month)

/** False when a part is missing or the combination is no real date (31 February). */
export function isCalendarDate(year?: number, month?: number, day?: number): boolean {
  if (!year || !month || !day) return false
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

export const formatDate = (year: number, month: number, day: number): string =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** A birthday as the wire carries it: a real date, its day 1, at least 18 and at most 99 years ago. */
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

export const yearMonthOf = (seconds: number): YearMonth => {
  const date = new Date(seconds * 1000)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 }
}

/** At sign-up these travel as words; everywhere else as their first character. */
const interestedWords: Record<string, string> = { men: 'm', women: 'w', both: 'b', m: 'm', w: 'w', b: 'b' }
export const interestedCode = (value: string): string | undefined => interestedWords[value]
const goalCodes = ['s', 'c', 'e']
export const goalCode = (value: string): string | undefined =>
  goalCodes.find((code) => code === value.charAt(0).toLowerCase())
