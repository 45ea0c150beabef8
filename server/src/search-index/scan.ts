import { FAR_BAND, NO_BAND } from '../members/preferences'
import { Problem } from '../platform/problem'
import { type Group, type MemberColumns, SPOKEN, TAGS } from './columns'
import { FAIL, NEVER, type Query } from './compile-query'
import { Matches, SEVERAL_WORDS } from './matches'
import { takeTurns } from './yield-to-event-loop'

/** Above any time: a nearer band comes first, whoever was active last within one. */
const BAND = 2 ** 33

/** One going through the columns, and what it finds. */
interface Look {
  columns: MemberColumns
  query: Query
  /** How far away others' preferences take in the seeker, by the number of the preferences. */
  reach: Int8Array
  /** Whether those are counted whose town alone is wrong. */
  countsElsewhere: boolean
  matches: Matches
}

const openLook = (
  columns: MemberColumns,
  query: Query,
  matches: Matches,
  countsElsewhere: boolean,
): Look => ({ columns, query, reach: reachIn(columns, query), countsElsewhere, matches })

const reachIn = ({ distinctPreferences }: MemberColumns, { myTraits, myAge }: Query): Int8Array =>
  distinctPreferences.reach(myTraits, myAge)

/**
 * Goes through whole groups until about BITE members were looked at, and tells where to go on. Towns are many and most
 * are small, so everything that is the same for all of one is judged once.
 */
function scanGroups(look: Look, groups: readonly Group[], from: number): number {
  const { query, countsElsewhere, matches } = look
  const { homeBands, bands, states, lastBand, sort, asksNothing } = query
  let left = BITE
  let at = from
  for (; at < groups.length && left > 0; at++) {
    const { town, hidden, start, size, anywhere } = groups[at] as Group
    left--
    const isKnown = !hidden && town !== 0
    const band = isKnown ? (bands[town] ?? NO_BAND) : NO_BAND
    let elsewhere = lastBand < NO_BAND && band > lastBand ? FAIL.distance : 0
    if (states && states[town] !== 1) elsewhere |= FAIL.state
    if (elsewhere !== 0 && (!countsElsewhere || failsTwo(elsewhere))) continue
    left -= size
    const home = isKnown ? (homeBands[town] ?? NO_BAND) : NO_BAND
    const end = start + (home < FAR_BAND ? size : anywhere)
    const above = sort === 'distance' ? (NO_BAND - band) * BAND : 0
    if (elsewhere !== 0) matches.addWithout(elsewhere, countFitting(look, start, end, home))
    else if (asksNothing) addAll(look, start, end, home, above)
    else addFitting(look, start, end, home, above)
  }
  return at
}

/** Whoever fails two filters is nobody's concern. */
const failsTwo = (fails: number): boolean => (fails & (fails - 1)) !== 0

/** Those of a town who fit, and those who nearly do. */
function addFitting(
  { columns, query, reach, matches }: Look,
  start: number,
  end: number,
  home: number,
  above: number,
): void {
  const { ids, active, created, changed, born, traits, preferences, height: heights } = columns
  const firstTraits = traits[0] as Int32Array
  const firstRejected = query.rejected[0] as number
  const { bornUntil, bornAfter, rejected, asksMoreWords, activeSince, createdAfter, heightMin, heightMax } =
    query
  const { asksLetters, asksAge, asksTimes, asksChanged, asksHeight, asksMore, noHeight, relaxing } = query
  const { changedAfter } = query
  const times = query.sort === 'newest' ? created : active
  for (let slot = start; slot < end; slot++) {
    if (home > (reach[preferences[slot] as number] as number)) continue
    if (asksChanged && (changed[slot] as number) <= changedAfter) continue
    let fails = 0
    const first = asksLetters ? (firstTraits[slot] as number) & firstRejected : 0
    const letters = asksMoreWords ? first | rejectedBeyond(columns, slot, rejected) : first
    if (letters !== 0 && !relaxing) continue
    if (asksAge) {
      const birth = born[slot] as number
      if (birth > bornUntil || (birth === 0 && bornUntil < NEVER)) fails |= FAIL.age_min
      if (birth <= bornAfter) fails |= FAIL.age_max
    }
    if (asksTimes) {
      if ((active[slot] as number) < activeSince) fails |= FAIL.active_days
      if ((created[slot] as number) <= createdAfter) fails |= FAIL.new
    }
    if (fails !== 0 && (letters !== 0 || failsTwo(fails) || !relaxing)) continue
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
    if ((fails | letters | unanswered) === 0)
      matches.add(ids[slot] as number, above + (times[slot] as number))
    else if (relaxing)
      matches.addNearly(fails, letters, unanswered, letters === first ? 0 : wordOf(columns, slot, rejected))
  }
}

/** The rejected answers of all words but the first, together. */
function rejectedBeyond({ traits }: MemberColumns, slot: number, rejected: readonly number[]): number {
  let letters = 0
  for (let n = 1; n < traits.length; n++)
    letters |= ((traits[n] as Int32Array)[slot] as number) & (rejected[n] as number)
  return letters
}

