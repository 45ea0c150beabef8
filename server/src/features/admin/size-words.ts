const units = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const

/** 1234567 reads '1.2 MB'. */
export function sizeWords(bytes: number): string {
  let [value, unit] = [bytes, 0]
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit++
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}
