const DAY = 86_400

/** Days since somebody was here, as the tables of the weights count them: 0 to 6 one by one, then weeks, then months. */
export const presenceClasses = 10

export function presenceClass(seconds: number): number {
  const days = Math.max(0, Math.floor(seconds / DAY))
  if (days < 7) return days
  if (days < 14) return 7
  return days < 30 ? 8 : 9
}
