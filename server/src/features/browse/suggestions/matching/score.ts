import { CHOICE_WORDS, choicePlace } from '../../../../members/member-facts'
import { NO_BAND } from '../../../../members/preferences'
import type { Roster } from './roster'
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

const goals = choicePlace('goals')
const bitOf = (code: string): number => goals.answers.get(code) ?? 0
const NO_GOALS = goals.none
const GOAL_BITS = NO_GOALS | bitOf('s') | bitOf('c') | bitOf('e')
const SERIOUS_AND_CASUAL = bitOf('s') | bitOf('c')
const goalBits = ({ traits }: Roster, slot: number): number =>
  (traits[slot * CHOICE_WORDS + goals.word] as number) & GOAL_BITS

/**
 * Whether each is inside the other's preferences, so far apart: preferences-rule's reachOf over columns, and a test holds the two
 * against each other. Gender and interest are a matter of kinds.
 */
export const matchesBothWays = (roster: Roster, one: number, other: number, band: number): boolean =>
  takesIn(roster, one, other, band) && takesIn(roster, other, one, band)

function acceptsChoices({ traits, accepts }: Roster, member: number, other: number): boolean {
  for (let n = 0; n < CHOICE_WORDS; n++)
    if (
      ((traits[other * CHOICE_WORDS + n] as number) & ~(accepts[member * CHOICE_WORDS + n] as number)) !==
      0
    )
      return false
  return true
}

function takesIn(roster: Roster, member: number, other: number, band: number): boolean {
  const age = roster.age[other] as number
  return (
    acceptsChoices(roster, member, other) &&
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
  goalsOf(goalBits(roster, one), goalBits(roster, other))

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