/** The only word with a rejected answer, or SEVERAL_WORDS. */
function wordOf({ traits }: MemberColumns, slot: number, rejected: readonly number[]): number {
  const words = traits.flatMap((bits, n) =>
    ((bits[slot] as number) & (rejected[n] as number)) === 0 ? [] : [n],
  )
  return words.length === 1 ? (words[0] as number) : SEVERAL_WORDS
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

/** Whether one of the codes is wanted; after the last of a member's there are zeros. */
function hasOne(column: Uint8Array, at: number, room: number, wanted: Uint8Array): boolean {
  for (let n = at; n < at + room; n++) {
    const code = column[n] as number
    if (code === 0) return false
    if (wanted[code] === 1) return true
  }
  return false
}

/** All of a town whose preferences take in the seeker, where nothing else is asked: twice as fast as asking in vain. */
function addAll(
  { columns, query, reach, matches }: Look,
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
 * How many of a town would be there if it were not for the town: most of the country, in a search of an area. So it goes
 * without a branch that depends on the member: what does not fit makes `out` negative.
 */
function countFitting({ columns, query, reach }: Look, start: number, end: number, home: number): number {
  const { active, created, born, traits, preferences } = columns
  const firstTraits = traits[0] as Int32Array
  const firstRejected = query.rejected[0] as number
  const { bornUntil, bornAfter, rejected, asksMoreWords, activeSince, createdAfter } = query
  const { asksAge, asksLetters, asksTimes, asksHeight, asksMore } = query
  const youngest = bornUntil < NEVER ? 1 : 0
  const asksRest = asksHeight || asksMore
  let count = end - start
  for (let slot = start; slot < end; slot++) {
    let out = (reach[preferences[slot] as number] as number) - home
    if (asksLetters) out |= -((firstTraits[slot] as number) & firstRejected)
    if (asksMoreWords)
      for (let n = 1; n < traits.length; n++)
        out |= -(((traits[n] as Int32Array)[slot] as number) & (rejected[n] as number))
    if (asksAge) {
      const birth = born[slot] as number
      out |= (bornUntil - birth) | (birth - bornAfter - 1) | (birth - youngest)
    }
    // Compared and not subtracted: from 2038 on a difference of seconds can be too large for its sign to tell.
    if (asksTimes)
      out |=
        -Number((active[slot] as number) < activeSince) | -Number((created[slot] as number) <= createdAfter)
    if (asksRest && out >= 0 && !fitsRest(columns, slot, query)) out = -1
    count += out >> 31
  }
  return count
}

function fitsRest(columns: MemberColumns, slot: number, query: Query): boolean {
  const height = columns.height[slot] as number
  const isTall = height === 0 ? query.noHeight === 0 : height >= query.heightMin && height <= query.heightMax
  return isTall && failsMore(columns, slot, query) === 0
}

/** Everyone of a kind whose preferences take in the seeker, wherever they live. */
function countTakingIn({ columns, query, reach }: Look, kind: number): number {
  const { preferences } = columns
  const numbers = columns.anywhere[kind] as Int32Array
  let count = 0
  for (let set = 0; set < reach.length; set++) if ((reach[set] as number) >= 0) count += numbers[set] ?? 0
  for (const { town, hidden, start, size, anywhere } of columns.groups[kind] ?? []) {
    const home = hidden ? NO_BAND : (query.homeBands[town] ?? NO_BAND)
    if (home >= FAR_BAND) continue
    for (let slot = start + anywhere; slot < start + size; slot++)
      if (home <= (reach[preferences[slot] as number] as number)) count++
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
  const { relaxing, onlyTown } = query
  const matches = new Matches(ranks + query.hidden.size)
  const countsByPreferences = relaxing && onlyTown !== 0
  const look = openLook(columns, query, matches, relaxing && !countsByPreferences)
  let everywhere = 0
  const began = performance.now()
  for (const kind of query.kinds) {
    const groups = columns.groups[kind] ?? []
    for (let at = 0; at < groups.length; ) {
      at = scanGroups(look, groups, at)
      if (performance.now() - began > LONGEST_MS) throw new Problem('search.too-long')
      await turn()
      if (look.reach.length < columns.distinctPreferences.size) look.reach = reachIn(columns, query)
    }
    if (countsByPreferences) everywhere += countTakingIn(look, kind)
  }
  if (countsByPreferences) matches.addWithout(onlyTown, Math.max(0, everywhere - matches.total))
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
  let looked: { look: Look; one: Group } | undefined
  for (const id of ids) {
    const slot = columns.slotOf(id)
    if (slot === undefined) continue
    const { kind, town, hidden } = columns.groupOf(slot)
    if (!query.kinds.includes(kind)) continue
    looked ??= {
      look: openLook(columns, query, new Matches(columns.size), query.relaxing),
      one: { kind, town, hidden, start: slot, size: 1, room: 1, anywhere: 1 },
    }
    looked.one.town = town
    looked.one.hidden = hidden
    looked.one.start = slot
    scanGroups(looked.look, [looked.one], 0)
  }
  return looked?.look.matches
}
