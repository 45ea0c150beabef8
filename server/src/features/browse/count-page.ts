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
  const { allowed, waitSeconds, refusedBy } = await deps.limits.hit(
    `pages ${viewer.id}`,
    { limit: pages_minute, seconds: MINUTE },
    { limit: pages_day, seconds: DAY },
  )
  if (!allowed)
    await refuse(deps, viewer, refusedBy?.seconds === DAY ? 'pages.day' : 'pages.minute', waitSeconds)
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
