const FIRST_MS = 500
const LONGEST_MS = 30_000

/** Before a process is replaced that ended so many times in a row: what fails at once must not fill the log. */
export const restartPause = (failures: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1))
