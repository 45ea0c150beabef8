import { spokenCodes, tagCodes } from '@rosella/contract/profile/lists'
import { CHOICE_WORDS, dayNumber, kindOf, kinds, type MemberFacts, traitBits } from '../members/member-facts'
import { FAR_BAND, preferenceNumbers } from '../members/preferences'
import { DistinctPreferences } from './distinct-preferences'

/** Members of one kind in one town, side by side; those who hide their town stand apart, in one town of their state. */
export interface Group {
  kind: number
  /** 0 where the town is unknown. */
  town: number
  hidden: boolean
  /** The first slot, how many are used from there on, and for how many there is room. */
  start: number
  size: number
  room: number
  /** So many of the first have no limit by distance. */
  anywhere: number
}

export const SPOKEN = 5
export const TAGS = 10
const numbered = (codes: readonly string[]) => new Map(codes.map((code, n) => [code, n + 1]))
/** Each code as one byte; 0 is none, and nothing comes after it. */
export const spokenBytes = numbered(spokenCodes)
export const tagBytes = numbered(tagCodes)

const START = 1024

/** What the index holds of a member. */
export type IndexedFacts = MemberFacts & { changed_ts: number }

/**
 * Everyone whom lists of strangers may show, a column for each thing that decides. A value without a clock or a database.
 * What stands in a slot is one member, about 60 bytes, and the members of a kind and town stand in a row: a search goes
 * along it, and who leaves is replaced by the last.
 */
export class MemberColumns {
  readonly groups: readonly Group[][] = kinds.map(() => [])
  readonly #byKey = new Map<number, Group>()
  /** Ids are given out in a row, so they are places in an array: the slot + 1, or 0. */
  #slotOf = new Int32Array(START)
  #used = 0
  #groupOf: Group[] = []
  size = 0
  /** The latest `changed` of all members ever placed. */
  latestChange = 0

  ids = new Uint32Array(START)
  active = new Uint32Array(START)
  created = new Uint32Array(START)
  /** With fractions of a second. */
  changed = new Float64Array(START)
  born = new Int32Array(START)
  /** The answers to choices, a column for each word of bits. */
  readonly traits = Array.from({ length: CHOICE_WORDS }, () => new Int32Array(START))
  height = new Uint8Array(START)
  prompts = new Uint8Array(START)
  verified = new Uint8Array(START)
  spoken = new Uint8Array(START * SPOKEN)
  tags = new Uint8Array(START * TAGS)
  /** The member's own preferences, by their number. */
  preferences = new Int32Array(START)
  readonly distinctPreferences = new DistinctPreferences()
  /** By kind: how many have each set of preferences, of those without a limit by distance. */
  readonly anywhere: Int32Array<ArrayBuffer>[] = kinds.map(() => new Int32Array(START))

  constructor(readonly photosMin: number) {}

