import { SITE_TIME_ZONE } from '@rosella/contract/settings/rules'
import { Cron } from 'croner'

/** Old news is no news: what a site that was down could not send within a day is left. */
export const TOO_LATE = 86_400

/** Mondays 08:00 on the clocks of the site's time zone, summer and winter. */
const mondays = new Cron('0 8 * * 1', { timezone: SITE_TIME_ZONE, paused: true })

/** The latest time at or before now for which summaries are due. */
export function latestDue(now: number): number {
  // The runs before a moment do not include the moment itself.
  const [run] = mondays.previousRuns(1, new Date((now + 1) * 1000))
  return run ? run.getTime() / 1000 : 0
}
