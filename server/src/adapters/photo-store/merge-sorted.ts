/** Sorted lists read side by side, each value told once: a bucket lists its keys in order. */
export async function* mergeSorted(lists: readonly AsyncGenerator<string>[]): AsyncGenerator<string> {
  try {
    const heads = await Promise.all(lists.map((list) => list.next()))
    for (;;) {
      const waiting = heads.flatMap((head) => (head.done ? [] : [head.value]))
      if (waiting.length === 0) return
      const least = waiting.reduce((a, b) => (b < a ? b : a))
      yield least
      for (const [turn, list] of lists.entries()) {
        while (!heads[turn]?.done && heads[turn]?.value === least) heads[turn] = await list.next()
      }
    }
  } finally {
    for (const list of lists) await list.return(undefined)
  }
}
