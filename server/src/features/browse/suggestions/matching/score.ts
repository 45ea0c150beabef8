import { CHOICE_WORDS, choicePlace } from '../../../../members/member-facts'
import { NO_BAND } from '../../../../members/preferences'
import type { CandidateTable } from './candidate-table'
import { logistic, type Weights } from './weights'

/** Typical values for an unknown age or town. */
export const USUAL = { ageGap: 5, band: 3 }
const WIDEST_GAP = 30
const MOST_TAGS = 4

/** Same: both answered and want the same. Clash: one wants something serious, the other something casual. */
export const GOALS = { same: 1, clash: -1, open: 0 } as const
export type GoalsOfPair = (typeof GOALS)[keyof typeof GOALS]

/**
 * The part of the score that is the same in both directions: years between the two, the band between their towns (0
 * to 6), goals, shared tags and shared languages except English. Plain number parameters, because this runs for
 * millions of pairs.
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

/** The inputs of pairPart in the order of `PairWeights`, so that pairPart is their product with the weights. */
export const pairFeatures = (
  ageGap: number,
  band: number,
  goals: GoalsOfPair,
  sharedTags: number,
  sharesLanguage: number,
): number[] => [
  Math.min(ageGap, WIDEST_GAP) / 10,
  band / 6,
  goals === GOALS.same ? 1 : 0,
  goals === GOALS.clash ? 1 : 0,
  Math.min(sharedTags, MOST_TAGS),
  sharesLanguage,
]

/** The part of the score that comes from both members' own rates, as a logit. */
export const ratesPart = (weights: Weights, giving: number, getting: number): number =>
  weights.intercept + weights.giving * giving + weights.getting * getting

/** The chance of a like. `giving` and `getting` are the members' own rates compared with the average (`likeRate`). */
export const chanceOfLike = (weights: Weights, giving: number, getting: number, pair: number): number =>
  logistic(ratesPart(weights, giving, getting) + pair)

/** Low if either value is low, because a like without an answer helps nobody. */
export const harmonicMean = (one: number, other: number): number =>
  one + other === 0 ? 0 : (2 * one * other) / (one + other)

const goals = choicePlace('goals')
const bitOf = (code: string): number => goals.answers.get(code) ?? 0
const NO_GOALS = goals.none
const GOAL_BITS = NO_GOALS | bitOf('s') | bitOf('c') | bitOf('e')
const SERIOUS_AND_CASUAL = bitOf('s') | bitOf('c')
const goalBits = ({ choiceBits }: CandidateTable, slot: number): number =>
  (choiceBits[slot * CHOICE_WORDS + goals.word] as number) & GOAL_BITS

/**
 * Whether the two match each other's preferences at this distance. This is `reachOf` of members/preferences.ts over
 * columns, and a test compares the two. The pools already guarantee a mutual orientation.
 */
export const matchesBothWays = (table: CandidateTable, one: number, other: number, band: number): boolean =>
  accepts(table, one, other, band) && accepts(table, other, one, band)

function acceptsChoices({ choiceBits, accepts }: CandidateTable, member: number, other: number): boolean {
  for (let n = 0; n < CHOICE_WORDS; n++)
    if (
      ((choiceBits[other * CHOICE_WORDS + n] as number) & ~(accepts[member * CHOICE_WORDS + n] as number)) !==
      0
    )
      return false
  return true
}

function accepts(table: CandidateTable, member: number, other: number, band: number): boolean {
  const age = table.age[other] as number
  return (
    acceptsChoices(table, member, other) &&
    age >= (table.ageMin[member] as number) &&
    age <= (table.ageMax[member] as number) &&
    band <= (table.lastBand[member] as number)
  )
}

/** The other's known answer: they liked the viewer, saw the viewer and passed, or neither. */
export type Answer = 'liked' | 'passed' | 'unknown'
/** The factor for the chance that somebody who passed changes their mind. */
const AFTER_PASSING = 0.1

export interface PairScore {
  /** The chance that the viewer likes the other, and that the other likes the viewer. */
  chance: number
  back: number
  /** Their harmonic mean times the chance that the other visits this week. */
  score: number
}

export const ageGapOf = (table: CandidateTable, one: number, other: number): number => {
  const [age, theirAge] = [table.age[one] as number, table.age[other] as number]
  return age === 0 || theirAge === 0 ? USUAL.ageGap : Math.abs(age - theirAge)
}
export const bandOr = (band: number): number => (band >= NO_BAND ? USUAL.band : band)
export const goalsOfPair = (table: CandidateTable, one: number, other: number): GoalsOfPair =>
  goalsOf(goalBits(table, one), goalBits(table, other))

/** Writes into `into` to avoid millions of allocations. */
export function scorePair(
  table: CandidateTable,
  viewer: number,
  other: number,
  band: number,
  into: PairScore,
  answer: Answer = 'unknown',
): void {
  const { weights } = table
  const pair = pairPart(
    weights,
    ageGapOf(table, viewer, other),
    bandOr(band),
    goalsOfPair(table, viewer, other),
    table.sharedTags(viewer, other),
    table.sharesLanguage(viewer, other),
  )
  into.chance = chanceOfLike(weights, table.giving[viewer] as number, table.getting[other] as number, pair)
  const guess = chanceOfLike(weights, table.giving[other] as number, table.getting[viewer] as number, pair)
  into.back = answer === 'liked' ? 1 : answer === 'passed' ? guess * AFTER_PASSING : guess
  into.score = harmonicMean(into.chance, into.back) * (table.attendanceThisWeek[other] as number)
}

function goalsOf(mine: number, theirs: number): GoalsOfPair {
  if (mine === theirs) return mine === NO_GOALS ? GOALS.open : GOALS.same
  return (mine | theirs) === SERIOUS_AND_CASUAL ? GOALS.clash : GOALS.open
}
