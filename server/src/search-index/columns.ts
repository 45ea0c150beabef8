import { spokenCodes, tagCodes } from '@rosella/contract/profile/lists'
import {
  CHOICE_WORDS,
  choiceBits,
  dayNumber,
  type MemberFacts,
  orientationOf,
  orientations,
} from '../members/member-facts'
import { FAR_BAND, NOBODY, type PreferenceNumbers, preferenceNumbers } from '../members/preferences'

/**
 * The members of one orientation in one town, in adjacent slots. Members who hide their town form a separate group, in
 * the first town of their state.
 */
export interface Group {
  orientation: number
  /** 0 if the town is unknown. */
  town: number
  hidden: boolean
  /** The first slot, how many slots are used, and how many are reserved. */
  start: number
  size: number
  capacity: number
  /** The number of members without a distance preference. They come first. */
  anyDistance: number
}

export const SPOKEN = 5
export const TAGS = 10
const numbered = (codes: readonly string[]) => new Map(codes.map((code, n) => [code, n + 1]))
/** Each code as one byte. 0 means none, and ends the list. */
export const spokenBytes = numbered(spokenCodes)
export const tagBytes = numbered(tagCodes)

const INITIAL_CAPACITY = 1024

export type IndexedFacts = MemberFacts & { changed_ts: number }

/**
 * Every member who may appear in a list of strangers, with one typed array per searchable field. A slot is one member,
 * about 60 bytes. The members of a group are in adjacent slots, so that a search reads memory in order; when one is
 * removed, the last member of the group takes the slot.
 */
export class MemberColumns {
  readonly groups: readonly Group[][] = orientations.map(() => [])
  readonly #byKey = new Map<number, Group>()
  /** By member id: the slot + 1, or 0. Ids are consecutive, so an array takes little memory. */
  #slotOf = new Int32Array(INITIAL_CAPACITY)
  #used = 0
  #groupOf: Group[] = []
  size = 0
  /** The latest `changed` of all members ever added. */
  latestChange = 0

  ids = new Uint32Array(INITIAL_CAPACITY)
  active = new Uint32Array(INITIAL_CAPACITY)
  created = new Uint32Array(INITIAL_CAPACITY)
  /** With fractions of a second. */
  changed = new Float64Array(INITIAL_CAPACITY)
  born = new Int32Array(INITIAL_CAPACITY)
  /** The answers to choices, one column per 32-bit word. */
  readonly choiceBits = Array.from({ length: CHOICE_WORDS }, () => new Int32Array(INITIAL_CAPACITY))
  height = new Uint8Array(INITIAL_CAPACITY)
  prompts = new Uint8Array(INITIAL_CAPACITY)
  verified = new Uint8Array(INITIAL_CAPACITY)
  spoken = new Uint8Array(INITIAL_CAPACITY * SPOKEN)
  tags = new Uint8Array(INITIAL_CAPACITY * TAGS)
  /** The number of the member's own preferences in `distinctPreferences`. */
  preferences = new Int32Array(INITIAL_CAPACITY)
  readonly distinctPreferences = new DistinctPreferences()
  /**
   * By orientation and number of preferences: how many members without a distance preference have these preferences.
   */
  readonly anyDistanceCounts: Int32Array<ArrayBuffer>[] = orientations.map(
    () => new Int32Array(INITIAL_CAPACITY),
  )

  constructor(readonly photosMin: number) {}

