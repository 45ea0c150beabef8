/** To the end of a generator, and what it comes to; for whoever has no one else to let go on. */
export function runThrough<Result>(steps: Generator<void, Result>): Result {
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The same, letting others have their turn in between. */
export async function runInTurns<Result>(
  steps: Generator<void, Result>,
  turn: () => Promise<void>,
): Promise<Result> {
  let step = steps.next()
  while (!step.done) {
    await turn()
    step = steps.next()
  }
  return step.value
}
