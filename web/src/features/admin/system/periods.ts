/** Whole days such as '2026-11-15', both included. */
export interface Period {
  from: string
  to: string
}

export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))

const day = (year: number, month: number, date: number): string =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10)

/** The usual periods as of a day. The first is the default. */
export function periods(today: string): [Period & { label: string }, ...(Period & { label: string })[]] {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const quarter = Math.floor((month - 1) / 3) * 3
  return [
    { label: 'This month', from: day(year, month - 1, 1), to: today },
    { label: 'Last month', from: day(year, month - 2, 1), to: day(year, month - 1, 0) },
    { label: 'Last quarter', from: day(year, quarter - 3, 1), to: day(year, quarter, 0) },
    { label: 'This year', from: day(year, 0, 1), to: today },
    { label: 'Last year', from: day(year - 1, 0, 1), to: day(year - 1, 12, 0) },
  ]
}
