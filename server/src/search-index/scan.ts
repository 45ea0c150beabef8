import { FAR_BAND, NO_BAND } from '../members/preferences'
import { Problem } from '../platform/problem'
import { type Group, type MemberColumns, SPOKEN, TAGS } from './columns'
import { MISMATCH, NEVER, type Query } from './compile-query'
import { Matches, SEVERAL_WORDS } from './matches'
import { createYielder } from './yield-to-event-loop'

/** Larger than any time, so that nearer bands come first, and within a band the most recently active member. */
const BAND = 2 ** 33

/** One pass through the columns. */
interface ScanState {
  columns: MemberColumns
  query: Query
  /** By number of preferences: the last distance band in which they accept the seeker. */
  reach: Int8Array
  /** Whether to count members whose town is the only mismatch. */
  countsElsewhere: boolean
  matches: Matches
}

const openScan = (
  columns: MemberColumns,
  query: Query,
  matches: Matches,
  countsElsewhere: boolean,
): ScanState => ({ columns, query, reach: reachIn(columns, query), countsElsewhere, matches })

const reachIn = ({ distinctPreferences }: MemberColumns, { ownChoiceBits, ownAge }: Query): Int8Array =>
  distinctPreferences.reach(ownChoiceBits, ownAge)

/**
 * Scans whole groups until it has visited about CHUNK members, and returns the next group. There are many small
 * towns, so everything that is the same for a whole town is checked once.
 */
function scanGroups(state: ScanState, groups: readonly Group[], from: number): number {
  const { query, countsElsewhere, matches } = state
  const { homeBands, bands, states, lastBand, sort, filtersByTownOnly } = query
  let left = CHUNK
  let at = from
  for (; at < groups.length && left > 0; at++) {
    const { town, hidden, start, size, anyDistance } = groups[at] as Group
    left--
    const isKnown = !hidden && town !== 0
    const band = isKnown ? (bands[town] ?? NO_BAND) : NO_BAND
    let elsewhere = lastBand < NO_BAND && band > lastBand ? MISMATCH.distance : 0
    if (states && states[town] !== 1) elsewhere |= MISMATCH.state
    if (elsewhere !== 0 && (!countsElsewhere || hasTwoMismatches(elsewhere))) continue
    left -= size
    const home = isKnown ? (homeBands[town] ?? NO_BAND) : NO_BAND
    const end = start + (home < FAR_BAND ? size : anyDistance)
    const above = sort === 'distance' ? (NO_BAND - band) * BAND : 0
    if (elsewhere !== 0) matches.addWithoutFilter(elsewhere, countMatches(state, start, end, home))
    else if (filtersByTownOnly && sort !== 'match') addAll(state, start, end, home, above)
    else addMatches(state, start, end, home, above)
  }
  return at
}

/** Only a single mismatch can be a near miss. */
const hasTwoMismatches = (mismatches: number): boolean => (mismatches & (mismatches - 1)) !== 0

/** Adds the matches and near misses of a town. */
function addMatches(
  { columns, query, reach, matches }: ScanState,
  start: number,
  end: number,
  home: number,
  above: number,
): void {
  const { ids, active, created, changed, born, choiceBits, preferences, height: heights } = columns
  const firstChoiceBits = choiceBits[0] as Int32Array
  const firstRejected = query.rejected[0] as number
  const {
    bornUntil,
    bornAfter,
    rejected,
    filtersByLaterWords,
    activeSince,
    createdAfter,
    heightMin,
    heightMax,
  } = query
  const {
    filtersByChoice,
    filtersByAge,
    filtersByTime,
    filtersByChange,
    filtersByHeight,
    filtersByOther,
    noHeight,
    countNearMisses,
  } = query
  const { changedAfter } = query
  const times = query.sort === 'newest' ? created : active
  for (let slot = start; slot < end; slot++) {
    if (home > (reach[preferences[slot] as number] as number)) continue
    if (filtersByChange && (changed[slot] as number) <= changedAfter) continue
    let mismatches = 0
    const first = filtersByChoice ? (firstChoiceBits[slot] as number) & firstRejected : 0
    const choices = filtersByLaterWords ? first | laterMismatches(columns, slot, rejected) : first
    if (choices !== 0 && !countNearMisses) continue
    if (filtersByAge) {
      const birth = born[slot] as number
      if (birth > bornUntil || (birth === 0 && bornUntil < NEVER)) mismatches |= MISMATCH.age_min
      if (birth <= bornAfter) mismatches |= MISMATCH.age_max
    }
    if (filtersByTime) {
      if ((active[slot] as number) < activeSince) mismatches |= MISMATCH.active_days
      if ((created[slot] as number) <= createdAfter) mismatches |= MISMATCH.new
    }
    if (mismatches !== 0 && (choices !== 0 || hasTwoMismatches(mismatches) || !countNearMisses)) continue
    if (filtersByOther) mismatches |= otherMismatches(columns, slot, query)
    let unanswered = 0
    if (filtersByHeight) {
      const height = heights[slot] as number
      if (height === 0) unanswered = noHeight
      else {
        if (height < heightMin) mismatches |= MISMATCH.height_min
        if (height > heightMax) mismatches |= MISMATCH.height_max
      }
    }
    if ((mismatches | choices | unanswered) === 0)
      matches.add(
        ids[slot] as number,
        above + matchRank(query, ids[slot] as number) * BAND + (times[slot] as number),
      )
    else if (countNearMisses)
      matches.addNearMiss(
        mismatches,
        choices,
        unanswered,
        choices === first ? 0 : mismatchedWord(columns, slot, rejected),
      )
  }
}

