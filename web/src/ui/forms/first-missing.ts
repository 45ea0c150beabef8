/** The text of the first condition that is not met; null if all are. */
export const firstMissing = (...conditions: [isMet: boolean, text: string][]): string | null =>
  conditions.find(([isMet]) => !isMet)?.[1] ?? null
