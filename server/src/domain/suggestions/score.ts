import { logistic, type Weights } from './weights'

/** What the scores know of a pair that is the same from both sides. */
export interface PairFeatures {
  /** In years; undefined where an age is unknown. */
  ageGap?: number | undefined
  /** 0 to 6; undefined where a town is hidden or unknown. */
  band?: number | undefined
  /** Both answered and want the same. */
  sameGoals?: boolean
  /** One wants something serious, the other something casual. */
  goalsClash?: boolean
  sharedTags?: number
  /** Other than English. */
  sharesLanguage?: boolean
}

const WIDEST_GAP = 30
const USUAL_GAP = 5
const USUAL_BAND = 3
const MOST_TAGS = 4

/** The part of both directions that is the same for both. */
export const pairPart = (
  { pair }: Weights,
  { ageGap, band, sameGoals, goalsClash, sharedTags, sharesLanguage }: PairFeatures,
): number =>
  (pair.age_gap * Math.min(ageGap ?? USUAL_GAP, WIDEST_GAP)) / 10 +
  (pair.distance * (band ?? USUAL_BAND)) / 6 +
  (sameGoals ? pair.same_goals : 0) +
  (goalsClash ? pair.goals_clash : 0) +
  pair.shared_tags * Math.min(sharedTags ?? 0, MOST_TAGS) +
  (sharesLanguage ? pair.shared_language : 0)

/**
 * The chance that one who gives likes so readily likes one who gets them so readily. Both are how far their own rates
 * are from the usual one (rates.ts).
 */
export const chanceOfLike = (weights: Weights, giving: number, getting: number, pair: number): number =>
  logistic(weights.intercept + weights.giving * giving + weights.getting * getting + pair)

/** Low where either is low: a like that nobody answers helps nobody. */
export const harmonicMean = (one: number, other: number): number =>
  one + other === 0 ? 0 : (2 * one * other) / (one + other)
