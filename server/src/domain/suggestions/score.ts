import { logistic, type Weights } from './weights'

/** Where an age or a town is unknown, what is usual counts. */
export const USUAL = { ageGap: 5, band: 3 }
const WIDEST_GAP = 30
const MOST_TAGS = 4

/** Both answered and want the same, or one something serious and the other something casual, or neither is so. */
export const GOALS = { same: 1, clash: -1, open: 0 } as const
export type GoalsOfPair = (typeof GOALS)[keyof typeof GOALS]

/**
 * The part of both directions that is the same for both: years between the two, the band between their towns (0 to 6),
 * goals, tags in common, and languages but English. Numbers one by one, because millions of pairs are scored.
 */
export function pairPart(
  { pair }: Weights,
  ageGap: number,
  band: number,
  goals: GoalsOfPair,
  sharedTags: number,
  sharesLanguage: number,
): number {
  return (
    (pair.age_gap * Math.min(ageGap, WIDEST_GAP)) / 10 +
    (pair.distance * band) / 6 +
    (goals === GOALS.same ? pair.same_goals : goals === GOALS.clash ? pair.goals_clash : 0) +
    pair.shared_tags * Math.min(sharedTags, MOST_TAGS) +
    pair.shared_language * sharesLanguage
  )
}

/**
 * The chance that one who gives likes so readily likes one who gets them so readily. Both are how far their own rates
 * are from the usual one (rates.ts).
 */
export const chanceOfLike = (weights: Weights, giving: number, getting: number, pair: number): number =>
  logistic(weights.intercept + weights.giving * giving + weights.getting * getting + pair)

/** Low where either is low: a like that nobody answers helps nobody. */
export const harmonicMean = (one: number, other: number): number =>
  one + other === 0 ? 0 : (2 * one * other) / (one + other)
