import { NEWCOMER_PROMISE } from '@rosella/contract/browse/rules'
import { ageAt } from '@rosella/contract/member/rules'
import { spokenCodes, tagCodes } from '@rosella/contract/profile/lists'
import { CHOICE_WORDS, kindOf, type MemberFacts, traitBits } from '../../../../members/member-facts'
import { preferenceNumbers } from '../../../../members/preferences'
import { likeRate, presenceClass, type Weights } from './weights'

/** A member as the assignment sees them. What is never to be used is not here to be used. */
export interface RosterMember extends MemberFacts {
  /** May be suggested: listed, with photos enough, here lately. */
  suggestable: boolean
  /** Of the last weeks, on all surfaces: how often shown and liked, and how many cards seen and likes sent. */
  shown: number
  liked: number
  saw: number
  sent: number
  /** How often seen among suggestions in the last seven days. */
  seen_week: number
  /** And in the last SEEN_LATELY_DAYS (promise.ts). */
  seen_lately: number
  /** Of today's suggestions that stand already: how many have this one among them. */
  picked: number
}

export type Said = Pick<MemberFacts, 'choices' | 'tags' | 'spoken' | 'birthday' | 'created_ts'>

const WORD = 32
const TAG_WORDS = Math.ceil(tagCodes.length / WORD)
const SPOKEN_WORDS = Math.ceil(spokenCodes.length / WORD)
const placeOf = (codes: readonly string[]) => new Map(codes.map((code, n) => [code, n]))
const tagPlaces = placeOf(tagCodes)
const spokenPlaces = placeOf(spokenCodes)
// Nearly everybody has it, so it says nothing about two.
spokenPlaces.delete('en')

/** The assignment's columns, a slot a member: numbers only, so that a million pairs can be looked at in a second. */
export class Roster {
  readonly ids: Float64Array
  readonly kind: Int8Array
  /** 0 where it is hidden or unknown: then no distance is known either. */
  readonly town: Int32Array
  readonly age: Uint8Array
  /** CHOICE_WORDS of each member, as of accepts. */
  readonly traits: Int32Array
  readonly accepts: Int32Array
  readonly ageMin: Uint8Array
  readonly ageMax: Uint8Array
  readonly lastBand: Uint8Array
  readonly tagBits: Int32Array
  readonly spokenBits: Int32Array
  /** How readily they like, and are liked, against the usual. */
  readonly giving: Float32Array
  readonly getting: Float32Array
  readonly hereThisWeek: Float32Array
  readonly hereToday: Float32Array
  readonly suggestable: Uint8Array
  /** How often they have to be seen today, and were in the last days. */
  readonly promised: Float32Array
  readonly seenWeek: Float32Array
  readonly seenLately: Float32Array
  /** Where that puts them among all (rank-by-seen.ts). */
  readonly seenRank: Float32Array
  /** How unevenly all were seen in the last days (rank-by-seen.ts). */
  seenGini = 0
  /** How often today's suggestions will be looked at, so far. */
  readonly views: Float32Array
  /** For the words of a reason. */
  readonly said: Said[] = []
  size = 0
  readonly #slots = new Map<number, number>()

  constructor(
    capacity: number,
    readonly weights: Weights,
    readonly now: number,
  ) {
    this.ids = new Float64Array(capacity)
    this.kind = new Int8Array(capacity)
    this.town = new Int32Array(capacity)
    this.age = new Uint8Array(capacity)
    this.traits = new Int32Array(capacity * CHOICE_WORDS)
    this.accepts = new Int32Array(capacity * CHOICE_WORDS)
    this.ageMin = new Uint8Array(capacity)
    this.ageMax = new Uint8Array(capacity)
    this.lastBand = new Uint8Array(capacity)
    this.tagBits = new Int32Array(capacity * TAG_WORDS)
    this.spokenBits = new Int32Array(capacity * SPOKEN_WORDS)
    this.giving = new Float32Array(capacity)
    this.getting = new Float32Array(capacity)
    this.hereThisWeek = new Float32Array(capacity)
    this.hereToday = new Float32Array(capacity)
    this.suggestable = new Uint8Array(capacity)
    this.promised = new Float32Array(capacity)
    this.seenWeek = new Float32Array(capacity)
    this.seenLately = new Float32Array(capacity)
    this.seenRank = new Float32Array(capacity).fill(0.5)
    this.views = new Float32Array(capacity)
  }

  slotOf = (id: number): number | undefined => this.#slots.get(id)

