import {
  findReasons,
  isReasonKey,
  type ReasonFacts,
  type ReasonPair,
  reasonText,
} from '@rosella/contract/browse/reasons'
import { NEW_FOR_SECONDS } from '@rosella/contract/browse/rules'
import { ageAt } from '@rosella/contract/member/rules'
import { siteDay } from '@rosella/contract/site-day'
import { sql } from 'kysely'
import { answerOf } from '../../../members/member-facts'
import { NO_BAND } from '../../../members/preferences'
import { purge } from '../../../platform/database/purge'
import type { Viewer } from '../../../platform/http/viewer'
import type { Services } from '../../../platform/services'
import type { MemberIndex } from '../../../search-index/member-index'
import type { Towns } from '../../../search-index/towns'
import { createYielder } from '../../../search-index/yield-to-event-loop'
import { findIds } from '../find-members'
import type { Deps as BrowseDeps } from '../list-members'
import { makeRequest } from '../search/requests'
import { latestWeights, weightsOfDay } from './learn-from-lists'
import { assignDay, drain, drainYielding } from './matching/assign'
import type { CandidateTable, ReasonInput } from './matching/candidate-table'
import { type KnownRelations, type SuggestablePools, suggestablePools } from './matching/find-candidates'
import type { Assignment } from './matching/matching'
import {
  AGAIN_AFTER_DAYS,
  type CandidateRequest,
  RATE_DAYS,
  readCandidateTable,
  readFullCandidateTable,
  readKnown,
} from './read-candidates'
import { type DayPicks, storePicks } from './store-picks'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'settings'> & AnswersAndTowns

interface AnswersAndTowns {
  towns: Towns
  memberIndex: Pick<MemberIndex, 'answers'>
}

/** The most members assigned together. More would need too much memory, fewer would be less fair. */
const GROUP_SIZE = 5000
/** Members whose picks are stored in one transaction. */
const STORE_CHUNK = 50
const nothing: KnownRelations = { never: new Set(), recent: new Set(), likedMe: [], passedMe: new Set() }

/**
 * Assigns today's suggestions to every recently active member who has none yet, by state and orientation. If it is
 * aborted, the next run continues with the remaining members; a member who opens the page before gets theirs from
 * assignNow. It takes minutes in total and yields to the event loop every few milliseconds.
 */
export const assignSuggestions =
  (deps: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    const { db, clock } = deps
    const began = performance.now()
    const now = clock.now()
    const day = siteDay(now)
    if (await isFinished(deps, day)) return
    await deleteOldRows(deps, day)
    await deps.towns.refresh(db)
    const { photos_min: photosMin } = await deps.settings.current()
    const request: CandidateRequest = { now, day, photosMin }
    const yieldToEventLoop = createYielder({ forJob: true })
    const { table, viewers: all } = await readFullCandidateTable(db, request, yieldToEventLoop)
    const bandsFrom = bandsIn(deps.towns)
    table.weights = await weightsOfDay(db, { table, bandsFrom, viewers: all, request, yieldToEventLoop })
    const pools = await drainYielding(suggestablePools(table, bandsFrom), yieldToEventLoop)
    for (const groups of await groupViewers(table, deps.towns, all, yieldToEventLoop)) {
      if (signal.aborted) return
      const assigned = await assignGroups(deps, { table, pools, groups, request, yieldToEventLoop })
      for (let at = 0; at < assigned.length; at += STORE_CHUNK) {
        if (signal.aborted) return
        await storePicks(deps, day, assigned.slice(at, at + STORE_CHUNK))
      }
    }
    // On the first day of a site there may be no members yet.
    if (table.size > 0) await finish(deps, day, (performance.now() - began) / 1000)
  }

const seedOf = (day: string): number => Number(day.replaceAll('-', ''))

interface GroupsToAssign {
  table: CandidateTable
  pools: SuggestablePools
  groups: readonly (readonly number[])[]
  request: CandidateRequest
  yieldToEventLoop: () => Promise<void>
}

const bandsIn = (towns: Towns) => (town: number) => towns.bandsFrom(towns.byId(town) ?? null)

/** Assigns picks to groups of viewers, one group after the other, without those who get none. */
async function assignGroups(
  { db, towns, memberIndex }: AnswersAndTowns & Pick<Deps, 'db'>,
  { table, pools, groups, request, yieldToEventLoop }: GroupsToAssign,
): Promise<DayPicks[]> {
  const idOf = (slot: number) => table.ids[slot] as number
  const known = await readKnown(db, groups.flat().map(idOf), request, yieldToEventLoop)
  const knownFor = (slot: number) => known.get(idOf(slot)) ?? nothing
  const rows: DayPicks[] = []
  for (const viewers of groups) {
    const steps = assignDay(table, pools, bandsIn(towns), viewers, knownFor, seedOf(request.day))
    for (const one of await drainYielding(steps, yieldToEventLoop)) {
      if (one.picks.length > 0) rows.push(asRow(table, { towns, memberIndex }, one, request))
      await yieldToEventLoop()
    }
  }
  return rows
}