/** -1 without a match, which is less than any. */
const matchWith = ({ agreementWith }: Query, id: number): number => agreementWith?.(id).match ?? -1

/** In a search sorted by match: the highest first, then everybody without one. */
const matchRank = (query: Query, id: number): number =>
  query.sort === 'match' ? matchWith(query, id) + 1 : 0

/** The rejected answers of all words after the first, combined. */
function laterMismatches({ choiceBits }: MemberColumns, slot: number, rejected: readonly number[]): number {
  let choices = 0
  for (let n = 1; n < choiceBits.length; n++)
    choices |= ((choiceBits[n] as Int32Array)[slot] as number) & (rejected[n] as number)
  return choices
}

/** The only word with a rejected answer, or SEVERAL_WORDS. */
function mismatchedWord({ choiceBits }: MemberColumns, slot: number, rejected: readonly number[]): number {
  const words = choiceBits.flatMap((bits, n) =>
    ((bits[slot] as number) & (rejected[n] as number)) === 0 ? [] : [n],
  )
  return words.length === 1 ? (words[0] as number) : SEVERAL_WORDS
}

function otherMismatches(columns: MemberColumns, slot: number, query: Query): number {
  let mismatches = 0
  if (query.spoken && !hasOne(columns.spoken, slot * SPOKEN, SPOKEN, query.spoken))
    mismatches |= MISMATCH.spoken
  if (query.tags && !hasOne(columns.tags, slot * TAGS, TAGS, query.tags)) mismatches |= MISMATCH.tags
  if (query.online && !query.online.has(columns.ids[slot] as number)) mismatches |= MISMATCH.online
  if (query.prompts && columns.prompts[slot] === 0) mismatches |= MISMATCH.prompts
  if (query.verified && columns.verified[slot] === 0) mismatches |= MISMATCH.verified
  if (query.matchMin > 0 && matchWith(query, columns.ids[slot] as number) < query.matchMin)
    mismatches |= MISMATCH.match_min
  return mismatches
}

/** Whether the member has one of the wanted codes. Zeros follow the member's last code. */
function hasOne(column: Uint8Array, at: number, room: number, wanted: Uint8Array): boolean {
  for (let n = at; n < at + room; n++) {
    const code = column[n] as number
    if (code === 0) return false
    if (wanted[code] === 1) return true
  }
  return false
}

/** Adds everyone in a town whose preferences accept the seeker. Twice as fast as addMatches without filters. */
function addAll(
  { columns, query, reach, matches }: ScanState,
  start: number,
  end: number,
  home: number,
  above: number,
): void {
  const { ids, preferences } = columns
  const times = query.sort === 'newest' ? columns.created : columns.active
  let { total, lowest } = matches
  for (let slot = start; slot < end; slot++) {
    if (home > (reach[preferences[slot] as number] as number)) continue
    const key = above + (times[slot] as number)
    total++
    if (key >= lowest) lowest = matches.keep(ids[slot] as number, key)
  }
  matches.total = total
}

/**
 * How many members of a town match everything except the town. A search of an area calls this for most of the
 * country, so the loop has no branch that depends on the member: a mismatch makes `out` negative.
 */
function countMatches(
  { columns, query, reach }: ScanState,
  start: number,
  end: number,
  home: number,
): number {
  const { active, created, born, choiceBits, preferences } = columns
  const firstChoiceBits = choiceBits[0] as Int32Array
  const firstRejected = query.rejected[0] as number
  const { bornUntil, bornAfter, rejected, filtersByLaterWords, activeSince, createdAfter } = query
  const { filtersByAge, filtersByChoice, filtersByTime, filtersByHeight, filtersByOther } = query
  const youngest = bornUntil < NEVER ? 1 : 0
  const filtersByRest = filtersByHeight || filtersByOther
  let count = end - start
  for (let slot = start; slot < end; slot++) {
    let out = (reach[preferences[slot] as number] as number) - home
    if (filtersByChoice) out |= -((firstChoiceBits[slot] as number) & firstRejected)
    if (filtersByLaterWords)
      for (let n = 1; n < choiceBits.length; n++)
        out |= -(((choiceBits[n] as Int32Array)[slot] as number) & (rejected[n] as number))
    if (filtersByAge) {
      const birth = born[slot] as number
      out |= (bornUntil - birth) | (birth - bornAfter - 1) | (birth - youngest)
    }
    // Compared instead of subtracted, because from 2038 on a difference in seconds can overflow the sign bit.
    if (filtersByTime)
      out |=
        -Number((active[slot] as number) < activeSince) | -Number((created[slot] as number) <= createdAfter)
    if (filtersByRest && out >= 0 && !matchesRest(columns, slot, query)) out = -1
    count += out >> 31
  }
  return count
}

