/**
 * Does the work for all items at once, and where that fails, for one half after the other: answers those for which it
 * fails. Where both halves fail it is about none of them, and they are not tried one by one: all of them have failed.
 */
export async function findFailing<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<void>,
  onError: (error: unknown) => void,
): Promise<readonly T[]> {
  const failsFor = async (some: readonly T[]): Promise<boolean> => {
    try {
      await work(some)
      return false
    } catch (error) {
      if (some === items || some.length === 1) onError(error)
      return true
    }
  }
  let failing = items
  if (!(await failsFor(failing))) return []
  while (failing.length > 1) {
    const middle = Math.ceil(failing.length / 2)
    const halves = [failing.slice(0, middle), failing.slice(middle)] as const
    const [first, second] = [await failsFor(halves[0]), await failsFor(halves[1])]
    if (first && second) return failing
    // Over by itself meanwhile.
    if (!first && !second) return []
    failing = first ? halves[0] : halves[1]
  }
  return failing
}
