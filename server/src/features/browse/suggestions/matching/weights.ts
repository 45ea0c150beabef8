import { PairWeights } from '@rosella/contract/browse/exposure'
import learnt from './weights.json' with { type: 'json' }

const DAY = 86_400

export type PairKey = keyof PairWeights
export const pairKeys = Object.keys(PairWeights.properties) as PairKey[]

/**
 * Learnt by `npm run learn-weights` in a simulated town, except `pair`. A simulated town says nothing about real taste,
 * so profiles start with small weights for age and distance and none for the rest, and each site learns its own
 * (learn-pair-weights.ts).
 */
export interface Weights {
  version: number
  learnt_from: string
  intercept: number
  giving: number
  getting: number
  pair: PairWeights
  /** The average share of cards that get a like, and the number of cards it counts as for a member with few cards. */
  usual_rate: number
  prior_cards: number
  /** By `absenceClass`: the chance that a member visits within a week, and today. */
  attendance_within_week: number[]
  attendance_today: number[]
}

export const weights: Weights = learnt

export const logistic = (z: number): number => 1 / (1 + Math.exp(-z))

export const logit = (p: number): number => Math.log(p / (1 - p))

/** Classes of days since the last visit: 0 to 6 days separately, then under 14, under 30, and 30 or more. */
export const absenceClasses = 10

export function absenceClass(seconds: number): number {
  const days = Math.max(0, Math.floor(seconds / DAY))
  if (days < 7) return days
  if (days < 14) return 7
  return days < 30 ? 8 : 9
}

/**
 * A member's rate of likes compared with the average, as a difference of logits. It is 0 without data and stays close
 * to 0 until there are enough cards, so that five early passes do not bury anyone.
 */
export function likeRate({ usual_rate, prior_cards }: Weights, cards: number, likes: number): number {
  // A like may be counted before its card, because they are flushed in different batches.
  const seen = Math.max(cards, likes)
  return logit((likes + usual_rate * prior_cards) / (seen + prior_cards)) - logit(usual_rate)
}