function asRow(
  table: CandidateTable,
  { towns, memberIndex }: AnswersAndTowns,
  { viewer, picks }: Assignment,
  { now }: CandidateRequest,
): DayPicks {
  const bands = towns.bandsFrom(towns.byId(table.town[viewer] as number) ?? null)
  const idOf = (slot: number) => table.ids[slot] as number
  const agreementWith = memberIndex.answers.between(
    idOf(viewer),
    picks.map(({ other }) => idOf(other)),
  )
  const reasonsFor = (other: number): string => {
    const band = bands[table.town[other] as number] ?? NO_BAND
    const [me, them] = [table.reasonInputs[viewer], table.reasonInputs[other]]
    if (!me || !them) return ''
    const agreement = agreementWith(idOf(other))
    const pair = reasonPair(me, them, { band: band === NO_BAND ? null : band, agreement, now })
    return findReasons(pair).join(' ')
  }
  return {
    member_id: idOf(viewer),
    others: picks.map(({ other }) => idOf(other)),
    different: picks.map(({ different }) => different),
    reasons: picks.map(({ other }) => reasonsFor(other)),
    expected: picks.map(({ chance }) => chance * (table.attendanceToday[viewer] as number)),
  }
}

/**
 * Groups viewers by state and orientation, and splits large groups into equal parts. Small groups come together,
 * because reading and storing each of them alone takes longer than the assignment.
 */
async function groupViewers(
  table: CandidateTable,
  towns: Towns,
  viewers: readonly number[],
  yieldToEventLoop: () => Promise<void>,
): Promise<number[][][]> {
  const groups = new Map<string, number[]>()
  for (const slot of viewers) {
    const town = towns.byId(table.town[slot] as number)
    const key = `${town?.country ?? ''} ${town?.state ?? ''} ${table.orientation[slot]}`
    const group = groups.get(key)
    if (group) group.push(slot)
    else groups.set(key, [slot])
    await yieldToEventLoop()
  }
  const parts = [...groups.values()].flatMap((group) => {
    const count = Math.ceil(group.length / GROUP_SIZE)
    return Array.from({ length: count }, (_, n) => group.filter((_slot, at) => at % count === n))
  })
  const together: number[][][] = []
  let size = GROUP_SIZE
  for (const part of parts) {
    size += part.length
    if (size > GROUP_SIZE) {
      together.push([])
      size = part.length
    }
    together.at(-1)?.push(part)
  }
  return together
}

async function isFinished({ db }: Deps, day: string): Promise<boolean> {
  const row = await db
    .selectFrom('suggestion_day')
    .where('day', '=', day)
    .select('finished_ts')
    .executeTakeFirst()
  return row !== undefined && row.finished_ts !== null
}

async function finish({ db, clock }: Deps, day: string, seconds: number): Promise<void> {
  await sql`
    insert into suggestion_day (day, members, picks, seconds, finished_ts)
    select ${day}::date, count(*), coalesce(sum(cardinality(others)), 0), ${seconds}, ${clock.now()}
    from suggestion where day = ${day}::date and others <> '{}'
    on conflict (day) do update set members = excluded.members, picks = excluded.picks, seconds = excluded.seconds,
      finished_ts = excluded.finished_ts`.execute(db)
}

const deleteOldRows = (deps: Deps, day: string): Promise<void> =>
  purge(deps, undefined, [
    { table: 'suggestion', where: sql`day <= ${day}::date - ${AGAIN_AFTER_DAYS}::int` },
    { table: 'impression', where: sql`day <= ${day}::date - ${RATE_DAYS}::int` },
  ])

/** assignNow considers this many of the most recently active members. */
const CANDIDATES = 500

/**
 * Assigns suggestions to one member who has none today, so that a newcomer does not wait until tomorrow. The same rules
 * apply, among the most recently active members. An empty list is stored too. Nothing is stored during impersonation.
 */
export async function assignNow(
  deps: BrowseDeps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  day: string,
  madeFor: string,
): Promise<DayPicks> {
  const request = await makeRequest(deps, viewer, {})
  const candidates = await findIds(deps, request, CANDIDATES)
  const { now, photosMin } = request
  const table = await readCandidateTable(deps.db, [viewer.id, ...candidates], { now, day, photosMin })
  table.weights = await latestWeights(deps.db)
  const slot = table.slotOf(viewer.id)
  const empty: DayPicks = { member_id: viewer.id, others: [], different: [], reasons: [], expected: [] }
  const [picks = empty] = await assignGroups(deps, {
    table,
    pools: drain(suggestablePools(table, bandsIn(deps.towns))),
    groups: slot === undefined || candidates.length === 0 ? [] : [[slot]],
    request: { now, day, photosMin },
    yieldToEventLoop: createYielder(),
  })
  if (viewer.impersonator === null) await storePicks(deps, day, [picks], madeFor)
  return picks
}

const codes = (written: string): string[] => (written === '' ? [] : written.split(','))

const reasonFacts = (facts: ReasonInput): ReasonFacts => ({
  goals: answerOf(facts, 'goals'),
  wants_kids: answerOf(facts, 'wants_kids'),
  smoking: answerOf(facts, 'smoking'),
  tags: codes(facts.tags),
  spoken: codes(facts.spoken),
})

export const reasonPair = (
  me: ReasonInput,
  other: ReasonInput,
  { band, agreement, now }: Pick<ReasonPair, 'band' | 'agreement'> & { now: number },
): ReasonPair => ({
  me: reasonFacts(me),
  other: reasonFacts(other),
  isNew: other.created_ts > now - NEW_FOR_SECONDS,
  band,
  agreement,
  ageGap:
    me.birthday === null || other.birthday === null
      ? null
      : Math.abs(ageAt(me.birthday, now) - ageAt(other.birthday, now)),
})

/** The stored reasons that are still true, or else the reasons that are true now. */
export function reasonTexts(keys: string, pair: ReasonPair): string[] {
  const still = keys.split(' ').flatMap((key) => (isReasonKey(key) ? (reasonText(key, pair) ?? []) : []))
  return still.length > 0 ? still : findReasons(pair).flatMap((key) => reasonText(key, pair) ?? [])
}
