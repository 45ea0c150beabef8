import { spokenCodes } from '@rosella/contract/profile/spoken'
import { tagCodes } from '@rosella/contract/profile/tags'
import { limitNumbers } from '../../../domain/limits-rule'
import { dayNumber, kindOf, kinds, type MemberFacts, traitBits } from '../../../domain/member-facts'
import { DistinctLimits, NO_LIMITS } from './distinct-limits'

/** Members of one kind in one town; those who hide their town stand apart. */
export interface Group {
  kind: number
  /** 0 where the town is unknown. */
  town: number
  hidden: boolean
  /** Where its slots begin in the row of all, and for how many there is room. */
  start: number
  room: number
  size: number
  /** So many at the beginning of the slots have no limits of their own, and take in everybody. */
  open: number
}

export const SPOKEN = 5
export const TAGS = 10
const numbered = (codes: readonly string[]) => new Map(codes.map((code, n) => [code, n + 1]))
/** Each code as one byte; 0 is none. */
export const spokenBytes = numbered(spokenCodes)
export const tagBytes = numbered(tagCodes)

const START = 1024

/**
 * Everyone whom lists of strangers may show, a column for each thing that decides, and the members of each kind and
 * town together. A value without a clock or a database. What stands in a slot is one member; about 50 bytes each.
 */
export class MemberColumns {
  readonly groups: readonly Group[][] = kinds.map(() => [])
  readonly #byKey = new Map<number, Group>()
  /** The slots of all groups, each group's together: a search goes through thousands of groups, and so along one row. */
  slots = new Int32Array(START)
  #slotsUsed = 0
  /** Ids are given out in a row, so they are places in an array: the slot + 1, or 0. */
  #slotOf = new Int32Array(START)
  #used = 0
  readonly #free: number[] = []
  #groupOf: Group[] = []
  #placeInGroup = new Int32Array(START)

  ids = new Uint32Array(START)
  active = new Uint32Array(START)
  created = new Uint32Array(START)
  born = new Int32Array(START)
  traits = new Int32Array(START)
  height = new Uint8Array(START)
  prompts = new Uint8Array(START)
  verified = new Uint8Array(START)
  spoken = new Uint8Array(START * SPOKEN)
  tags = new Uint8Array(START * TAGS)
  /** The member's own limits, by their number. */
  limits = new Int32Array(START)
  readonly distinctLimits = new DistinctLimits()

  constructor(readonly photosMin: number) {}

  get size(): number {
    return this.#used - this.#free.length
  }

  /** Bytes of all columns, for the figures. */
  get bytes(): number {
    const own = [this.#slotOf, this.#placeInGroup, ...Object.values(this)].filter(ArrayBuffer.isView)
    return own.reduce((sum, { byteLength }) => sum + byteLength, 8 * this.#groupOf.length)
  }

  slotOf(id: number): number | undefined {
    const slot = this.#slotOf[id]
    return slot ? slot - 1 : undefined
  }

  groupOf = (slot: number): Group => this.#groupOf[slot] as Group

  /** Where a slot stands in the row of all. */
  placeOf = (slot: number): number => this.groupOf(slot).start + (this.#placeInGroup[slot] as number)

  /** Lists a member, or lists them anew. */
  place(facts: MemberFacts): void {
    this.drop(facts.id)
    const kind = kindOf(facts)
    if (kind < 0) return
    const slot = this.#free.pop() ?? this.#used++
    this.#makeRoom(slot, facts.id)
    this.#slotOf[facts.id] = slot + 1
    this.limits[slot] = this.distinctLimits.numberOf(limitNumbers(facts))
    this.#enter(slot, this.#group(kind, facts.town_id ?? 0, facts.town_hidden))
    this.ids[slot] = facts.id
    this.active[slot] = facts.active_ts
    this.created[slot] = facts.created_ts
    this.born[slot] = dayNumber(facts.birthday)
    this.traits[slot] = traitBits(facts.choices)
    this.height[slot] = facts.height ?? 0
    this.prompts[slot] = facts.ndp > 0 ? 1 : 0
    this.verified[slot] = facts.verified_ts ? 1 : 0
    writeCodes(this.spoken, slot * SPOKEN, SPOKEN, facts.spoken, spokenBytes)
    writeCodes(this.tags, slot * TAGS, TAGS, facts.tags, tagBytes)
  }

  drop(id: number): void {
    const slot = this.slotOf(id)
    if (slot === undefined) return
    const group = this.groupOf(slot)
    let place = this.#placeInGroup[slot] as number
    if (place < group.open) {
      this.#move(group, --group.open, place)
      place = group.open
    }
    this.#move(group, --group.size, place)
    this.#slotOf[id] = 0
    this.#free.push(slot)
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
    const group: Group = { kind, town, hidden, start: 0, room: 0, size: 0, open: 0 }
    this.#byKey.set(key, group)
    this.groups[kind]?.push(group)
    return group
  }

  #enter(slot: number, group: Group): void {
    if (group.size === group.room) this.#widen(group)
    let place = group.size++
    if (this.limits[slot] === NO_LIMITS) {
      this.#move(group, group.open, place)
      place = group.open++
    }
    this.slots[group.start + place] = slot
    this.#placeInGroup[slot] = place
    this.#groupOf[slot] = group
  }

  #move({ start }: Group, from: number, to: number): void {
    if (from === to) return
    const slot = this.slots[start + from] as number
    this.slots[start + to] = slot
    this.#placeInGroup[slot] = to
  }

  /** The last group grows where it is, another moves to the end; what it leaves is free when the index is built anew. */
  #widen(group: Group): void {
    const { start, room, size } = group
    if (start + room !== this.#slotsUsed) group.start = this.#slotsUsed
    group.room = Math.max(2, Math.ceil(room * 1.5))
    this.#slotsUsed = group.start + group.room
    if (this.#slotsUsed > this.slots.length) this.slots = larger(this.slots, this.#slotsUsed * 1.5)
    if (group.start !== start) this.slots.copyWithin(group.start, start, start + size)
  }

  #makeRoom(slot: number, id: number): void {
    if (id >= this.#slotOf.length)
      this.#slotOf = larger(this.#slotOf, Math.max(id + 1, this.#slotOf.length * 1.5))
    if (slot < this.ids.length) return
    const room = Math.ceil(this.ids.length * 1.5)
    this.#placeInGroup = larger(this.#placeInGroup, room)
    this.ids = larger(this.ids, room)
    this.active = larger(this.active, room)
    this.created = larger(this.created, room)
    this.born = larger(this.born, room)
    this.traits = larger(this.traits, room)
    this.height = larger(this.height, room)
    this.prompts = larger(this.prompts, room)
    this.verified = larger(this.verified, room)
    this.spoken = larger(this.spoken, room * SPOKEN)
    this.tags = larger(this.tags, room * TAGS)
    this.limits = larger(this.limits, room)
  }
}

type Column = Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>

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
  const given = codes === '' ? [] : codes.split(',')
  for (let n = 0; n < room; n++) column[at + n] = bytes.get(given[n] ?? '') ?? 0
}
