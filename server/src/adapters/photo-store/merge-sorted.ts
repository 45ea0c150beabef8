/** Lists sorted by name read side by side, all that bears one name told together: a bucket lists its keys in order. */
export async function* mergeSorted<T extends { name: string }>(
  lists: readonly AsyncGenerator<T>[],
): AsyncGenerator<T[]> {
  try {
    const heads = await Promise.all(lists.map((list) => list.next()))
    for (;;) {
      const waiting = heads.flatMap((head) => (head.done ? [] : [head.value.name]))
      if (waiting.length === 0) return
      const least = waiting.reduce((a, b) => (b < a ? b : a))
      const same: T[] = []
      for (const [turn, list] of lists.entries()) {
        for (let head = heads[turn]; head && !head.done && head.value.name === least; ) {
          same.push(head.value)
          head = await list.next()
          heads[turn] = head
        }
      }
      yield same
    }
  } finally {
    for (const list of lists) await list.return(undefined)
  }
}
