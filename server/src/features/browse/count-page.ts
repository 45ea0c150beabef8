import { siteDay } from '@rosella/contract/site-day'
import { sql } from 'kysely'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'clock' | 'limits' | 'settings'>

const MINUTE = 60
const DAY = 86_400

/**
 * Pages of lists and searches, counted together: nobody reads so many, programs do. What is refused is counted by
 * member and day, for the admins.
 */
export async function countPage(deps: Deps, viewer: Pick<Viewer, 'id' | 'impersonator'>): Promise<void> {
  const { pages_minute, pages_day } = await deps.settings.current()
  const minute = await deps.limits.hit(`pages minute ${viewer.id}`, pages_minute, MINUTE)
  if (!minute.allowed) await refuse(deps, viewer, 'pages.minute', minute.waitSeconds)
  const day = await deps.limits.hit(`pages day ${viewer.id}`, pages_day, DAY)
  if (!day.allowed) await refuse(deps, viewer, 'pages.day', day.waitSeconds)
}

async function refuse(
  { db, clock }: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  code: 'pages.minute' | 'pages.day',
  waitSeconds: number,
): Promise<never> {
  // What an admin reads while acting as the member is no sign of scraping by the member.
  if (viewer.impersonator === null)
    await sql`
    insert into refused_pages (member_id, day, count) values (${viewer.id}, ${siteDay(clock.now())}, 1)
    on conflict (member_id, day) do update set count = refused_pages.count + 1`.execute(db)
  throw new Problem(code, {}, undefined, waitSeconds)
}