function matchesRest(columns: MemberColumns, slot: number, query: Query): boolean {
  const height = columns.height[slot] as number
  const isTall = height === 0 ? query.noHeight === 0 : height >= query.heightMin && height <= query.heightMax
  return isTall && otherMismatches(columns, slot, query) === 0
}

/** How many members of an orientation accept the seeker, wherever they live. */
function countAccepting({ columns, query, reach }: ScanState, orientation: number): number {
  const { preferences } = columns
  const counts = columns.anyDistanceCounts[orientation] as Int32Array
  let count = 0
  for (let set = 0; set < reach.length; set++) if ((reach[set] as number) >= 0) count += counts[set] ?? 0
  for (const { town, hidden, start, size, anyDistance } of columns.groups[orientation] ?? []) {
    const home = hidden ? NO_BAND : (query.homeBands[town] ?? NO_BAND)
    if (home >= FAR_BAND) continue
    for (let slot = start + anyDistance; slot < start + size; slot++)
      if (home <= (reach[preferences[slot] as number] as number)) count++
  }
  return count
}

/** Members visited between two checks of the clock. They take a small part of the time allowed between two yields. */
const CHUNK = 20_000
/** The same for members who are visited one by one. */
const ID_CHUNK = 5000
/** A search that takes longer fails, because an incomplete result would mislead. */
const LONGEST_MS = 8000

/**
 * Visits everyone whose orientation is mutual and keeps the members with the first `ranks`. It yields to the event
 * loop, so a change during the scan may affect only a part of it.
 */
export async function scan(
  columns: MemberColumns,
  query: Query,
  { ranks = columns.size, yieldToEventLoop = createYielder() } = {},
): Promise<Matches> {
  const { countNearMisses, soleTownFilter } = query
  const matches = new Matches(ranks, query.hidden)
  const countsByPreferences = countNearMisses && soleTownFilter !== 0
  const state = openScan(columns, query, matches, countNearMisses && !countsByPreferences)
  let everywhere = 0
  const began = performance.now()
  for (const orientation of query.orientations) {
    const groups = columns.groups[orientation] ?? []
    for (let at = 0; at < groups.length; ) {
      at = scanGroups(state, groups, at)
      if (performance.now() - began > LONGEST_MS) throw new Problem('search.too-long')
      await yieldToEventLoop()
      if (state.reach.length < columns.distinctPreferences.size) state.reach = reachIn(columns, query)
    }
    if (countsByPreferences) everywhere += countAccepting(state, orientation)
  }
  if (countsByPreferences) matches.addWithoutFilter(soleTownFilter, Math.max(0, everywhere - matches.total))
  const hidden = await scanIds(columns, query, query.hidden.ids, yieldToEventLoop)
  if (hidden) matches.subtract(hidden)
  return matches
}

/** The given ids that match. */
export async function matchesAmong(
  columns: MemberColumns,
  query: Query,
  ids: Iterable<number>,
): Promise<number[]> {
  const visible = Uint32Array.from(ids).filter((id) => !query.hidden.has(id))
  return (await scanIds(columns, query, visible, createYielder()))?.ids() ?? []
}

/** Scans each of these members as a group of one. Undefined if none is in the index with a mutual orientation. */
async function scanIds(
  columns: MemberColumns,
  query: Query,
  ids: Uint32Array,
  yieldToEventLoop: () => Promise<void>,
): Promise<Matches | undefined> {
  let single: { state: ScanState; group: Group } | undefined
  for (let n = 0; n < ids.length; n++) {
    if (n > 0 && n % ID_CHUNK === 0) {
      await yieldToEventLoop()
      if (single && single.state.reach.length < columns.distinctPreferences.size)
        single.state.reach = reachIn(columns, query)
    }
    const slot = columns.slotOf(ids[n] as number)
    if (slot === undefined) continue
    const { orientation, town, hidden } = columns.groupOf(slot)
    if (!query.orientations.includes(orientation)) continue
    single ??= {
      state: openScan(columns, query, new Matches(columns.size), query.countNearMisses),
      group: { orientation, town, hidden, start: slot, size: 1, capacity: 1, anyDistance: 1 },
    }
    single.group.town = town
    single.group.hidden = hidden
    single.group.start = slot
    scanGroups(single.state, [single.group], 0)
  }
  return single?.state.matches
}
