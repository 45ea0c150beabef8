export interface RetryPauses {
  /** Seconds before the second try; each pause after it is twice as long. */
  firstPause: number
  longestPause: number
}

/** How long to wait after this many tries. Up to a quarter less, so that what failed together comes back apart. */
export function retryPause(tries: number, { firstPause, longestPause }: RetryPauses, random: number): number {
  const pause = Math.min(firstPause * 2 ** (tries - 1), longestPause)
  return Math.ceil(pause * (1 - random / 4))
}