  add(member: RosterMember): number {
    const { weights, now } = this
    const slot = this.size++
    const preferences = preferenceNumbers(member)
    const presence = presenceClass(now - member.active_ts)
    this.#slots.set(member.id, slot)
    const { choices, tags, spoken, birthday, created_ts } = member
    this.said.push({ choices, tags, spoken, birthday, created_ts })
    this.ids[slot] = member.id
    this.kind[slot] = kindOf(member)
    this.town[slot] = member.town_hidden ? 0 : (member.town_id ?? 0)
    this.age[slot] = member.birthday === null ? 0 : Math.min(255, ageAt(member.birthday, now))
    this.traits.set(traitBits(member.choices), slot * CHOICE_WORDS)
    this.accepts.set(preferences.accepts, slot * CHOICE_WORDS)
    this.ageMin[slot] = preferences.ageMin
    this.ageMax[slot] = preferences.ageMax
    this.lastBand[slot] = preferences.lastBand
    writeBits(this.tagBits, slot * TAG_WORDS, member.tags, tagPlaces)
    writeBits(this.spokenBits, slot * SPOKEN_WORDS, member.spoken, spokenPlaces)
    this.giving[slot] = likeRate(weights, member.saw, member.sent)
    this.getting[slot] = likeRate(weights, member.shown, member.liked)
    this.hereThisWeek[slot] = weights.here_within_week[presence] ?? 0
    this.hereToday[slot] = weights.here_today[presence] ?? 0
    this.suggestable[slot] = member.suggestable ? 1 : 0
    this.promised[slot] = member.suggestable
      ? promisedToday({ now, created_ts, seenThisWeek: member.seen_week, seenLately: member.seen_lately })
      : 0
    this.seenWeek[slot] = member.seen_week
    this.seenLately[slot] = member.seen_lately
    this.views[slot] = member.picked
    return slot
  }

  sharedTags(one: number, other: number): number {
    let count = 0
    for (let n = 0; n < TAG_WORDS; n++)
      count += bitsIn(
        (this.tagBits[one * TAG_WORDS + n] as number) & (this.tagBits[other * TAG_WORDS + n] as number),
      )
    return count
  }

  /** 1 where they do. */
  sharesLanguage(one: number, other: number): number {
    for (let n = 0; n < SPOKEN_WORDS; n++)
      if (
        ((this.spokenBits[one * SPOKEN_WORDS + n] as number) &
          (this.spokenBits[other * SPOKEN_WORDS + n] as number)) !==
        0
      )
        return 1
    return 0
  }
}

function writeBits(column: Int32Array, at: number, codes: string, places: ReadonlyMap<string, number>): void {
  if (codes === '') return
  for (const code of codes.split(',')) {
    const place = places.get(code)
    if (place === undefined) continue
    const word = at + Math.floor(place / WORD)
    column[word] = (column[word] as number) | (1 << (place % WORD))
  }
}

function bitsIn(word: number): number {
  let bits = word
  let count = 0
  while (bits !== 0) {
    bits &= bits - 1
    count++
  }
  return count
}

const WEEK = 7

const DAY = 86_400

/** Who is here is only likely, so more is aimed at than is promised. */
const NEWCOMER_AIM = NEWCOMER_PROMISE * 1.16

/** Whoever was seen less often than this in a week, or not at all lately, is given a place before others are. */
const FEW_A_WEEK = 4

const FEW_A_DAY = 1.5

/**
 * Who has been seen by nobody for so long is looked after, today included: by the time a whole week is over, so is the
 * promise, and whom few suit needs days for one of them to come.
 */
export const SEEN_LATELY_DAYS = 4

export interface Exposure {
  now: number
  created_ts: number
  /** How often the member was seen among suggestions in the last seven days. */
  seenThisWeek: number
  /** And in the last SEEN_LATELY_DAYS. */
  seenLately: number
}

/**
 * How often a member has to be seen today for the promises to be kept: a newcomer 50 times in the first week, everybody
 * once a week. What was missed on one day is spread over those that are left.
 */
export function promisedToday({ now, created_ts, seenThisWeek, seenLately }: Exposure): number {
  const day = Math.floor(Math.max(0, now - created_ts) / DAY)
  if (day < WEEK) {
    const left = Math.max(0, NEWCOMER_AIM - seenThisWeek)
    // Early days count for more, so that there is time to make up for those who did not come.
    return Math.max(left / (WEEK - day), left * 0.22, left > 0 ? 2 : 0)
  }
  return seenThisWeek < FEW_A_WEEK || seenLately === 0 ? FEW_A_DAY : 0
}
