import { sql } from 'kysely'
import { inStealth } from '../../database/in-stealth'
import { hidesFrom } from '../../database/people-i-know'
import { prepared } from '../../database/prepared'
import { arrivalTime } from '../../database/relation'
import { memberIsShown, nothingHidesIn } from '../../database/visible-members'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/**
 * One statement, so one journey to the database, and all or nothing. It takes its locks as lockPair does: members
 * first, then both rows of the pair in ascending order, made where there are none. A block committed before it holds
 * the rows is seen in them and wins; one that comes later waits.
 */
const writeView = prepared(
  (viewerId: number, otherId: number, low: number, high: number, now: number) => sql<{ stealth: boolean }>`
    with both_members as materialized (
      select id, status, premium, premium_until_ts from member
      where id in (${low}, ${high}) order by id for key share
    ), viewer as materialized (
      select ${inStealth(now)} as stealth from both_members v join account a on a.member_id = v.id
      where v.id = ${viewerId}
        and exists (select from both_members m where m.id = ${otherId} and ${memberIsShown('m')})
        and not ${hidesFrom(otherId, viewerId)}
    ), pair as (
      insert into relation (me, other, viewed_ts, viewed_me_ts)
      select relation.me, relation.other,
        case when relation.me = ${viewerId} then ${now}::bigint end,
        case when relation.me = ${otherId} and not viewer.stealth
          then ${arrivalTime('seen_views_ts', now)} end
      from viewer,
        (values (${low}::bigint, ${high}::bigint), (${high}::bigint, ${low}::bigint)) relation(me, other)
      order by relation.me
      on conflict (me, other) do update set
        viewed_ts = greatest(excluded.viewed_ts, relation.viewed_ts),
        viewed_me_ts = coalesce(excluded.viewed_me_ts, relation.viewed_me_ts)
      where ${nothingHidesIn('relation')}
        and (excluded.viewed_ts is not null or excluded.viewed_me_ts is not null)
      returning me
    )
    select stealth from viewer where exists (select from pair where me = ${viewerId})`,
)

/**
 * Once per pair, with its latest time. In stealth it is written on the viewer's side only, so the other
 * never learns of it, also later. One's own profile and an admin acting as the viewer leave nothing.
 */
export async function recordView(
  { db, bus, clock }: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  otherId: number,
): Promise<void> {
  if (viewer.impersonator !== null || otherId === viewer.id) return
  const [low, high] = [Math.min(viewer.id, otherId), Math.max(viewer.id, otherId)]
  const [written] = await writeView(db, viewer.id, otherId, low, high, clock.now())
  if (!written) throw new Problem('no-user')
  // What is done is done: while the bus is away it reports so itself, and tells of the gap when it is back.
  if (!written.stealth)
    await bus.publish([{ kind: 'member.viewed', from: viewer.id, to: otherId }]).catch(() => {})
}
