import { type FilterKey, setFilters } from '@rosella/contract/browse/filters'
import { NEW_FOR_SECONDS, suits } from '@rosella/contract/browse/rules'
import { ageAt } from '@rosella/contract/member/rules'
import { lastBandWithin } from '@rosella/contract/places/bands'
import { choiceFilterNames } from '@rosella/contract/profile/fields'
import { siteDay } from '@rosella/contract/site-day'
import { acceptedBits, choicePlace, dayNumber, kinds, traitBits } from '../members/member-facts'
import { NO_BAND } from '../members/preferences'
import { spokenBytes, tagBytes } from './columns'
import type { SearchRequest } from './request'
import type { Towns } from './towns'

/** One bit for each filter that is no list of letters; those are told by the place of their letters. */
export const FAIL = {
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
} as const satisfies Partial<Record<FilterKey, number>>
export const failKeys = Object.keys(FAIL) as (keyof typeof FAIL)[]

/** A search as numbers to compare columns with; what is not set lets everything pass. */
export interface Query {
  kinds: readonly number[]
  // What is never relaxed: the other side's preferences.
  myTraits: readonly number[]
  myAge: number
  /** From the seeker's own town, by town. */
  homeBands: Uint8Array
  hidden: ReadonlySet<number>
  // The filters.
  bornUntil: number
  bornAfter: number
  lastBand: number
  bands: Uint8Array
  states: Uint8Array | undefined
  /** Answers to choices, a word each. */
  rejected: readonly number[]
  heightMin: number
  heightMax: number
  /** What an unanswered height fails. */
  noHeight: number
  spoken: Uint8Array | undefined
  tags: Uint8Array | undefined
  online: ReadonlySet<number> | undefined
  activeSince: number
  createdAfter: number
  changedAfter: number
  asksAge: boolean
  asksLetters: boolean
  /** Whether of those any is beyond the first word. */
  asksMoreWords: boolean
  asksTimes: boolean
  asksChanged: boolean
  asksHeight: boolean
  /** Whether anything of languages, tags, online, prompts and verified. */
  asksMore: boolean
  asksNothing: boolean
  /** The filter by place where it is the only one, else 0. */
  onlyTown: number
  prompts: boolean
  verified: boolean
  sort: SearchRequest['sort']
  relaxing: boolean
}

/** After every birthday, and a number that can be subtracted from. */
export const NEVER = 0x7fffffff

export function compileQuery(request: SearchRequest, towns: Towns): Query {
  const { seeker, filters, now } = request
  const set = new Set(setFilters(filters))
  const value = <K extends FilterKey>(key: K) => (set.has(key) ? filters[key] : undefined)
  const today = dayNumber(siteDay(now))
  const years = (age: number) => today - age * 10_000
  const { age_min, age_max, distance, height_min, height_max, active_days } = filters
  const lists = Object.fromEntries(choiceFilterNames.map((name) => [name, value(name)]))
  const rejected = acceptedBits(lists, filters.answered_only === true).map((bits) => ~bits)
  const asksLetters = choiceFilterNames.filter((name) => set.has(name))
  return {
    kinds: suitingKinds(seeker),
    myTraits: traitBits(seeker.choices),
    myAge: seeker.birthday === null ? 0 : ageAt(seeker.birthday, now),
    homeBands: towns.bandsFrom(seeker.town_hidden ? null : seeker.home),
    hidden: new Set([seeker.id, ...request.hidden]),
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
        : (set.has('height_min') ? FAIL.height_min : 0) | (set.has('height_max') ? FAIL.height_max : 0),
    spoken: wantedBytes(value('spoken'), spokenBytes),
    tags: wantedBytes(value('tags'), tagBytes),
    online: set.has('online') ? new Set(request.online) : undefined,
    activeSince: set.has('active_days') ? now - (active_days ?? 0) * 86_400 : 0,
    createdAfter: set.has('new') ? now - NEW_FOR_SECONDS : -1,
    changedAfter: request.changedAfter ?? -1,
    asksAge: set.has('age_min') || set.has('age_max'),
    asksLetters: asksLetters.length > 0,
    asksMoreWords: asksLetters.some((name) => choicePlace(name).word > 0),
    asksTimes: set.has('active_days') || set.has('new'),
    asksChanged: request.changedAfter !== undefined,
    asksHeight: set.has('height_min') || set.has('height_max'),
    asksMore: (['spoken', 'tags', 'online', 'prompts', 'verified'] as const).some((key) => set.has(key)),
    asksNothing:
      request.changedAfter === undefined &&
      [...set].every((key) => ['distance', 'state', 'answered_only'].includes(key)),
    onlyTown: set.size > 1 ? 0 : set.has('distance') ? FAIL.distance : set.has('state') ? FAIL.state : 0,
    prompts: set.has('prompts'),
    verified: set.has('verified'),
    sort: request.sort,
    relaxing: request.relaxing && request.changedAfter === undefined && set.size > 0,
  }
}

/** Two of the six kinds suit one who looks for one gender, four one who looks for both. */
export function suitingKinds({ gender, interested }: { gender: string | null; interested: string | null }) {
  if (!gender || !interested) return []
  return kinds.flatMap((theirs, n) =>
    suits(interested, theirs.gender) && suits(theirs.interested, gender) ? [n] : [],
  )
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
