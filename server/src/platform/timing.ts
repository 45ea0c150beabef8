const BATCH = 500

/**
 * Works through what is added, in order and one batch at a time: what comes while a batch runs is looked up
 * together afterwards. The work sees to its own errors.
 */
export function inBatches<T>(work: (batch: T[]) => Promise<void>): (item: T) => void {
  const waiting: T[] = []
  let running = false
  const run = async () => {
    while (waiting.length > 0) await work(waiting.splice(0, BATCH))
    running = false
  }
  return (item) => {
    waiting.push(item)
    if (running) return
    running = true
    queueMicrotask(() => void run())
  }
}

const PATIENCE_MS = 2000

/** Whether something answers before anybody loses patience. */
export async function respondsInTime(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  const answered = ask().then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

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
