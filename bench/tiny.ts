/** A size of a benchmark: tests/e2e/benches.test.ts runs each one with tiny sizes, to show that it still works. */
export const sized = (full: number, tiny: number): number => (process.env.TINY ? tiny : full)
