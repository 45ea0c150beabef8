/** The words of the first condition that is not met yet; null when nothing is missing. */
export const firstMissing = (...conditions: [isMet: boolean, words: string][]): string | null =>
  conditions.find(([isMet]) => !isMet)?.[1] ?? null
