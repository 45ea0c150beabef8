import type { exposure as call } from '@rosella/contract/admin/exposure'
import type { ReplyOf } from '@rosella/contract/endpoint'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db'>

const DAYS = 30

/** As it was counted by the hour; nothing of it names a member. */
export async function readExposure({ db }: Deps): Promise<ReplyOf<typeof call>> {
  const rows = await db.selectFrom('suggestion_day').orderBy('day', 'desc').limit(DAYS).selectAll().execute()
  const days = rows.map(
    ({ active_members, members: _members, picks: _picks, seconds: _s, finished_ts: _f, ...day }) => ({
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
  return { days: days.reverse(), assigned: assigned ?? null }
}
