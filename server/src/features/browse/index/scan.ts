import { setImmediate as breathe } from 'node:timers/promises'
import { isOutside, NO_BAND } from '../../../domain/limits-rule'
import { Problem } from '../../../domain/problem'
import { type Group, type MemberColumns, SPOKEN, TAGS } from './columns'
import { FAIL, failKeys, letterKeys, NEVER, type Query } from './compile-query'
import { NO_ANSWER } from '../../../domain/member-facts'

/** Who fits, with the number that their place in the list follows from, and who would without one filter. */
export class Matches {
  ids = new Uint32Array(256)
  keys = new Float64Array(256)
  size = 0
  /** By the bit of FAIL, and by the place of the letters. */
  readonly without = new Int32Array(failKeys.length)
  readonly withoutLetters = new Int32Array(letterKeys.length)
  withoutAnsweredOnly = 0

  add(id: number, key: number): void {
    if (this.size === this.ids.length) {
      const [ids, keys] = [new Uint32Array(this.size * 2), new Float64Array(this.size * 2)]
      ids.set(this.ids)
      keys.set(this.keys)
      this.ids = ids
      this.keys = keys
    }
    this.ids[this.size] = id
    this.keys[this.size++] = key
  }

  /** Takes out what another look found, at the few who are hidden from the seeker. */
  subtract(other: Matches): void {
    for (const id of other.ids.subarray(0, other.size)) {
      const at = this.ids.subarray(0, this.size).indexOf(id)
      if (at < 0) continue
      this.size--
      this.ids[at] = this.ids[this.size] as number
      this.keys[at] = this.keys[this.size] as number
    }
    for (const [n, count] of other.without.entries()) bump(this.without, n, -count)
    for (const [n, count] of other.withoutLetters.entries()) bump(this.withoutLetters, n, -count)
    this.withoutAnsweredOnly -= other.withoutAnsweredOnly
  }
}

/** Above any time: a nearer band comes first, whoever was active last within one. */
const BAND = 2 ** 33

/**
 * Goes through whole groups until about BITE members were looked at, and tells where to go on. Towns are many and most
 * are small, so everything that is the same for all of them is looked up once. Whoever fails two filters is nobody's
 * concern.
 */
function scanGroups(
  columns: MemberColumns,
  groups: readonly Group[],
  from: number,
  query: Query,
  matches: Matches,
): number {
  const { ids, active, created, born, traits, accepts, ageMin, ageMax, lastBand, height: heights } = columns
  const { myTraits, myAge, homeBands, bands, states, bornUntil, bornAfter, rejected, relaxing } = query
  const { activeSince, createdAfter, heightMin, heightMax, lastBand: farthest, sort } = query
  const asksHeight = heightMin > 0 || heightMax < 255
  const asksMore = Boolean(query.spoken || query.tags || query.online || query.prompts)
  const noHeight = query.answeredOnly
    ? (heightMin > 0 ? FAIL.height_min : 0) | (heightMax < 255 ? FAIL.height_max : 0)
    : 0
  const times = sort === 'newest' ? created : active
  let left = BITE
  let at = from
  for (; at < groups.length && left > 0; at++) {
    const { town, hidden, slots, size } = groups[at] as Group
    left -= size + 1
    const isKnown = !hidden && town !== 0
    const band = isKnown ? (bands[town] ?? NO_BAND) : NO_BAND
    const home = isKnown ? (homeBands[town] ?? NO_BAND) : NO_BAND
    let judged = farthest < NO_BAND && band > farthest ? FAIL.distance : 0
    if (states && states[town] !== 1) judged |= FAIL.state
    if (judged !== 0 && (!relaxing || (judged & (judged - 1)) !== 0)) continue
    const above = sort === 'distance' ? (NO_BAND - band) * BAND : 0
    for (let n = 0; n < size; n++) {
      const slot = slots[n] as number
      if (
        isOutside(
          myTraits,
          myAge,
          home,
          accepts[slot] as number,
          ageMin[slot] as number,
          ageMax[slot] as number,
          lastBand[slot] as number,
        )
      )
        continue
      let fails = judged
      const letters = (traits[slot] as number) & rejected
      if (letters !== 0 && (fails !== 0 || !relaxing)) continue
      const birth = born[slot] as number
      if (birth > bornUntil || (birth === 0 && bornUntil < NEVER)) fails |= FAIL.age_min
      if (birth <= bornAfter) fails |= FAIL.age_max
      if ((active[slot] as number) < activeSince) fails |= FAIL.active_days
      if ((created[slot] as number) <= createdAfter) fails |= FAIL.new
      if (fails !== 0 && (letters !== 0 || (fails & (fails - 1)) !== 0 || !relaxing)) continue
      if (asksMore) fails |= failsMore(columns, slot, query)
      let unanswered = 0
      if (asksHeight) {
        const height = heights[slot] as number
        if (height === 0) unanswered = noHeight
        else {
          if (height < heightMin) fails |= FAIL.height_min
          if (height > heightMax) fails |= FAIL.height_max
        }
      }
      if ((fails | letters | unanswered) === 0) {
        matches.add(ids[slot] as number, above + (times[slot] as number))
      } else if (relaxing) countNearly(matches, fails, letters, unanswered)
    }
  }
  return at
}

