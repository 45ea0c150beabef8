import type { LearnedWeights, PairWeights } from '@rosella/contract/browse/exposure'
import { NO_BAND } from '../../../../members/preferences'
import type { CandidateTable } from './candidate-table'
import { ageGapOf, bandOr, goalsOfPair, pairFeatures, ratesPart } from './score'
import { logistic, type PairKey, pairKeys } from './weights'

/** A card that a viewer was shown. */
export interface ShownCard {
  /** Cards of one viewer are in the same fold. */
  fold: number
  /** `ratesPart` of the pair. */
  rates: number
  /** `pairFeatures` of the pair. */
  features: readonly number[]
  liked: boolean
}

/** `bands`: by town, the band from the viewer's town. */
export function cardOf(
  table: CandidateTable,
  viewer: number,
  other: number,
  bands: Uint8Array,
  liked: boolean,
): ShownCard {
  const { ids, town, giving, getting } = table
  const isKnown = town[viewer] !== 0 && town[other] !== 0
  return {
    fold: (ids[viewer] as number) % FOLDS,
    rates: ratesPart(table.weights, giving[viewer] as number, getting[other] as number),
    features: pairFeatures(
      ageGapOf(table, viewer, other),
      bandOr(isKnown ? (bands[town[other] as number] ?? NO_BAND) : NO_BAND),
      goalsOfPair(table, viewer, other),
      table.sharedTags(viewer, other),
      table.sharesLanguage(viewer, other),
    ),
    liked,
  }
}

export const FOLDS = 5
/** Nothing is learned from less. */
const LEAST = { cards: 1000, likes: 50 }
/** Features that are learned together or not at all. */
const groups: readonly (readonly PairKey[])[] = [
  ['age_gap'],
  ['distance'],
  ['same_goals', 'goals_clash'],
  ['shared_tags'],
  ['shared_language'],
]
/** Things that two people share never count against them. */
const inCommon: readonly PairKey[] = ['same_goals', 'shared_tags', 'shared_language']
/** The shrinkage: a weight is assumed to differ from its starting value by about 0.2. */
const PRECISION = 1 / 0.2 ** 2
/** Keeps a weight at its starting value. */
const FIXED = 1e9
/** A group is used if it explains other viewers' likes better by more than this many standard errors. */
const STANDARD_ERRORS = 2
/** The correction of the rates: a constant and a factor. They are not used for the score. */
const RATES = { start: [0, 1], precision: [1, 1] }
/** Inputs: a constant, the rates and the features. */
const WIDTH = 2 + pairKeys.length
const YIELD_EVERY = 500

/**
 * Learns the weights of the profile features from cards that were shown, with shrinkage towards the starting weights.
 * A group of features gets learned weights only if they explain likes of viewers they were not learned from better
 * (cross-validation). Otherwise it keeps its starting weight.
 */
export function* learnPairWeights(
  start: PairWeights,
  cards: readonly ShownCard[],
): Generator<void, LearnedWeights> {
  const likes = cards.filter(({ liked }) => liked).length
  const none: LearnedWeights = { cards: cards.length, likes, learned: [], pair: start }
  if (cards.length < LEAST.cards || likes < LEAST.likes || cards.length - likes < LEAST.likes) return none
  let learned: PairKey[] = []
  let without = yield* heldOutFit(start, cards, learned)
  for (const group of groups) {
    const wider = [...learned, ...group]
    const fit = yield* heldOutFit(start, cards, wider)
    if (isBetter(fit.map((sum, fold) => sum - (without[fold] as number)))) [learned, without] = [wider, fit]
  }
  if (learned.length === 0) return none
  const [, , ...fitted] = yield* fitWeights(start, cards, learned)
  const pair = { ...start }
  for (const [at, key] of pairKeys.entries()) {
    const weight = Math.round((fitted[at] as number) * 10_000) / 10_000
    if (learned.includes(key) && !(inCommon.includes(key) && weight < 0)) pair[key] = weight
  }
  return { ...none, learned: learned.filter((key) => pair[key] !== start[key]), pair }
}

