import { createHash } from 'node:crypto'
import type { forYou as call } from '@rosella/contract/browse/endpoints'
import { FOR_YOU_TITLE, isMutual } from '@rosella/contract/browse/rules'
import type { ReplyOf } from '@rosella/contract/endpoint'
import { siteDay } from '@rosella/contract/site-day'
import { sql } from 'kysely'
import { type MemberFacts, memberFacts } from '../../../members/member-facts'
import { type FactsAtHome, matchesPreferences } from '../../../members/preferences'
import type { IdSet } from '../../../members/unlisted-members'
import { prepared } from '../../../platform/database/prepared'
import type { Reader } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { countPage } from '../find-members'
import type { ListDeps } from '../list-members'
import { presentCards, readCards } from '../queries'
import { assignNow, reasonPair, reasonTexts } from './assign-suggestions'
import type { DayPicks } from './store-picks'

const AGO = 'last_active_ts'

/**
 * The picks of the day. They stay the same all day, except that members who no longer match both ways are left out:
 * preferences, blocks and pauses may have changed since.
 */
export async function forYou(
  deps: ForYouDeps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
): Promise<ReplyOf<typeof call>> {
  await countPage(deps, viewer)
  const now = deps.clock.now()
  const none = { users: [], ago: AGO, pages: 0, title: FOR_YOU_TITLE, passed: 0 }
  const [me] = await readFacts(deps.db, viewer.id, [viewer.id])
  if (!me || isOptedOut(me)) return none
  const picks = await readPicks(
    deps,
    viewer,
    siteDay(now),
    madeFor(me, await deps.unlisted.of(viewer.id), now),
  )
  const facts = await readFacts(deps.db, viewer.id, [...picks.keys()])
  const matching = new Map(facts.filter((other) => isStillMatch(me, other, now)).map((f) => [f.id, f]))
  const { photos_min: photosMin } = await deps.settings.current()
  const entries = [...picks.keys()].flatMap((id) => {
    const other = matching.get(id)
    return other ? [{ id, ts: other.active_ts }] : []
  })
  const rows = await readCards(deps.db, viewer.id, entries, { photosMin, withTags: true })
  const users = presentCards(deps, viewer.id, rows, { ago: AGO, now }).flatMap((card) => {
    const [pick, other] = [picks.get(card.id), matching.get(card.id)]
    if (!pick || !other) return []
    const { band, agree: agreement } = card
    const reasons = reasonTexts(pick.reasons, reasonPair(me, other, { band, agreement, now }))
    return [{ ...card, reasons, different: pick.different }]
  })
  deps.impressions.shown(
    viewer,
    'for-you',
    users.map(({ id }) => id),
  )
  const passed = facts.filter((other) => other.passed).length
  return { ...none, users, pages: users.length > 0 ? 1 : 0, passed }
}

/** An empty list is assigned again after this time, because members who match may have joined. */
const EMPTY_FOR = 4 * 3600
/** Includes the lists that were assigned again because the member changed something. */
const MOST_TRIES = 12

/** An empty list depends on everything about the member, and on the hours of the day. */
function madeFor({ active_ts: _active, ...me }: ForYouFacts, hidden: IdSet, now: number): string {
  const facts = [me, Math.floor(now / EMPTY_FOR)]
  return createHash('sha256').update(JSON.stringify(facts)).update(hidden.ids).digest('base64url')
}

interface StoredPick {
  different: boolean
  reasons: string
}

type Picks = Pick<DayPicks, 'others' | 'different' | 'reasons'>

/** By id of the suggested member, in order. */
async function readPicks(
  deps: ForYouDeps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  day: string,
  madeFor: string,
): Promise<Map<number, StoredPick>> {
  /** Undefined if the list has to be assigned, now or again. */
  const stored = async (): Promise<Picks | undefined> => {
    const row = await deps.db
      .selectFrom('suggestion')
      .where('member_id', '=', viewer.id)
      .where('day', '=', day)
      .select(['others', 'different', 'reasons', 'made_for', 'tries'])
      .executeTakeFirst()
    const isStale = row?.others.length === 0 && row.made_for !== madeFor && row.tries < MOST_TRIES
    return isStale ? undefined : row
  }
  // Reads again, because the previous assignment may have ended since. Two processes return the list stored first.
  const assign = async () => {
    const known = await stored()
    if (known) return known
    const made = await assignNow(deps, viewer, day, madeFor)
    return viewer.impersonator === null ? await stored() : made
  }
  const row = (await stored()) ?? (await shared(deps.assigning, viewer, assign))
  return new Map(
    (row?.others ?? []).map((id, at) => [
      id,
      { different: row?.different[at] ?? false, reasons: row?.reasons[at] ?? '' },
    ]),
  )
}

/** By member: the assignment that concurrent requests wait for. */
export type Assigning = Map<number, Promise<Picks | undefined>>
export type ForYouDeps = ListDeps & { assigning: Assigning }

function shared(
  assigning: Assigning,
  { id, impersonator }: Pick<Viewer, 'id' | 'impersonator'>,
  assign: () => Promise<Picks | undefined>,
): Promise<Picks | undefined> {
  if (impersonator !== null) return assign()
  const running = assigning.get(id) ?? assign().finally(() => assigning.delete(id))
  assigning.set(id, running)
  return running
}

type ForYouFacts = MemberFacts &
  FactsAtHome & { paused: boolean; no_suggestions: boolean; closed_to_me: boolean | null; passed: boolean }

const byIds = prepared(
  (viewerId: number, ids: readonly number[]) => sql<ForYouFacts>`
    select f.id, f.gender, f.interested, f.town_id, f.town_hidden, f.birthday, f.created_ts, f.active_ts, f.ndp,
      f.verified_ts, f.choices, f.height, f.spoken, f.tags, f.age_min, f.age_max, f.distance, f.answered_only, f.accepts,
      f.paused, m.no_suggestions, t.latitude, t.longitude, r.closed_to_me,
      r.not_interested_ts is not null as passed
    from ${memberFacts} f join member m on m.id = f.id left join town t on t.id = f.town_id
    left join relation r on r.me = ${viewerId} and r.other = f.id
    where f.id = any(${ids}::bigint[])`,
)
const readFacts = (db: Reader, viewerId: number, ids: readonly number[]): Promise<ForYouFacts[]> =>
  ids.length === 0 ? Promise.resolve([]) : byIds(db, viewerId, ids)

/** A member who opts out neither gets suggestions nor is suggested. */
const isOptedOut = ({ paused, no_suggestions }: ForYouFacts): boolean => paused || no_suggestions

/** Blocks, hidden members and "not interested" are checked when the cards are read. */
const isStillMatch = (me: ForYouFacts, other: ForYouFacts, now: number): boolean =>
  !isOptedOut(other) &&
  other.closed_to_me !== true &&
  isMutual(me, other) &&
  matchesPreferences(me, other, now) &&
  matchesPreferences(other, me, now)
