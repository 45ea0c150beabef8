/**
 * Work that every process does for itself, by its own timer: what the whole site does once is a periodic job.
 * It never overlaps with itself, and what fails is tried the next time. Answers how to stop it, which waits for
 * the run under way.
 */
export function every(
  seconds: number,
  work: () => Promise<unknown>,
  onTrouble: (err: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | undefined
  const run = () => {
    running ??= work()
      .then(() => {}, onTrouble)
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(run, seconds * 1000)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
