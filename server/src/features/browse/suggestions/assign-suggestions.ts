import {
  findReasons,
  isReasonKey,
  type ReasonFacts,
  type ReasonPair,
  sayReason,
} from '@rosella/contract/browse/reasons'
import { NEW_FOR_SECONDS } from '@rosella/contract/browse/rules'
import { ageAt } from '@rosella/contract/member/rules'
import { siteDay } from '@rosella/contract/site-day'
import { sql } from 'kysely'
import { answerOf, type MemberFacts } from '../../../members/member-facts'
import { NO_BAND } from '../../../members/preferences'
import type { Viewer } from '../../../platform/http/viewer'
import type { Services } from '../../../platform/services'
import type { Towns } from '../../../search-index/towns'
import { takeTurns } from '../../../search-index/yield-to-event-loop'
import { findFitting } from '../find-members'
import type { Deps as DepsAssignNow } from '../list-members'
import { makeRequest } from '../search/requests'
import { assignDay, runInTurns, runThrough } from './matching/assign'
import { type Known, type SuggestablePools, suggestablePools } from './matching/candidates'
import type { Assigned } from './matching/offers'
import type { Roster } from './matching/roster'
import {
  AGAIN_AFTER_DAYS,
  RATE_DAYS,
  type RosterRequest,
  readKnown,
  readSmallRoster,
  readWholeRoster,
} from './read-candidates'
import { type DayPicks, storePicks } from './store-picks'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'settings'> & { towns: Towns }

/** Assigned together: more would take memory, fewer would be less fair. */
const TOGETHER = 5000
/** Members whose picks are stored in one transaction. */
const STORED = 200
const nothing: Known = { never: new Set(), lately: new Set(), likedMe: [], passedMe: new Set() }

/**
 * The suggestions of today, for everybody who was here lately and has none yet: region by region and kind by kind. Broken
 * off, it goes on the next time with those who still have none; who opens the page before is given theirs at once
 * (assign-now.ts). In all it takes minutes, but the loop is let go every few milliseconds.
 */
export const assignSuggestions =
  (deps: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    const { db, clock } = deps
    const began = performance.now()
    const now = clock.now()
    const day = siteDay(now)
    if (await isFinished(deps, day)) return
    await purge(deps, day)
    await deps.towns.refresh(db)
    const { photos_min: photosMin } = await deps.settings.current()
    const request: RosterRequest = { now, day, photosMin }
    const turn = takeTurns({ forJob: true })
    const { roster, waiting } = await readWholeRoster(db, request, turn)
    const pools = await runInTurns(suggestablePools(roster, bandsIn(deps.towns)), turn)
    for (const viewers of await inMarkets(roster, deps.towns, waiting, turn)) {
      if (signal.aborted) return
      const assigned = await assignTogether(deps, { roster, pools, viewers, request, turn })
      for (let at = 0; at < assigned.length; at += STORED) {
        if (signal.aborted) return
        await storePicks(deps, day, assigned.slice(at, at + STORED))
      }
    }
    // On the first day of a site there may be nobody yet.
    if (roster.size > 0) await finish(deps, day, (performance.now() - began) / 1000)
  }

const seedOf = (day: string): number => Number(day.replaceAll('-', ''))

interface Together {
  roster: Roster
  pools: SuggestablePools
  viewers: readonly number[]
  request: RosterRequest
  turn: () => Promise<void>
}

const bandsIn = (towns: Towns) => (town: number) => towns.bandsFrom(towns.byId(town) ?? null)

/** Gives picks to some of the roster, together. Nobody to suggest is not stored: somebody may come during the day. */
async function assignTogether(
  { db, towns }: Pick<Deps, 'db' | 'towns'>,
  { roster, pools, viewers, request, turn }: Together,
): Promise<DayPicks[]> {
  const idOf = (slot: number) => roster.ids[slot] as number
  const known = await readKnown(db, viewers.map(idOf), request, turn)
  const steps = assignDay(
    roster,
    pools,
    bandsIn(towns),
    viewers,
    (slot) => known.get(idOf(slot)) ?? nothing,
    seedOf(request.day),
  )
  const assigned = await runInTurns(steps, turn)
  const rows: DayPicks[] = []
  for (const one of assigned) {
    if (one.picks.length > 0) rows.push(asRow(roster, towns, one, request))
    await turn()
  }
  return rows
}

