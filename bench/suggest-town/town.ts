import { bandBetween, type Position } from '@rosella/contract/places/bands'
import { tagCodes } from '@rosella/contract/profile/lists'
import { matchSteps } from '@rosella/contract/questions/agreement'
import type { MemberFacts } from '@rosella/server/members/member-facts'
import { Answers } from '@rosella/server/search-index/answers'
import { questionTown } from '@rosella/testkit/question-town'

/** Returns the same numbers for the same seed. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let x = Math.imul(state ^ (state >>> 15), state | 1)
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61)
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32
  }
}
const normal = (roll: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - roll())) * Math.cos(2 * Math.PI * roll())

/** A pseudo-random number that is always the same for the same two members and the same question. */
export function coin(a: number, b: number, question: number): number {
  let x =
    Math.imul(a ^ 0x9e3779b9, 0x85ebca6b) ^
    Math.imul(b + 0x7f4a7c15, 0xc2b2ae35) ^
    Math.imul(question + 1, 0x27d4eb2f)
  x = Math.imul(x ^ (x >>> 15), 0x2c1b3c6d)
  x = Math.imul(x ^ (x >>> 12), 0x297a2d39)
  return ((x ^ (x >>> 15)) >>> 0) / 2 ** 32
}

/** Decides about likes and visits. The recommender never sees it. */
export interface Hidden {
  appeal: number
  /** How readily the member likes others. */
  warmth: number
  /** How much older the member wants the other to be. */
  older: number
  taste: [number, number, number]
  looks: [number, number, number]
  /** The chance of a visit on a day, and the day of the last visit. */
  attendance: number
  lastDay: number
}

export interface TownMember {
  facts: MemberFacts
  hidden: Hidden
  birthYear: number
  tags: ReadonlySet<string>
  /** The day on which they joined. */
  joined: number
}

export const DAY = 86_400
export const START = Date.UTC(2026, 0, 5) / 1000
const TOWNS = 40

/** How much goals and tags matter to the members of a town, compared with the usual town. */
export type TownKind = keyof typeof profilesMatter
const profilesMatter = { usual: 1, indifferent: 0, choosy: 2, reading: 1, demanding: 1 }
/**
 * In these towns cards show "At least 45 % match". A number above this one makes a like more likely, a lower one less
 * so: 45 is about the average number, and 60 is what somebody expects who takes it for the match itself.
 */
const expected: Partial<Record<TownKind, number>> = { reading: 45, demanding: 60 }
/** The change of a like's logit by ten points: about a seventh of the usual spread of appeal. */
const PER_TEN_POINTS = 0.15
/** Cards have no lower number (web/src/features/browse/ListCard.tsx). */
const [SHOWN_FROM] = matchSteps
/** The share of members who show answers, and how many. */
const SHOW_ANSWERS = 0.7
const ANSWERS = { fewest: 15, most: 75 }

export interface Town {
  kind: TownKind
  people: TownMember[]
  places: Position[]
  bandsFrom: (town: number) => Uint8Array
  answers: Answers
}

/** Starts with `size` members. Each day 0.3 % of that number join. */
export function buildTown(size: number, days: number, seed: number, kind: TownKind = 'usual'): Town {
  const roll = random(seed)
  const places = Array.from({ length: TOWNS }, () => ({
    latitude: -33.9 + normal(roll) * 0.8,
    longitude: 151 + normal(roll) * 0.8,
  }))
  const rows = places.map((from) => Uint8Array.from([7, ...places.map((to) => bandBetween(from, to))]))
  const nowhere = new Uint8Array(TOWNS + 1).fill(7)
  const people: TownMember[] = []
  for (let n = 0; n < size; n++)
    people.push(makeMember(roll, people.length + 1, -Math.floor(30 + roll() * 600), days))
  for (let day = 0; day < days; day++)
    for (let n = 0; n < Math.ceil(size * 0.003); n++)
      people.push(makeMember(roll, people.length + 1, day, days))
  // Its own numbers, so that the town is the same for all kinds.
  const answers = new Answers()
  const answering = questionTown(random(seed + 1))
  for (const { facts } of expected[kind] === undefined ? [] : people)
    if (coin(facts.id, 0, 4) < SHOW_ANSWERS) {
      const count = ANSWERS.fewest + answering.whole(ANSWERS.most - ANSWERS.fewest)
      answers.put(facts.id, answering.some(answering.honest(), count))
    }
  return { kind, people, places, bandsFrom: (town) => rows[town - 1] ?? nowhere, answers }
}

const pick = <T>(roll: () => number, from: readonly T[]): T => from[Math.floor(roll() * from.length)] as T

