import { NEWCOMER_EXPOSURE_TARGET } from '@rosella/contract/browse/rules'
import { ageAt } from '@rosella/contract/member/rules'
import { spokenCodes, tagCodes } from '@rosella/contract/profile/lists'
import { CHOICE_WORDS, choiceBits, type MemberFacts, orientationOf } from '../../../../members/member-facts'
import { preferenceNumbers } from '../../../../members/preferences'
import { absenceClass, likeRate, type Weights } from './weights'

/** Everything the assignment knows about a member. Attributes that must not influence it are left out. */
export interface CandidateFacts extends MemberFacts {
  /** Listed, with enough photos and recently active. */
  suggestable: boolean
  /** In the last weeks on all surfaces: times shown, likes received, cards seen, likes sent. */
  shown: number
  liked: number
  saw: number
  sent: number
  /** How often the member was seen among suggestions in the last seven days. */
  seen_week: number
  /** The same for the last SEEN_LATELY_DAYS. */
  seen_lately: number
  /** How many of today's stored suggestions include this member, and the likes expected from them. */
  picked: number
  expected: number
}

/** The facts that reasons are made from. */
export type ReasonInput = Pick<MemberFacts, 'choices' | 'tags' | 'spoken' | 'birthday' | 'created_ts'>

const WORD = 32
const TAG_WORDS = Math.ceil(tagCodes.length / WORD)
const SPOKEN_WORDS = Math.ceil(spokenCodes.length / WORD)
const placeOf = (codes: readonly string[]) => new Map(codes.map((code, n) => [code, n]))
const tagPlaces = placeOf(tagCodes)
const spokenPlaces = placeOf(spokenCodes)
// English says nothing about a pair, because nearly everyone knows it.
spokenPlaces.delete('en')

/**
 * The members of an assignment as columns, one slot each. Numbers only, so that it can score a million pairs a
 * second.
 */
export class CandidateTable {
  readonly ids: Float64Array
  readonly orientation: Int8Array
  /** 0 if the town is hidden or unknown. */
  readonly town: Int32Array
  readonly age: Uint8Array
  /** CHOICE_WORDS entries per member, also in `accepts`. */
  readonly choiceBits: Int32Array
  readonly accepts: Int32Array
  readonly ageMin: Uint8Array
  readonly ageMax: Uint8Array
  readonly lastBand: Uint8Array
  readonly tagBits: Int32Array
  readonly spokenBits: Int32Array
  /** The rates of likes sent and received, compared with the average (`likeRate`). */
  readonly giving: Float32Array
  readonly getting: Float32Array
  readonly attendanceThisWeek: Float32Array
  readonly attendanceToday: Float32Array
  readonly suggestable: Uint8Array
  /** How often the member should be seen today. */
  readonly exposureTarget: Float32Array
  readonly seenWeek: Float32Array
  readonly seenLately: Float32Array
  /** Rank by `seenWeek`, from 0 to 1 (find-candidates.ts). */
  readonly seenRank: Float32Array
  /** The Gini coefficient of `seenWeek` (find-candidates.ts). */
  seenGini = 0
  /** The expected views from the suggestions assigned so far today. */
  readonly views: Float32Array
  /** The expected likes from the suggestions assigned so far today. */
  readonly expectedLikes: Float32Array
  readonly reasonInputs: ReasonInput[] = []
  size = 0
  readonly #slots = new Map<number, number>()

  constructor(
    capacity: number,
    /** Replaced once the site's own weights are known. */
    public weights: Weights,
    readonly now: number,
  ) {
    this.ids = new Float64Array(capacity)
    this.orientation = new Int8Array(capacity)
    this.town = new Int32Array(capacity)
    this.age = new Uint8Array(capacity)
    this.choiceBits = new Int32Array(capacity * CHOICE_WORDS)
    this.accepts = new Int32Array(capacity * CHOICE_WORDS)
    this.ageMin = new Uint8Array(capacity)
    this.ageMax = new Uint8Array(capacity)
    this.lastBand = new Uint8Array(capacity)
    this.tagBits = new Int32Array(capacity * TAG_WORDS)
    this.spokenBits = new Int32Array(capacity * SPOKEN_WORDS)
    this.giving = new Float32Array(capacity)
    this.getting = new Float32Array(capacity)
    this.attendanceThisWeek = new Float32Array(capacity)
    this.attendanceToday = new Float32Array(capacity)
    this.suggestable = new Uint8Array(capacity)
    this.exposureTarget = new Float32Array(capacity)
    this.seenWeek = new Float32Array(capacity)
    this.seenLately = new Float32Array(capacity)
    this.seenRank = new Float32Array(capacity).fill(0.5)
    this.views = new Float32Array(capacity)
    this.expectedLikes = new Float32Array(capacity)
  }

