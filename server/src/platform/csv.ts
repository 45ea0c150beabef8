export type CsvCell = string | number | null

/** One line of a CSV file. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(cell).join(',')}\r\n`

/** Quoted according to RFC 4180. A text written by somebody must not become a spreadsheet formula. */
function cell(value: CsvCell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