function makeMember(roll: () => number, id: number, joined: number, days: number): TownMember {
  const gender = roll() < 0.54 ? 'm' : 'f'
  const interest = roll()
  const interested = interest < 0.06 ? 'b' : interest < 0.1 === (gender === 'f') ? 'w' : 'm'
  const age = 19 + Math.floor(45 * roll() ** 1.5)
  const tags = [
    ...new Set(
      Array.from(
        { length: 3 + Math.floor(roll() * 6) },
        () => tagCodes[Math.floor(80 * roll() ** 1.6)] as string,
      ),
    ),
  ]
  const goals = roll() < 0.15 ? ' ' : pick(roll, ['s', 's', 's', 'c', 'e'])
  const hasPreferences = roll() < 0.45
  const spoken = roll() < 0.2 ? `en,${pick(roll, ['it', 'el', 'vi', 'zh', 'ar', 'hi'])}` : 'en'
  const facts: MemberFacts = {
    id,
    gender,
    interested,
    town_id: 1 + Math.floor(TOWNS * roll() ** 2.5),
    town_hidden: roll() < 0.04,
    birthday: `${2026 - age}-01-02`,
    created_ts: START + joined * DAY,
    active_ts: 0,
    ndp: 0,
    verified_ts: null,
    choices: `${goals}      `,
    height: null,
    spoken,
    tags: tags.join(','),
    age_min: hasPreferences ? Math.max(18, age - 4 - Math.floor(roll() * 10)) : null,
    age_max: hasPreferences ? Math.min(99, age + 4 + Math.floor(roll() * 10)) : null,
    distance: hasPreferences ? pick(roll, [0, 0, 50, 100]) : null,
    answered_only: hasPreferences ? false : null,
    accepts: hasPreferences ? (roll() < 0.2 && goals !== ' ' ? `${goals}e,,,,` : ',,,,') : null,
  }
  const three = (): [number, number, number] => [normal(roll), normal(roll), normal(roll)]
  const hidden: Hidden = {
    appeal: normal(roll),
    warmth: normal(roll) * 0.8 + (gender === 'm' ? 1.6 : -0.7),
    older: (gender === 'f' ? 2 : -2) + normal(roll) * 2,
    taste: three(),
    looks: three(),
    attendance: 0.08 + 0.85 * roll() ** 1.3,
    // Some members stop visiting, newcomers more often.
    lastDay:
      joined < 0
        ? roll() < 0.15
          ? Math.floor(roll() * days)
          : days
        : roll() < 0.25
          ? joined + Math.floor(roll() * 14)
          : days,
  }
  return { facts, hidden, birthYear: 2026 - age, tags: new Set(tags), joined }
}

/**
 * Whether one member likes another. Depends on popularity, age, tags, goals, distance, taste and chance, and never
 * changes.
 */
export function likes(town: Town, one: TownMember, other: TownMember): boolean {
  let shared = 0
  for (const tag of one.tags) if (other.tags.has(tag)) shared++
  const gap = Math.abs(one.birthYear - other.birthYear - one.hidden.older)
  const [goals, theirGoals] = [one.facts.choices[0], other.facts.choices[0]]
  const clash = `${goals}${theirGoals}` === 'sc' || `${goals}${theirGoals}` === 'cs'
  const band = town.bandsFrom(one.facts.town_id ?? 0)[other.facts.town_id ?? 0] ?? 7
  const taste = one.hidden.taste.reduce(
    (sum, weight, n) => sum + weight * (other.hidden.looks[n] as number),
    0,
  )
  const z =
    -1.9 +
    one.hidden.warmth +
    1.0 * other.hidden.appeal -
    0.07 * Math.max(0, gap - 2) +
    profilesMatter[town.kind] *
      (0.25 * Math.min(shared, 4) + (goals === theirGoals && goals !== ' ' ? 0.3 : 0) - (clash ? 0.9 : 0)) -
    0.12 * band +
    0.35 * taste +
    (PER_TEN_POINTS * surprise(town, one.facts.id, other.facts.id)) / 10
  return coin(one.facts.id, other.facts.id, 1) < 1 / (1 + Math.exp(-z))
}

/** How many points the number on the card is above what its viewers expect; 0 without a number. */
function surprise({ kind, answers }: Town, one: number, other: number): number {
  const usual = expected[kind]
  const match = usual === undefined ? undefined : answers.from(one)?.(other).match
  return usual === undefined || match == null || match < SHOWN_FROM ? 0 : match - usual
}

export const attends = ({ facts, hidden, joined }: TownMember, day: number): boolean =>
  day === joined || (day > joined && day <= hidden.lastDay && coin(facts.id, day, 2) < hidden.attendance)