function failsMore(columns: MemberColumns, slot: number, query: Query): number {
  let fails = 0
  if (query.spoken && !hasOne(columns.spoken, slot * SPOKEN, SPOKEN, query.spoken)) fails |= FAIL.spoken
  if (query.tags && !hasOne(columns.tags, slot * TAGS, TAGS, query.tags)) fails |= FAIL.tags
  if (query.online && !query.online.has(columns.ids[slot] as number)) fails |= FAIL.online
  if (query.prompts && columns.prompts[slot] === 0) fails |= FAIL.prompts
  return fails
}

function hasOne(column: Uint8Array, at: number, room: number, wanted: Uint8Array): boolean {
  for (let n = at; n < at + room; n++) if (wanted[column[n] as number] === 1) return true
  return false
}

/** Who fails one filter only would be there without it; who has not answered, without 'only people who answered'. */
function countNearly(matches: Matches, fails: number, letters: number, unanswered: number): void {
  const all = fails | unanswered
  if (letters === 0 && (all & (all - 1)) === 0) bump(matches.without, 31 - Math.clz32(all))
  else if (all === 0 && (letters & (letters - 1)) === 0)
    bump(matches.withoutLetters, (31 - Math.clz32(letters)) >> 2)
  if (fails === 0 && (letters & ~NO_ANSWER) === 0) matches.withoutAnsweredOnly++
}

function bump(counts: Int32Array, at: number, by = 1): void {
  counts[at] = (counts[at] as number) + by
}

/** The loop is let go at least this often; one bite is a small part of it. */
const HOLD_MS = 3
const BITE = 20_000
/** Longer than this nobody waits: they are told, and never that there is nobody. */
const LONGEST_MS = 8000

/** Everyone of the kinds that suit. Others have their turn in between, so a change may be seen by half of it. */
export async function scan(columns: MemberColumns, query: Query): Promise<Matches> {
  const matches = new Matches()
  const began = performance.now()
  let held = began
  for (const kind of query.kinds) {
    const groups = columns.groups[kind] ?? []
    for (let at = 0; at < groups.length; ) {
      at = scanGroups(columns, groups, at, query, matches)
      const now = performance.now()
      if (now - held < HOLD_MS) continue
      if (now - began > LONGEST_MS) throw new Problem('search.too-long')
      await breathe()
      held = performance.now()
    }
  }
  matches.subtract(lookAt(columns, query, query.hidden))
  return matches
}

/** Those of the ids who fit. */
export function matchesAmong(columns: MemberColumns, query: Query, ids: Iterable<number>): number[] {
  const seen = [...ids].filter((id) => !query.hidden.has(id))
  const { ids: found, size } = lookAt(columns, query, seen)
  return [...found.subarray(0, size)]
}

function lookAt(columns: MemberColumns, query: Query, ids: Iterable<number>): Matches {
  const matches = new Matches()
  const alone: Group[] = []
  for (const id of ids) {
    const slot = columns.slotOf(id)
    if (slot === undefined) continue
    const group = columns.groupOf(slot)
    if (query.kinds.includes(group.kind)) alone.push({ ...group, slots: Int32Array.of(slot), size: 1 })
  }
  for (let at = 0; at < alone.length; ) at = scanGroups(columns, alone, at, query, matches)
  return matches
}
