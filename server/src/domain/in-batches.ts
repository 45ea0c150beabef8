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