  get bytes(): number {
    const own = [this.#slotOf, ...Object.values(this), ...this.choiceBits].filter(ArrayBuffer.isView)
    return own.reduce((sum, { byteLength }) => sum + byteLength, 8 * this.#groupOf.length)
  }

  slotOf(id: number): number | undefined {
    const slot = this.#slotOf[id]
    return slot ? slot - 1 : undefined
  }

  groupOf = (slot: number): Group => this.#groupOf[slot] as Group

  /** Adds or replaces a member. */
  put(facts: IndexedFacts): void {
    this.remove(facts.id)
    const orientation = orientationOf(facts)
    if (orientation < 0) return
    const numbers = preferenceNumbers(facts)
    const preferences = this.distinctPreferences.numberOf(numbers)
    const group = this.#group(orientation, facts.town_id ?? 0, facts.town_hidden)
    const slot = this.#addSlot(group, numbers.lastBand >= FAR_BAND)
    this.#setSlot(facts.id, slot)
    this.ids[slot] = facts.id
    this.active[slot] = facts.active_ts
    this.created[slot] = facts.created_ts
    this.changed[slot] = facts.changed_ts
    if (facts.changed_ts > this.latestChange) this.latestChange = facts.changed_ts
    this.born[slot] = dayNumber(facts.birthday)
    for (const [word, bits] of choiceBits(facts.choices).entries())
      (this.choiceBits[word] as Int32Array)[slot] = bits
    this.height[slot] = facts.height ?? 0
    this.prompts[slot] = facts.ndp > 0 ? 1 : 0
    this.verified[slot] = facts.verified_ts ? 1 : 0
    writeCodes(this.spoken, slot * SPOKEN, SPOKEN, facts.spoken, spokenBytes)
    writeCodes(this.tags, slot * TAGS, TAGS, facts.tags, tagBytes)
    this.preferences[slot] = preferences
    if (slot < group.start + group.anyDistance) this.#count(orientation, preferences, 1)
  }

  remove(id: number): void {
    let slot = this.slotOf(id)
    if (slot === undefined) return
    const group = this.groupOf(slot)
    if (slot < group.start + group.anyDistance) {
      this.#count(group.orientation, this.preferences[slot] as number, -1)
      const last = group.start + --group.anyDistance
      this.#move(last, slot)
      slot = last
    }
    this.#move(group.start + --group.size, slot)
    this.#slotOf[id] = 0
    this.size--
  }

  /** Moves a member up, but never down, because events may arrive out of order. */
  touch(id: number, ts: number): void {
    const slot = this.slotOf(id)
    if (slot !== undefined && (this.active[slot] as number) < ts) this.active[slot] = ts
  }

  #group(orientation: number, town: number, hidden: boolean): Group {
    const key = (town * orientations.length + orientation) * 2 + (hidden ? 1 : 0)
    const known = this.#byKey.get(key)
    if (known) return known
    const group: Group = {
      orientation,
      town,
      hidden,
      start: this.#used,
      size: 0,
      capacity: 0,
      anyDistance: 0,
    }
    this.#byKey.set(key, group)
    this.groups[orientation]?.push(group)
    return group
  }

  #count(orientation: number, preferences: number, by: number): void {
    let counts = this.anyDistanceCounts[orientation] as Int32Array<ArrayBuffer>
    if (preferences >= counts.length)
      this.anyDistanceCounts[orientation] = counts = larger(counts, preferences * 1.5)
    counts[preferences] = (counts[preferences] as number) + by
  }

