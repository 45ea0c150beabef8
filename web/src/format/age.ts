/** Whole years since a birthday written 'YYYY-MM-DD', on the given day of the reader's calendar. */
export function ageOn(birthday: string, today: Date): number {
  const [year = 0, month = 1, day = 1] = birthday.slice(0, 10).split('-').map(Number)
  const years = today.getFullYear() - year
  const monthsToGo = month - 1 - today.getMonth()
  const isAhead = monthsToGo > 0 || (monthsToGo === 0 && day > today.getDate())
  return isAhead ? years - 1 : years
}