function asRow(roster: Roster, towns: Towns, { viewer, picks }: Assigned, { now }: RosterRequest): DayPicks {
  const bands = towns.bandsFrom(towns.byId(roster.town[viewer] as number) ?? null)
  const reasonsFor = (other: number): string => {
    const band = bands[roster.town[other] as number] ?? NO_BAND
    const [me, them] = [roster.said[viewer], roster.said[other]]
    if (!me || !them) return ''
    return findReasons(reasonPair(me, them, band === NO_BAND ? null : band, now)).join(' ')
  }
  return {
    member_id: roster.ids[viewer] as number,
    others: picks.map(({ other }) => roster.ids[other] as number),
    different: picks.map(({ different }) => different),
    reasons: picks.map(({ other }) => reasonsFor(other)),
    expected: picks.map(({ chance }) => chance * (roster.hereToday[viewer] as number)),
  }
}

/** By state and kind; where that is too many at once, in equal parts by chance. */
async function inMarkets(
  roster: Roster,
  towns: Towns,
  viewers: readonly number[],
  turn: () => Promise<void>,
): Promise<number[][]> {
  const markets = new Map<string, number[]>()
  for (const slot of viewers) {
    const town = towns.byId(roster.town[slot] as number)
    const key = `${town?.country ?? ''} ${town?.state ?? ''} ${roster.kind[slot]}`
    const market = markets.get(key)
    if (market) market.push(slot)
    else markets.set(key, [slot])
    await turn()
  }
  return [...markets.values()].flatMap((market) => {
    const parts = Math.ceil(market.length / TOGETHER)
    return Array.from({ length: parts }, (_, n) => market.filter((_slot, at) => at % parts === n))
  })
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
    from suggestion where day = ${day}::date
    on conflict (day) do update set members = excluded.members, picks = excluded.picks, seconds = excluded.seconds,
      finished_ts = excluded.finished_ts`.execute(db)
}

/** What nobody goes by any more. */
async function purge({ db }: Deps, day: string): Promise<void> {
  await sql`delete from suggestion where day <= ${day}::date - ${AGAIN_AFTER_DAYS}::int`.execute(db)
  await sql`delete from impression where day <= ${day}::date - ${RATE_DAYS}::int`.execute(db)
}

/** So many of those who were here last are looked at. */
const CANDIDATES = 500

/**
 * For one who came after the day's assignment, or before it: a newcomer does not wait until tomorrow. By the same rules,
 * among those who were here last. An admin who acts as the member leaves nothing behind.
 */
export async function assignNow(
  deps: DepsAssignNow,
  viewer: Pick<Viewer, 'id' | 'hidden' | 'impersonator'>,
  day: string,
): Promise<DayPicks | undefined> {
  const request = await makeRequest(deps, viewer, {})
  const candidates = await findFitting(deps, request, CANDIDATES)
  const { now, photosMin } = request
  const roster = await readSmallRoster(deps.db, [viewer.id, ...candidates], { now, day, photosMin })
  const slot = roster.slotOf(viewer.id)
  if (slot === undefined) return undefined
  const pools = runThrough(suggestablePools(roster, bandsIn(deps.towns)))
  const [picks] = await assignTogether(deps, {
    roster,
    pools,
    viewers: [slot],
    request: { now, day, photosMin },
    turn: takeTurns(),
  })
  if (picks && viewer.impersonator === null) await storePicks(deps, day, [picks])
  return picks
}

type Facts = Pick<MemberFacts, 'choices' | 'tags' | 'spoken' | 'birthday' | 'created_ts'>

const codes = (written: string): string[] => (written === '' ? [] : written.split(','))

const reasonFacts = (facts: Facts): ReasonFacts => ({
  goals: answerOf(facts, 'goals'),
  wants_kids: answerOf(facts, 'wants_kids'),
  smoking: answerOf(facts, 'smoking'),
  tags: codes(facts.tags),
  spoken: codes(facts.spoken),
})

export const reasonPair = (me: Facts, other: Facts, band: number | null, now: number): ReasonPair => ({
  me: reasonFacts(me),
  other: reasonFacts(other),
  isNew: other.created_ts > now - NEW_FOR_SECONDS,
  band,
  ageGap:
    me.birthday === null || other.birthday === null
      ? null
      : Math.abs(ageAt(me.birthday, now) - ageAt(other.birthday, now)),
})

/** What was found when the pick was made, as far as it is still true; else what is true now. */
export function sayReasons(keys: string, pair: ReasonPair): string[] {
  const still = keys.split(' ').flatMap((key) => (isReasonKey(key) ? (sayReason(key, pair) ?? []) : []))
  return still.length > 0 ? still : findReasons(pair).flatMap((key) => sayReason(key, pair) ?? [])
}
