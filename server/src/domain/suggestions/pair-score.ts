import { NO_BAND } from '../limits-rule'
import type { Roster } from './roster'
import { chanceOfLike, GOALS, type GoalsOfPair, harmonicMean, pairPart, USUAL } from './score'

/** Relationship goals are the first of the choices: four bits, no answer, then s, c and e (member-facts.ts). */
const GOAL_BITS = 0xf
const NO_GOALS = 1
const SERIOUS_AND_CASUAL = 2 | 4

/**
 * Whether each is inside the other's limits, so far apart: limits-rule's reachOf over columns, and a test holds the two
 * against each other. Gender and interest are a matter of kinds.
 */
export const insideBothLimits = (roster: Roster, one: number, other: number, band: number): boolean =>
  takesIn(roster, one, other, band) && takesIn(roster, other, one, band)

function takesIn(roster: Roster, member: number, other: number, band: number): boolean {
  const age = roster.age[other] as number
  return (
    ((roster.traits[other] as number) & ~(roster.accepts[member] as number)) === 0 &&
    age >= (roster.ageMin[member] as number) &&
    age <= (roster.ageMax[member] as number) &&
    band <= (roster.lastBand[member] as number)
  )
}

/** What is known of the other's side: they sent a like, were shown the viewer and sent none, or neither. */
export type Answer = 'liked' | 'passed' | 'unknown'
/** Some change their minds. */
const AFTER_PASSING = 0.1

export interface PairScore {
  /** Of the viewer liking the other, and the other way round. */
  chance: number
  back: number
  /** Both, times the chance that the other is here this week. */
  score: number
}

export const ageGapOf = (roster: Roster, one: number, other: number): number => {
  const [age, theirAge] = [roster.age[one] as number, roster.age[other] as number]
  return age === 0 || theirAge === 0 ? USUAL.ageGap : Math.abs(age - theirAge)
}
export const bandOr = (band: number): number => (band >= NO_BAND ? USUAL.band : band)
export const goalsOfPair = (roster: Roster, one: number, other: number): GoalsOfPair =>
  goalsOf((roster.traits[one] as number) & GOAL_BITS, (roster.traits[other] as number) & GOAL_BITS)

/** Written into `into`, because millions are made. */
export function scorePair(
  roster: Roster,
  viewer: number,
  other: number,
  band: number,
  into: PairScore,
  answer: Answer = 'unknown',
): void {
  const { weights } = roster
  const pair = pairPart(
    weights,
    ageGapOf(roster, viewer, other),
    bandOr(band),
    goalsOfPair(roster, viewer, other),
    roster.sharedTags(viewer, other),
    roster.sharesLanguage(viewer, other),
  )
  into.chance = chanceOfLike(weights, roster.giving[viewer] as number, roster.getting[other] as number, pair)
  const guess = chanceOfLike(weights, roster.giving[other] as number, roster.getting[viewer] as number, pair)
  into.back = answer === 'liked' ? 1 : answer === 'passed' ? guess * AFTER_PASSING : guess
  into.score = harmonicMean(into.chance, into.back) * (roster.hereThisWeek[other] as number)
}

function goalsOf(mine: number, theirs: number): GoalsOfPair {
  if (mine === theirs) return mine === NO_GOALS ? GOALS.open : GOALS.same
  return (mine | theirs) === SERIOUS_AND_CASUAL ? GOALS.clash : GOALS.open
}