  slotOf = (id: number): number | undefined => this.#slots.get(id)

  add(member: CandidateFacts): number {
    const { weights, now } = this
    const slot = this.size++
    const preferences = preferenceNumbers(member)
    const absence = absenceClass(now - member.active_ts)
    this.#slots.set(member.id, slot)
    const { choices, tags, spoken, birthday, created_ts } = member
    this.reasonInputs.push({ choices, tags, spoken, birthday, created_ts })
    this.ids[slot] = member.id
    this.orientation[slot] = orientationOf(member)
    this.town[slot] = member.town_hidden ? 0 : (member.town_id ?? 0)
    this.age[slot] = member.birthday === null ? 0 : Math.min(255, ageAt(member.birthday, now))
    this.choiceBits.set(choiceBits(member.choices), slot * CHOICE_WORDS)
    this.accepts.set(preferences.accepts, slot * CHOICE_WORDS)
    this.ageMin[slot] = preferences.ageMin
    this.ageMax[slot] = preferences.ageMax
    this.lastBand[slot] = preferences.lastBand
    writeBits(this.tagBits, slot * TAG_WORDS, member.tags, tagPlaces)
    writeBits(this.spokenBits, slot * SPOKEN_WORDS, member.spoken, spokenPlaces)
    this.giving[slot] = likeRate(weights, member.saw, member.sent)
    this.getting[slot] = likeRate(weights, member.shown, member.liked)
    this.attendanceThisWeek[slot] = weights.attendance_within_week[absence] ?? 0
    this.attendanceToday[slot] = weights.attendance_today[absence] ?? 0
    this.suggestable[slot] = member.suggestable ? 1 : 0
    this.exposureTarget[slot] = member.suggestable
      ? exposureTargetToday({
          now,
          created_ts,
          seenThisWeek: member.seen_week,
          seenLately: member.seen_lately,
        })
      : 0
    this.seenWeek[slot] = member.seen_week
    this.seenLately[slot] = member.seen_lately
    this.views[slot] = member.picked
    this.expectedLikes[slot] = member.expected
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

  /** Returns 1 or 0. */
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

/** Attendance is only a chance, so the plan exceeds the target. */
const NEWCOMER_PLAN = NEWCOMER_EXPOSURE_TARGET * 1.16

/** A member seen less often than this in a week, or not at all lately, gets an exposure target. */
const FEW_A_WEEK = 4

const FEW_A_DAY = 1.5

/**
 * A member nobody has seen for this many days, including today, gets priority. Waiting a whole week would already
 * miss the weekly target, and a member who matches few others may need days until one of them visits.
 */
export const SEEN_LATELY_DAYS = 4

export interface ExposureHistory {
  now: number
  created_ts: number
  /** How often the member was seen among suggestions in the last seven days. */
  seenThisWeek: number
  /** The same for the last SEEN_LATELY_DAYS. */
  seenLately: number
}

/**
 * How often a member should be seen today: a newcomer 50 times in the first week, everyone once a week. A shortfall is
 * spread over the remaining days.
 */
export function exposureTargetToday({ now, created_ts, seenThisWeek, seenLately }: ExposureHistory): number {
  const day = Math.floor(Math.max(0, now - created_ts) / DAY)
  if (day < WEEK) {
    const left = Math.max(0, NEWCOMER_PLAN - seenThisWeek)
    // The first days get more, so that there is time to make up for viewers who did not visit.
    return Math.max(left / (WEEK - day), left * 0.22, left > 0 ? 2 : 0)
  }
  return seenThisWeek < FEW_A_WEEK || seenLately === 0 ? FEW_A_DAY : 0
}
