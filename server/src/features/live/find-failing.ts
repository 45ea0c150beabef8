/**
 * Does the work for all items together. If that fails, it bisects, and returns the items for which the work fails. If
 * both halves fail, the cause is not one item, so it stops and reports the whole part as failed.
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
    // The failure was temporary.
    if (!first && !second) return []
    failing = first ? halves[0] : halves[1]
  }
  return failing
}
