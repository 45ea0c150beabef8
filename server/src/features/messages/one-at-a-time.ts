import { Problem } from '../../domain/problem'

/** Runs what it is given in turn; when too much waits already, it is refused at once. */
export function oneAtATime(atMost: number): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let waiting = 0
  return async (work) => {
    if (waiting >= atMost) throw new Problem('message.flood')
    waiting++
    const mine = last.then(work)
    last = mine.catch(() => {}).finally(() => waiting--)
    return mine
  }
}
