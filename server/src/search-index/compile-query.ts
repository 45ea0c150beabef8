import { type FilterKey, setFilters } from '@rosella/contract/browse/filters'
import { isMutual, NEW_FOR_SECONDS } from '@rosella/contract/browse/rules'
import { ageAt } from '@rosella/contract/member/rules'
import { lastBandWithin } from '@rosella/contract/places/bands'
import { choiceFilterNames } from '@rosella/contract/profile/fields'
import { siteDay } from '@rosella/contract/site-day'
import { acceptedBits, choiceBits, choicePlace, dayNumber, orientations } from '../members/member-facts'
import { NO_BAND } from '../members/preferences'
import type { IdSet } from '../members/unlisted-members'
import type { Answers, PairAgreement } from './answers'
import { spokenBytes, tagBytes } from './columns'
import type { SearchRequest } from './request'
import type { Towns } from './towns'

/** One bit for each filter except the choices, which have their own bits (`choiceBits`). */
export const MISMATCH = {
  age_min: 1,
  age_max: 2,
  distance: 4,
  state: 8,
  height_min: 16,
  height_max: 32,
  spoken: 64,
  tags: 128,
  online: 256,
  active_days: 512,
  new: 1024,
  prompts: 2048,
  verified: 4096,
  match_min: 8192,
} as const satisfies Partial<Record<FilterKey, number>>
export const mismatchKeys = Object.keys(MISMATCH) as (keyof typeof MISMATCH)[]

/** A search as numbers that can be compared with the columns. A filter that is not set accepts everyone. */
export interface Query {
  orientations: readonly number[]
  // The seeker, as the other side's preferences see them. These are never relaxed.
  ownChoiceBits: readonly number[]
  ownAge: number
  /** By town: the distance band from the seeker's own town. */
  homeBands: Uint8Array
  hidden: IdSet
  bornUntil: number
  bornAfter: number
  lastBand: number
  bands: Uint8Array
  states: Uint8Array | undefined
  /** The bits of rejected answers, by word. */
  rejected: readonly number[]
  heightMin: number
  heightMax: number
  /** The mismatches of a member who has not given their height. */
  noHeight: number
  spoken: Uint8Array | undefined
  tags: Uint8Array | undefined
  online: ReadonlySet<number> | undefined
  activeSince: number
  createdAfter: number
  changedAfter: number
  filtersByAge: boolean
  filtersByChoice: boolean
  /** Whether a choice filter uses a word after the first. */
  filtersByLaterWords: boolean
  filtersByTime: boolean
  filtersByChange: boolean
  filtersByHeight: boolean
  /** Languages, tags, online, prompts, verified or match. */
  filtersByOther: boolean
  filtersByTownOnly: boolean
  /** The distance or state filter if it is the only filter, otherwise 0. */
  soleTownFilter: number
  prompts: boolean
  verified: boolean
  /** The lowest match; 0 if the filter is not set. */
  matchMin: number
  /** Only if the search filters or sorts by match and the seeker has published answers. */
  agreementWith: ((id: number) => PairAgreement) | undefined
  sort: SearchRequest['sort']
  countNearMisses: boolean
}

/** Later than every birthday, and small enough for 32-bit subtraction. */
export const NEVER = 0x7fffffff

export function compileQuery(request: SearchRequest, towns: Towns, answers?: Answers): Query {
  const { seeker, filters, now } = request
  const set = new Set(setFilters(filters))
  const value = <K extends FilterKey>(key: K) => (set.has(key) ? filters[key] : undefined)
  const today = dayNumber(siteDay(now))
  const years = (age: number) => today - age * 10_000
  const { age_min, age_max, distance, height_min, height_max, active_days } = filters
  const lists = Object.fromEntries(choiceFilterNames.map((name) => [name, value(name)]))
  const rejected = acceptedBits(lists, filters.answered_only === true).map((bits) => ~bits)
  const choiceNames = choiceFilterNames.filter((name) => set.has(name))
  return {
    orientations: mutualOrientations(seeker),
    ownChoiceBits: choiceBits(seeker.choices),
    ownAge: seeker.birthday === null ? 0 : ageAt(seeker.birthday, now),
    homeBands: towns.bandsFrom(seeker.town_hidden ? null : seeker.home),
    hidden: request.hidden,
    bornUntil: set.has('age_min') ? years(age_min ?? 0) : NEVER,
    bornAfter: set.has('age_max') ? years((age_max ?? 0) + 1) : -1,
    lastBand: set.has('distance') ? lastBandWithin(distance ?? 0) : NO_BAND,
    bands: towns.bandsFrom(request.origin.position),
    states: set.has('state') ? towns.inStates(request.origin.country, filters.state ?? []) : undefined,
    rejected,
    heightMin: set.has('height_min') ? (height_min ?? 0) : 0,
    heightMax: set.has('height_max') ? (height_max ?? 0) : 255,
    noHeight:
      filters.answered_only !== true
        ? 0
        : (set.has('height_min') ? MISMATCH.height_min : 0) |
          (set.has('height_max') ? MISMATCH.height_max : 0),
    spoken: wantedBytes(value('spoken'), spokenBytes),
    tags: wantedBytes(value('tags'), tagBytes),
    online: set.has('online') ? new Set(request.online) : undefined,
    activeSince: set.has('active_days') ? now - (active_days ?? 0) * 86_400 : 0,
    createdAfter: set.has('new') ? now - NEW_FOR_SECONDS : -1,
    changedAfter: request.changedAfter ?? -1,
    filtersByAge: set.has('age_min') || set.has('age_max'),
    filtersByChoice: choiceNames.length > 0,
    filtersByLaterWords: choiceNames.some((name) => choicePlace(name).word > 0),
    filtersByTime: set.has('active_days') || set.has('new'),
    filtersByChange: request.changedAfter !== undefined,
    filtersByHeight: set.has('height_min') || set.has('height_max'),
    filtersByOther: (['spoken', 'tags', 'online', 'prompts', 'verified', 'match_min'] as const).some((key) =>
      set.has(key),
    ),
    filtersByTownOnly:
      request.changedAfter === undefined &&
      [...set].every((key) => ['distance', 'state', 'answered_only'].includes(key)),
    soleTownFilter:
      set.size > 1 ? 0 : set.has('distance') ? MISMATCH.distance : set.has('state') ? MISMATCH.state : 0,
    prompts: set.has('prompts'),
    verified: set.has('verified'),
    matchMin: filters.match_min ?? 0,
    agreementWith:
      request.sort === 'match' || set.has('match_min') ? answers?.from(request.seeker.id) : undefined,
    sort: request.sort,
    countNearMisses: request.countNearMisses && request.changedAfter === undefined && set.size > 0,
  }
}

/** The orientations whose interest is mutual: two for a member interested in one gender, four for both. */
export function mutualOrientations(member: { gender: string | null; interested: string | null }): number[] {
  if (!member.gender || !member.interested) return []
  return orientations.flatMap((theirs, n) => (isMutual(member, theirs) ? [n] : []))
}

function wantedBytes(
  codes: string[] | undefined,
  bytes: ReadonlyMap<string, number>,
): Uint8Array | undefined {
  if (!codes) return undefined
  const wanted = new Uint8Array(256)
  for (const code of codes) wanted[bytes.get(code) ?? 0] = 1
  wanted[0] = 0
  return wanted
}
