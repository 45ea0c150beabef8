import type { CandidateTable } from '@rosella/server/features/browse/suggestions/matching/candidate-table'
import { ageGapOf, bandOr, goalsOfPair } from '@rosella/server/features/browse/suggestions/matching/score'

const STEPS = 25

/** The inputs of pairPart, in its order and scale. */
export function pairFeatures(table: CandidateTable, one: number, other: number, band: number): number[] {
  const goals = goalsOfPair(table, one, other)
  return [
    Math.min(ageGapOf(table, one, other), 30) / 10,
    bandOr(band) / 6,
    goals === 1 ? 1 : 0,
    goals === -1 ? 1 : 0,
    Math.min(table.sharedTags(one, other), 4),
    table.sharesLanguage(one, other),
  ]
}

/** Newton's method with slight ridge regularisation. The first weight is the intercept. */
export function trainLogistic(
  rows: readonly (readonly number[])[],
  labels: readonly boolean[],
): { weights: number[]; loss: number } {
  const size = (rows[0]?.length ?? 0) + 1
  let weights = new Array<number>(size).fill(0)
  let loss = 0
  for (let step = 0; step < STEPS; step++) {
    const gradient = new Float64Array(size)
    const curvature = Array.from({ length: size }, () => new Float64Array(size))
    loss = 0
    rows.forEach((row, n) => {
      let z = weights[0] as number
      for (let k = 1; k < size; k++) z += (weights[k] as number) * (row[k - 1] as number)
      const p = 1 / (1 + Math.exp(-z))
      const error = Number(labels[n]) - p
      loss -= Math.log(Math.max(1e-12, labels[n] ? p : 1 - p))
      const weight = p * (1 - p)
      for (let a = 0; a < size; a++) {
        const x = a === 0 ? 1 : (row[a - 1] as number)
        gradient[a] = (gradient[a] as number) + error * x
        const line = curvature[a] as Float64Array
        for (let b = 0; b <= a; b++)
          line[b] = (line[b] as number) + weight * x * (b === 0 ? 1 : (row[b - 1] as number))
      }
    })
    const change = solve(curvature, gradient)
    weights = weights.map((weight, n) => weight + (change[n] as number))
    if (change.every((by) => Math.abs(by) < 1e-7)) break
  }
  return { weights, loss: loss / rows.length }
}

/** Gaussian elimination with the lower half of a symmetric matrix. */
function solve(lower: readonly Float64Array[], right: Float64Array): number[] {
  const size = right.length
  const matrix = Array.from({ length: size }, (_, a) =>
    Array.from({ length: size + 1 }, (_, b) =>
      b === size
        ? (right[a] as number)
        : ((a >= b ? lower[a]?.[b] : lower[b]?.[a]) as number) + (a === b ? 1e-6 : 0),
    ),
  )
  for (let pivot = 0; pivot < size; pivot++) {
    const line = matrix[pivot] as number[]
    for (let a = 0; a < size; a++) {
      if (a === pivot) continue
      const by = (matrix[a]?.[pivot] as number) / (line[pivot] as number)
      for (let b = pivot; b <= size; b++)
        (matrix[a] as number[])[b] = (matrix[a]?.[b] as number) - by * (line[b] as number)
    }
  }
  return matrix.map((line, n) => (line[size] as number) / (line[n] as number))
}