  /** Returns a slot for another member: before the members with a distance preference, or at the end of the group. */
  #addSlot(group: Group, isAnyDistance: boolean): number {
    if (group.size === group.capacity) this.#widen(group)
    this.size++
    const end = group.start + group.size++
    this.#groupOf[end] = group
    if (!isAnyDistance) return end
    const slot = group.start + group.anyDistance++
    this.#move(slot, end)
    return slot
  }

  /** The last group grows in place. Any other group moves to the end, and its old slots stay unused until a rebuild. */
  #widen(group: Group): void {
    const { start, size, capacity } = group
    const isLast = start + capacity === this.#used
    if (!isLast) group.start = this.#used
    group.capacity = isLast ? capacity + 1 : Math.ceil((capacity + 1) * 1.5)
    this.#used = group.start + group.capacity
    this.#makeRoom()
    if (isLast) return
    this.#move(start, group.start, size)
    this.#groupOf.length = Math.max(this.#groupOf.length, this.#used)
    this.#groupOf.fill(group, group.start, group.start + size)
  }

  #move(from: number, to: number, count = 1): void {
    if (from === to) return
    const { ids, active, created, changed, born, choiceBits, height, prompts, verified, preferences } = this
    for (const column of [
      ids,
      active,
      created,
      changed,
      born,
      ...choiceBits,
      height,
      prompts,
      verified,
      preferences,
    ])
      column.copyWithin(to, from, from + count)
    this.spoken.copyWithin(to * SPOKEN, from * SPOKEN, (from + count) * SPOKEN)
    this.tags.copyWithin(to * TAGS, from * TAGS, (from + count) * TAGS)
    for (let slot = to; slot < to + count; slot++) this.#setSlot(ids[slot] as number, slot)
  }

  #setSlot(id: number, slot: number): void {
    if (id >= this.#slotOf.length)
      this.#slotOf = larger(this.#slotOf, Math.max(id + 1, this.#slotOf.length * 1.5))
    this.#slotOf[id] = slot + 1
  }

  #makeRoom(): void {
    if (this.#used <= this.ids.length) return
    const room = Math.ceil(Math.max(this.#used, this.ids.length * 1.5))
    this.ids = larger(this.ids, room)
    this.active = larger(this.active, room)
    this.created = larger(this.created, room)
    this.changed = larger(this.changed, room)
    this.born = larger(this.born, room)
    for (const [word, column] of this.choiceBits.entries()) this.choiceBits[word] = larger(column, room)
    this.height = larger(this.height, room)
    this.prompts = larger(this.prompts, room)
    this.verified = larger(this.verified, room)
    this.spoken = larger(this.spoken, room * SPOKEN)
    this.tags = larger(this.tags, room * TAGS)
    this.preferences = larger(this.preferences, room)
  }
}

type Column =
  | Int32Array<ArrayBuffer>
  | Uint32Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>

function larger<C extends Column>(column: C, size: number): C {
  const grown = new (column.constructor as new (size: number) => C)(Math.ceil(size))
  grown.set(column)
  return grown
}

function writeCodes(
  column: Uint8Array,
  at: number,
  room: number,
  codes: string,
  bytes: ReadonlyMap<string, number>,
): void {
  const known = codes === '' ? [] : codes.split(',').flatMap((code) => bytes.get(code) ?? [])
  for (let n = 0; n < room; n++) column[at + n] = known[n] ?? 0
}

/** Of a row in `#rows`: the words of rejected answers come first. */
const AGE_MIN = CHOICE_WORDS
const AGE_MAX = CHOICE_WORDS + 1
const LAST_BAND = CHOICE_WORDS + 2
const ROW = CHOICE_WORDS + 3

/**
 * Every distinct set of preferences, stored once. Most members have none and many share a set, so a search evaluates
 * each set once and reads one number per member.
 */
class DistinctPreferences {
  readonly #numbers = new Map<string, number>()
  #rows = new Int32Array(ROW * 64)

  get size(): number {
    return this.#numbers.size
  }

  numberOf({ accepts, ageMin, ageMax, lastBand }: PreferenceNumbers): number {
    const row = [...accepts.map((bits) => ~bits), ageMin, ageMax, lastBand]
    const key = row.join()
    const known = this.#numbers.get(key)
    if (known !== undefined) return known
    const number = this.size
    this.#numbers.set(key, number)
    if (number * ROW === this.#rows.length) {
      const rows = new Int32Array(this.#rows.length * 2)
      rows.set(this.#rows)
      this.#rows = rows
    }
    this.#rows.set(row, number * ROW)
    return number
  }

  /**
   * By number of a set: `reachOf` for a seeker with these answers and this age. Every search runs it, so it works on
   * typed rows without a branch per condition.
   */
  reach(choiceBits: readonly number[], age: number): Int8Array {
    const rows = this.#rows
    const reach = new Int8Array(this.size)
    for (let n = 0, at = 0; n < reach.length; n++, at += ROW) {
      let mismatch = (age - (rows[at + AGE_MIN] as number)) >> 31
      mismatch |= ((rows[at + AGE_MAX] as number) - age) >> 31
      for (let word = 0; word < CHOICE_WORDS; word++)
        mismatch |= (choiceBits[word] as number) & (rows[at + word] as number)
      reach[n] = mismatch === 0 ? (rows[at + LAST_BAND] as number) : NOBODY
    }
    return reach
  }
}
