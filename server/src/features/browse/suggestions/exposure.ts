import { dayStart } from '@rosella/contract/admin/site-days'
import type { exposure as call } from '@rosella/contract/browse/exposure'
import { NEWCOMER_EXPOSURE_TARGET } from '@rosella/contract/browse/rules'
import type { ReplyOf } from '@rosella/contract/endpoint'
import { siteDay } from '@rosella/contract/site-day'
import { sql } from 'kysely'
import { memberIsListed } from '../../../members/visible-members'
import type { Services } from '../../../platform/services'
import { RECENTLY_ACTIVE } from './read-candidates'

type Deps = Pick<Services, 'db' | 'clock' | 'settings'>

const DAY = 86_400

/**
 * Counts how evenly members were shown, today and yesterday, because yesterday's last rows may arrive after midnight.
 */
export const countExposure = (deps: Deps) => async (): Promise<void> => {
  const now = deps.clock.now()
  for (const ts of [now - DAY, now]) await countDay(deps, siteDay(ts))
}

async function countDay({ db, settings }: Deps, day: string): Promise<void> {
  const { photos_min } = await settings.current()
  const active = sql`${memberIsListed('m')} and m.approved_photos >= ${photos_min} and not m.no_suggestions`
  await sql`
    with week as (
      select m.id, coalesce(sum(i.shown), 0) as n from member m join activity a on a.member_id = m.id
      left join impression i on i.member_id = m.id and i.surface = 'for-you'
        and i.day > ${day}::date - 7 and i.day <= ${day}::date
      where ${active} and a.last_active_ts > ${dayStart(day, 1) - RECENTLY_ACTIVE} group by m.id
    ), ranked as (
      select n, row_number() over (order by n) as place from week
    ), evenness as (
      select count(*)::int as members, (count(*) filter (where n > 0))::int as suggested,
        case when sum(n) > 0 then 2.0 * sum(place * n) / (count(*) * sum(n)) - (count(*) + 1.0) / count(*) end as gini
      from ranked
    ), newcomers as (
      select m.id, (select coalesce(sum(i.shown), 0) from impression i where i.member_id = m.id and i.surface = 'for-you'
        and i.day <= ${day}::date) as n
      from member m where ${active} and m.created_ts >= ${dayStart(day, -6)} and m.created_ts < ${dayStart(day, -5)}
    ), first_week as (
      select count(*)::int as newcomers, (count(*) filter (where n >= ${NEWCOMER_EXPOSURE_TARGET}))::int as kept from newcomers
    ), cards as (
      select coalesce(sum(shown), 0)::int as shown, coalesce(sum(opened), 0)::int as opened,
        coalesce(sum(liked), 0)::int as liked,
        coalesce(sum(shown) filter (where surface = 'for-you'), 0)::int as suggested
      from impression where day = ${day}::date
    )
    insert into suggestion_day (day, shown, opened, liked, suggested, active_members, members_suggested, gini, newcomers,
      newcomers_kept)
    select ${day}::date, c.shown, c.opened, c.liked, c.suggested, e.members, e.suggested, e.gini, p.newcomers, p.kept
    from cards c, evenness e, first_week p
    on conflict (day) do update set shown = excluded.shown, opened = excluded.opened, liked = excluded.liked,
      suggested = excluded.suggested, active_members = excluded.active_members,
      members_suggested = excluded.members_suggested, gini = excluded.gini, newcomers = excluded.newcomers,
      newcomers_kept = excluded.newcomers_kept`.execute(db)
}

const DAYS = 30

/** Returns the hourly counts, which name no member. */
export async function readExposure({ db }: Deps): Promise<ReplyOf<typeof call>> {
  const rows = await db.selectFrom('suggestion_day').orderBy('day', 'desc').limit(DAYS).selectAll().execute()
  const days = rows.map(
    ({
      active_members,
      members: _members,
      picks: _picks,
      seconds: _s,
      finished_ts: _f,
      learned: _l,
      ...day
    }) => ({
      ...day,
      members: active_members,
    }),
  )
  const last = rows.find(({ finished_ts }) => finished_ts !== null)
  const assigned = last && {
    day: last.day,
    members: last.members,
    picks: last.picks,
    seconds: last.seconds,
    finished_ts: last.finished_ts,
  }
  const taught = rows.find(({ learned }) => learned !== null)
  const learned = taught?.learned ? { day: taught.day, ...taught.learned } : null
  return { days: days.reverse(), assigned: assigned ?? null, learned }
}
