import { NO_BAND, reachOf } from '../limits-rule'
import type { Roster } from './roster'
import { chanceOfLike, harmonicMean, pairPart } from './score'

/** Relationship goals are the first of the choices: four bits, no answer, then s, c and e (member-facts.ts). */
const GOALS = 0xf
const NO_GOALS = 1
const SERIOUS = 2
const CASUAL = 4

/** Whether each is inside the other's limits, so far apart. Gender and interest are a matter of kinds. */
export function insideBothLimits(roster: Roster, one: number, other: number, band: number): boolean {
  return band <= reach(roster, one, other) && band <= reach(roster, other, one)
}

const reach = (roster: Roster, member: number, other: number): number =>
  reachOf(
    {
      accepts: roster.accepts[member] as number,
      ageMin: roster.ageMin[member] as number,
      ageMax: roster.ageMax[member] as number,
      lastBand: roster.lastBand[member] as number,
    },
    roster.traits[other] as number,
    roster.age[other] as number,
  )

export interface PairScore {
  /** Of the viewer liking the other, and the other way round. */
  chance: number
  back: number
  /** Both, times the chance that the other is here this week. */
  score: number
}

/** Written into `into`, because millions are made. */
export function scorePair(
  roster: Roster,
  viewer: number,
  other: number,
  band: number,
  into: PairScore,
): void {
  const { weights } = roster
  const [myAge, theirAge] = [roster.age[viewer] as number, roster.age[other] as number]
  const mine = (roster.traits[viewer] as number) & GOALS
  const theirs = (roster.traits[other] as number) & GOALS
  const pair = pairPart(weights, {
    ageGap: myAge === 0 || theirAge === 0 ? undefined : Math.abs(myAge - theirAge),
    band: band >= NO_BAND ? undefined : band,
    sameGoals: mine === theirs && mine !== NO_GOALS,
    goalsClash: (mine | theirs) === (SERIOUS | CASUAL),
    sharedTags: roster.sharedTags(viewer, other),
    sharesLanguage: roster.sharesLanguage(viewer, other),
  })
  into.chance = chanceOfLike(weights, roster.giving[viewer] as number, roster.getting[other] as number, pair)
  into.back = chanceOfLike(weights, roster.giving[other] as number, roster.getting[viewer] as number, pair)
  into.score = harmonicMean(into.chance, into.back) * (roster.hereThisWeek[other] as number)
}