  /** Bytes of all columns, for the figures. */
  get bytes(): number {
    const own = [this.#slotOf, ...Object.values(this), ...this.traits].filter(ArrayBuffer.isView)
    return own.reduce((sum, { byteLength }) => sum + byteLength, 8 * this.#groupOf.length)
  }

  slotOf(id: number): number | undefined {
    const slot = this.#slotOf[id]
    return slot ? slot - 1 : undefined
  }

  groupOf = (slot: number): Group => this.#groupOf[slot] as Group

  /** Lists a member, or lists them anew. */
  place(facts: IndexedFacts): void {
    this.drop(facts.id)
    const kind = kindOf(facts)
    if (kind < 0) return
    const numbers = preferenceNumbers(facts)
    const preferences = this.distinctPreferences.numberOf(numbers)
    const group = this.#group(kind, facts.town_id ?? 0, facts.town_hidden)
    const slot = this.#enter(group, numbers.lastBand >= FAR_BAND)
    this.#know(facts.id, slot)
    this.ids[slot] = facts.id
    this.active[slot] = facts.active_ts
    this.created[slot] = facts.created_ts
    this.changed[slot] = facts.changed_ts
    if (facts.changed_ts > this.latestChange) this.latestChange = facts.changed_ts
    this.born[slot] = dayNumber(facts.birthday)
    for (const [word, bits] of traitBits(facts.choices).entries())
      (this.traits[word] as Int32Array)[slot] = bits
    this.height[slot] = facts.height ?? 0
    this.prompts[slot] = facts.ndp > 0 ? 1 : 0
    this.verified[slot] = facts.verified_ts ? 1 : 0
    writeCodes(this.spoken, slot * SPOKEN, SPOKEN, facts.spoken, spokenBytes)
    writeCodes(this.tags, slot * TAGS, TAGS, facts.tags, tagBytes)
    this.preferences[slot] = preferences
    if (slot < group.start + group.anywhere) this.#count(kind, preferences, 1)
  }

  drop(id: number): void {
    let slot = this.slotOf(id)
    if (slot === undefined) return
    const group = this.groupOf(slot)
    if (slot < group.start + group.anywhere) {
      this.#count(group.kind, this.preferences[slot] as number, -1)
      const last = group.start + --group.anywhere
      this.#move(last, slot)
      slot = last
    }
    this.#move(group.start + --group.size, slot)
    this.#slotOf[id] = 0
    this.size--
  }

  /** Moves a listed member up; never down, as news may come late. */
  touch(id: number, ts: number): void {
    const slot = this.slotOf(id)
    if (slot !== undefined && (this.active[slot] as number) < ts) this.active[slot] = ts
  }

  #group(kind: number, town: number, hidden: boolean): Group {
    const key = (town * kinds.length + kind) * 2 + (hidden ? 1 : 0)
    const known = this.#byKey.get(key)
    if (known) return known
    const group: Group = { kind, town, hidden, start: this.#used, size: 0, room: 0, anywhere: 0 }
    this.#byKey.set(key, group)
    this.groups[kind]?.push(group)
    return group
  }

  #count(kind: number, preferences: number, by: number): void {
    let numbers = this.anywhere[kind] as Int32Array<ArrayBuffer>
    if (preferences >= numbers.length) this.anywhere[kind] = numbers = larger(numbers, preferences * 1.5)
    numbers[preferences] = (numbers[preferences] as number) + by
  }

  /** The slot for one more of a group: before those who have a limit by distance, or at its end. */
  #enter(group: Group, isAnywhere: boolean): number {
    if (group.size === group.room) this.#widen(group)
    this.size++
    const end = group.start + group.size++
    this.#groupOf[end] = group
    if (!isAnywhere) return end
    const slot = group.start + group.anywhere++
    this.#move(slot, end)
    return slot
  }

  /** The last group grows where it stands; another moves to the end, and leaves its place until the index is built anew. */
  #widen(group: Group): void {
    const { start, size, room } = group
    const isLast = start + room === this.#used
    if (!isLast) group.start = this.#used
    group.room = isLast ? room + 1 : Math.ceil((room + 1) * 1.5)
    this.#used = group.start + group.room
    this.#makeRoom()
    if (isLast) return
    this.#move(start, group.start, size)
    this.#groupOf.length = Math.max(this.#groupOf.length, this.#used)
    this.#groupOf.fill(group, group.start, group.start + size)
  }

  #move(from: number, to: number, count = 1): void {
    if (from === to) return
    const { ids, active, created, changed, born, traits, height, prompts, verified, preferences } = this
    for (const column of [
      ids,
      active,
      created,
      changed,
      born,
      ...traits,
      height,
      prompts,
      verified,
      preferences,
    ])
      column.copyWithin(to, from, from + count)
    this.spoken.copyWithin(to * SPOKEN, from * SPOKEN, (from + count) * SPOKEN)
    this.tags.copyWithin(to * TAGS, from * TAGS, (from + count) * TAGS)
    for (let slot = to; slot < to + count; slot++) this.#know(ids[slot] as number, slot)
  }

  #know(id: number, slot: number): void {
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
    for (const [word, column] of this.traits.entries()) this.traits[word] = larger(column, room)
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