function isBetter(gains: readonly number[]): boolean {
  const mean = gains.reduce((sum, gain) => sum + gain, 0) / gains.length
  const variance = gains.reduce((sum, gain) => sum + (gain - mean) ** 2, 0) / (gains.length - 1)
  return mean > STANDARD_ERRORS * Math.sqrt(variance / gains.length)
}

/** By fold: the log-likelihood of its cards with weights learned from the other folds. */
function* heldOutFit(
  start: PairWeights,
  cards: readonly ShownCard[],
  learned: readonly PairKey[],
): Generator<void, number[]> {
  const sums: number[] = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = yield* fitWeights(
      start,
      cards.filter((card) => card.fold !== fold),
      learned,
    )
    let sum = 0
    for (const card of cards) if (card.fold === fold) sum += logLikelihood(weights, card)
    sums.push(sum)
    yield
  }
  return sums
}

const SMALLEST = 1e-12

function logLikelihood(weights: readonly number[], card: ShownCard): number {
  const chance = chanceOf(weights, inputsOf(card))
  return Math.log(Math.max(SMALLEST, card.liked ? chance : 1 - chance))
}

const fitWeights = (start: PairWeights, cards: readonly ShownCard[], learned: readonly PairKey[]) =>
  fitLogistic(
    cards.length,
    (n) => inputsOf(cards[n] as ShownCard),
    (n) => (cards[n] as ShownCard).liked,
    [...RATES.start, ...pairKeys.map((key) => start[key])],
    [...RATES.precision, ...pairKeys.map((key) => (learned.includes(key) ? PRECISION : FIXED))],
  )

const inputs = new Float64Array(WIDTH)

/** Reuses one buffer. */
function inputsOf({ rates, features }: ShownCard): Float64Array {
  inputs[0] = 1
  inputs[1] = rates
  inputs.set(features, 2)
  return inputs
}

function chanceOf(weights: readonly number[], row: ArrayLike<number>): number {
  let z = 0
  for (let at = 0; at < weights.length; at++) z += (weights[at] as number) * (row[at] as number)
  return logistic(z)
}

const STEPS = 25
const CONVERGED = 1e-6

/**
 * Logistic regression by Newton's method. Each weight has a normal prior, given by its mean and precision. Yields
 * every few hundred rows.
 */
export function* fitLogistic(
  rows: number,
  rowAt: (n: number) => ArrayLike<number>,
  labelAt: (n: number) => boolean,
  means: readonly number[],
  precisions: readonly number[],
): Generator<void, number[]> {
  const size = means.length
  let weights = [...means]
  for (let step = 0; step < STEPS; step++) {
    const gradient = weights.map(
      (weight, at) => ((means[at] as number) - weight) * (precisions[at] as number),
    )
    // The lower half of a symmetric matrix.
    const curvature = precisions.map((precision, a) =>
      Float64Array.from({ length: size }, (_, b) => (a === b ? precision : 0)),
    )
    for (let n = 0; n < rows; n++) {
      const row = rowAt(n)
      const chance = chanceOf(weights, row)
      const error = Number(labelAt(n)) - chance
      const weight = chance * (1 - chance)
      for (let a = 0; a < size; a++) {
        const x = row[a] as number
        if (x === 0) continue
        gradient[a] = (gradient[a] as number) + error * x
        const line = curvature[a] as Float64Array
        for (let b = 0; b <= a; b++) line[b] = (line[b] as number) + weight * x * (row[b] as number)
      }
      if (n % YIELD_EVERY === 0) yield
    }
    const change = solve(curvature, gradient)
    weights = weights.map((weight, at) => weight + (change[at] as number))
    if (change.every((by) => Math.abs(by) < CONVERGED)) break
  }
  return weights
}

/** Gaussian elimination with the lower half of a symmetric positive definite matrix. */
function solve(lower: readonly Float64Array[], right: readonly number[]): number[] {
  const size = right.length
  const matrix = right.map((value, a) => [
    ...right.map((_, b) => (a >= b ? lower[a]?.[b] : lower[b]?.[a]) as number),
    value,
  ])
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
