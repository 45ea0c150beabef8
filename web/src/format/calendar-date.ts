type Part = number | string | null | undefined

/** False when a part is missing or the parts make no real date (31 February). */
export function isCalendarDate(year: Part, month: Part, day: Part): boolean {
  const [y, m, d] = [toWhole(year), toWhole(month), toWhole(day)]
  if (!y || !m || !d) return false
  const date = new Date(0)
  // setFullYear and not the constructor, which reads the years 0 to 99 as 1900 to 1999.
  date.setUTCFullYear(y, m - 1, d)
  return date.getUTCFullYear() === y && date.getUTCMonth() === m - 1 && date.getUTCDate() === d
}

/** 'YYYY-MM-DD' with month and day padded to two digits. */
export function calendarDate(year: number | string, month: number | string, day: number | string): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
}

function toWhole(part: Part): number | null {
  if (part === null || part === undefined || part === '') return null
  const value = Number(part)
  return Number.isInteger(value) && value > 0 ? value : null
}
