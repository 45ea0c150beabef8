import { NO_BAND } from '../../../domain/limits-rule'
import { Problem } from '../../../domain/problem'
import { type Group, type MemberColumns, SPOKEN, TAGS } from './columns'
import { FAIL, NEVER, type Query } from './compile-query'
import { Matches } from './matches'
import { takeTurns } from './take-turns'

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
  reach: Int8Array,
  matches: Matches,
): number {
  const { ids, active, created, born, traits, limits, height: heights } = columns
  const { homeBands, bands, states, bornUntil, bornAfter, rejected, relaxing } = query
  const {
    asksLetters,
    activeSince,
    createdAfter,
    asksAge,
    asksTimes,
    heightMin,
    heightMax,
    lastBand: farthest,
    sort,
  } = query
  const asksHeight = heightMin > 0 || heightMax < 255
  const asksMore = Boolean(query.spoken || query.tags || query.online || query.prompts || query.verified)
  const noHeight = query.answeredOnly
    ? (heightMin > 0 ? FAIL.height_min : 0) | (heightMax < 255 ? FAIL.height_max : 0)
    : 0
  const times = sort === 'newest' ? created : active
  let left = BITE
  let at = from
  for (; at < groups.length && left > 0; at++) {
    const group = groups[at] as Group
    const { town, hidden, start, size, open } = group
    left -= size + 1
    const isKnown = !hidden && town !== 0
    const band = isKnown ? (bands[town] ?? NO_BAND) : NO_BAND
    const home = isKnown ? (homeBands[town] ?? NO_BAND) : NO_BAND
    let judged = farthest < NO_BAND && band > farthest ? FAIL.distance : 0
    if (states && states[town] !== 1) judged |= FAIL.state
    if (judged !== 0 && (!relaxing || (judged & (judged - 1)) !== 0)) continue
    if (judged !== 0 && !asksMore && !asksHeight) {
      matches.addWithout(judged, countFitting(columns, group, home, query, reach))
      continue
    }
    const above = sort === 'distance' ? (NO_BAND - band) * BAND : 0
    for (let slot = start; slot < start + size; slot++) {
      if (slot >= start + open && home > (reach[limits[slot] as number] as number)) continue
      let fails = judged
      const letters = asksLetters ? (traits[slot] as number) & rejected : 0
      if (letters !== 0 && (fails !== 0 || !relaxing)) continue
      if (asksAge) {
        const birth = born[slot] as number
        if (birth > bornUntil || (birth === 0 && bornUntil < NEVER)) fails |= FAIL.age_min
        if (birth <= bornAfter) fails |= FAIL.age_max
      }
      if (asksTimes) {
        if ((active[slot] as number) < activeSince) fails |= FAIL.active_days
        if ((created[slot] as number) <= createdAfter) fails |= FAIL.new
      }
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
      } else if (relaxing) matches.addNearly(fails, letters, unanswered)
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
  if (query.verified && columns.verified[slot] === 0) fails |= FAIL.verified
  return fails
}

function hasOne(column: Uint8Array, at: number, room: number, wanted: Uint8Array): boolean {
  for (let n = at; n < at + room; n++) if (wanted[column[n] as number] === 1) return true
  return false
}

/**
 * How many of a town would be there if it were not for the town: most of the country, in a search of an area. So it goes
 * without a branch that depends on the member: what does not fit makes `out` negative.
 */
function countFitting(
  { active, created, born, traits, limits }: MemberColumns,
  { start, size, open }: Group,
  home: number,
  { bornUntil, bornAfter, rejected, activeSince, createdAfter, asksAge, asksLetters, asksTimes }: Query,
  reach: Int8Array,
): number {
  const youngest = bornUntil < NEVER ? 1 : 0
  let count = size
  const asksAll = asksAge || asksLetters || asksTimes
  const limited = start + open
  for (let slot = asksAll ? start : limited; slot < start + size; slot++) {
    let out = slot < limited ? 0 : (reach[limits[slot] as number] as number) - home
    if (asksLetters) out |= -((traits[slot] as number) & rejected)
    if (asksAge) {
      const birth = born[slot] as number
      out |= (bornUntil - birth) | (birth - bornAfter - 1) | (birth - youngest)
    }
    // Compared and not subtracted: from 2038 on a difference of seconds can be too large for its sign to tell.
    if (asksTimes)
      out |=
        -Number((active[slot] as number) < activeSince) | -Number((created[slot] as number) <= createdAfter)
    count += out >> 31
  }
  return count
}

/** So many are looked at before the loop is let go, if it is time: a small part of that. */
const BITE = 20_000
/** Longer than this nobody waits: they are told, and never that there is nobody. */
const LONGEST_MS = 8000

/**
 * Everyone of the kinds that suit, with those of the first ranks at hand. Others have their turn in between, so a change
 * may be seen by half of it.
 */
export async function scan(
  columns: MemberColumns,
  query: Query,
  { ranks = columns.size, turn = takeTurns() } = {},
): Promise<Matches> {
  const matches = new Matches(ranks + query.hidden.size)
  const began = performance.now()
  let reach = reachIn(columns, query)
  for (const kind of query.kinds) {
    const groups = columns.groups[kind] ?? []
    for (let at = 0; at < groups.length; ) {
      at = scanGroups(columns, groups, at, query, reach, matches)
      if (performance.now() - began > LONGEST_MS) throw new Problem('search.too-long')
      await turn()
      if (reach.length < columns.distinctLimits.size) reach = reachIn(columns, query)
    }
  }
  const hidden = lookAt(columns, query, query.hidden)
  if (hidden) matches.subtract(hidden)
  return matches
}

/** Those of the ids who fit. */
export function matchesAmong(columns: MemberColumns, query: Query, ids: Iterable<number>): number[] {
  const seen = [...ids].filter((id) => !query.hidden.has(id))
  return lookAt(columns, query, seen)?.ids() ?? []
}

/** A look at each of them alone, in one group for all; undefined where none of them is listed among the kinds. */
function lookAt(columns: MemberColumns, query: Query, ids: Iterable<number>): Matches | undefined {
  let looked: { matches: Matches; reach: Int8Array; one: Group } | undefined
  for (const id of ids) {
    const slot = columns.slotOf(id)
    if (slot === undefined) continue
    const { kind, town, hidden } = columns.groupOf(slot)
    if (!query.kinds.includes(kind)) continue
    looked ??= {
      matches: new Matches(columns.size),
      reach: reachIn(columns, query),
      one: { kind, town, hidden, start: slot, size: 1, room: 1, open: 0 },
    }
    looked.one.town = town
    looked.one.hidden = hidden
    looked.one.start = slot
    scanGroups(columns, [looked.one], 0, query, looked.reach, looked.matches)
  }
  return looked?.matches
}

const reachIn = ({ distinctLimits }: MemberColumns, { myTraits, myAge }: Query): Int8Array =>
  distinctLimits.reach(myTraits, myAge)
