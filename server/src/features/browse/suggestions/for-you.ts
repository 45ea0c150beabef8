import type { forYou as call } from '@rosella/contract/browse/endpoints'
import { FOR_YOU_TITLE, suits } from '@rosella/contract/browse/rules'
import type { ReplyOf } from '@rosella/contract/endpoint'
import { siteDay } from '@rosella/contract/site-day'
import { sql } from 'kysely'
import { type MemberFacts, memberFacts } from '../../../members/member-facts'
import { type FactsAtHome, matchesPreferences } from '../../../members/preferences'
import { prepared } from '../../../platform/database/prepared'
import type { Reader } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { countPage } from '../find-members'
import type { Deps, ListDeps } from '../list-members'
import { presentCard, readCards } from '../queries'
import { assignNow, reasonPair, sayReasons } from './assign-suggestions'

const AGO = 'last_active_ts'

/**
 * The picks of the day. They stay the same, but for whoever no longer suits both ways: that is asked again each time, as
 * preferences, blocks and pauses may have come since.
 */
export async function forYou(
  deps: ListDeps,
  viewer: Pick<Viewer, 'id' | 'hidden' | 'impersonator'>,
): Promise<ReplyOf<typeof call>> {
  await countPage(deps, viewer)
  const now = deps.clock.now()
  const none = { users: [], ago: AGO, pages: 0, title: FOR_YOU_TITLE }
  const [me] = await readFacts(deps.db, viewer.id, [viewer.id])
  if (!me || isApart(me)) return none
  const picks = await readPicks(deps, viewer, siteDay(now))
  const facts = await readFacts(deps.db, viewer.id, [...picks.keys()])
  const suiting = new Map(
    facts.filter((other) => suitsBothWays(me, other, viewer, now)).map((f) => [f.id, f]),
  )
  const { photos_min: photosMin } = await deps.settings.current()
  const entries = [...picks.keys()].flatMap((id) => {
    const other = suiting.get(id)
    return other ? [{ id, ts: other.active_ts }] : []
  })
  const rows = await readCards(deps.db, viewer.id, entries, { photosMin, withTags: true })
  const users = rows.flatMap((row) => {
    const [pick, other] = [picks.get(row.id), suiting.get(row.id)]
    if (!pick || !other) return []
    const card = presentCard(row, AGO, now)
    const reasons = sayReasons(pick.reasons, reasonPair(me, other, card.band, now))
    return [{ ...card, reasons, different: pick.different }]
  })
  deps.impressions.shown(
    viewer,
    'for-you',
    users.map(({ id }) => id),
  )
  return { ...none, users, pages: users.length > 0 ? 1 : 0 }
}

interface Reasoned {
  different: boolean
  reasons: string
}

/** By the other's id, in order. */
async function readPicks(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'hidden' | 'impersonator'>,
  day: string,
): Promise<Map<number, Reasoned>> {
  const stored = async () =>
    deps.db
      .selectFrom('suggestion')
      .where('member_id', '=', viewer.id)
      .where('day', '=', day)
      .select(['others', 'different', 'reasons'])
      .executeTakeFirst()
  // Two screens that open at once show the same: the first that was stored.
  const row = (await stored()) ?? (await assignAndRead(deps, viewer, day, stored))
  return new Map(
    (row?.others ?? []).map((id, at) => [
      id,
      { different: row?.different[at] ?? false, reasons: row?.reasons[at] ?? '' },
    ]),
  )
}

async function assignAndRead<Row>(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'hidden' | 'impersonator'>,
  day: string,
  stored: () => Promise<Row | undefined>,
) {
  const made = await assignNow(deps, viewer, day)
  return viewer.impersonator === null ? await stored() : made
}

type ForYouFacts = MemberFacts &
  FactsAtHome & { paused: boolean; no_suggestions: boolean; closed_to_me: boolean | null }

const byIds = prepared(
  (viewerId: number, ids: readonly number[]) => sql<ForYouFacts>`
    select f.id, f.gender, f.interested, f.town_id, f.town_hidden, f.birthday, f.created_ts, f.active_ts, f.ndp,
      f.verified_ts, f.choices, f.height, f.spoken, f.tags, f.age_min, f.age_max, f.distance, f.answered_only, f.accepts,
      f.paused, m.no_suggestions, t.latitude, t.longitude, r.closed_to_me
    from ${memberFacts} f join member m on m.id = f.id left join town t on t.id = f.town_id
    left join relation r on r.me = ${viewerId} and r.other = f.id
    where f.id = any(${ids}::bigint[])`,
)
const readFacts = (db: Reader, viewerId: number, ids: readonly number[]): Promise<ForYouFacts[]> =>
  ids.length === 0 ? Promise.resolve([]) : byIds(db, viewerId, ids)

/** Out of it on both sides. */
const isApart = ({ paused, no_suggestions }: ForYouFacts): boolean => paused || no_suggestions

const suitsBothWays = (
  me: ForYouFacts,
  other: ForYouFacts,
  { hidden }: Pick<Viewer, 'hidden'>,
  now: number,
): boolean =>
  !isApart(other) &&
  !hidden.includes(other.id) &&
  other.closed_to_me !== true &&
  suits(me.interested ?? '', other.gender ?? '') &&
  suits(other.interested ?? '', me.gender ?? '') &&
  matchesPreferences(me, other, now) &&
  matchesPreferences(other, me, now)
