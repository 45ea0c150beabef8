import { scheduledBackup } from './backup/scheduled-backup'
import type { Config } from './config/config'
import { purgeExpired } from './features/access/purge-expired'
import { sendAccessKey } from './features/access/send-access-key'
import { tellBanned } from './features/access/tell-banned'
import { sendCredentialMail } from './features/access/undo/send-credential-mail'
import { eraseDormant, tellDormant } from './features/account/dormant'
import { purgeErased } from './features/account/purge-erased'
import { sendDormantMail } from './features/account/send-dormant-mail'
import { countDays } from './features/admin/count-days'
import { liftSuspensions } from './features/admin/lift-suspensions'
import { purgeAuditValues } from './features/admin/purge-audit-values'
import type { Finder } from './features/browse/find-members'
import { assignSuggestions } from './features/browse/for-you/assign-suggestions'
import { countExposure } from './features/browse/for-you/count-exposure'
import { matchChanged } from './features/browse/saved/match-changed'
import { planSavedSearchMails, sendSavedSearchMail } from './features/browse/saved/saved-search-mail'
import { purgeNotices } from './features/notifications/purge-notices'
import { sendNoticeMail } from './features/notifications/send-notice-mail'
import { sendPush } from './features/notifications/send-push'
import { purgeRejected } from './features/photos/purge-rejected'
import { sweepOrphanPhotos } from './features/photos/sweep-orphan-photos'
import { syncPhotosOf } from './features/photos/sync-photos'
import { purgeHeld } from './features/safety/purge-held'
import { sendCaseMail } from './features/safety/send-case-mail'
import { purgeSigns } from './features/safety/shield/purge-signs'
import { PLAN, planSummaries } from './features/settings/summary/plan-summaries'
import { sendSummary } from './features/settings/summary/send-summary'
import { tellOldAddress } from './features/settings/tell-old-address'
import { endVerifications } from './features/verification/end-verifications'
import { purgeDeadJobs } from './jobs/dead-jobs'
import { JobRunner } from './jobs/job-runner'
import type { Overrides } from './open-services'
import type { Services } from './ports/services'

const MINUTE = 60
const HOUR = 3600
/** Due as soon as the site opens, or the first day would begin without suggestions. */
export const ASSIGN = 'assign-suggestions'

/** Everything that is done later or by the clock: the jobs' part of the composition root. */
export function registerJobs(
  services: Services & { appealSecret: Buffer } & Finder,
  config: Config,
  { withoutSchedule = false, withoutPeriodicJobs = withoutSchedule }: Overrides,
): JobRunner {
  const jobs = new JobRunner(services, { withoutPeriodic: withoutPeriodicJobs })

  // Somebody sits and waits for these: soon again at first, and for half an hour.
  const waitedFor = { concurrency: 3, tries: 10, firstPause: 5, longestPause: 10 * MINUTE }
  jobs.register('access-mail', sendAccessKey(services), waitedFor)
  jobs.register('banned-mail', tellBanned(services), waitedFor)
  // A decision nobody hears of would be the worse fault: for a day and a half, and again when its sender died.
  const decisive = { concurrency: 1, tries: 10, firstPause: 2 * MINUTE, longestPause: 18 * HOUR }
  jobs.register('case-mail', sendCaseMail(services), decisive)
  jobs.register('credential-mail', sendCredentialMail(services), decisive)
  jobs.register('address-changed-mail', tellOldAddress(services), decisive)
  jobs.register('dormant-mail', sendDormantMail(services), decisive)
  // Somebody may be looking at what is no longer to be seen: at once, and for two days where the store is away.
  const overdue = { concurrency: 2, tries: 20, firstPause: 5, longestPause: 6 * HOUR }
  jobs.register('photo-visibility', syncPhotosOf(services), overdue)
  // Two of them in one morning would be the worse fault.
  const atMostOnce = { concurrency: 1, tries: 4, firstPause: 15 * MINUTE, longestPause: HOUR }
  jobs.register('summary-mail', sendSummary(services), { ...atMostOnce, interrupted: 'bury' })

  jobs.register('saved-search-mail', sendSavedSearchMail(services), { ...atMostOnce, interrupted: 'bury' })

  // Never told is the worse fault: again when its sender died. A push service that is away is tried for half a day.
  jobs.register('notice-mail', sendNoticeMail(services), {
    concurrency: 3,
    tries: 10,
    firstPause: MINUTE,
    longestPause: HOUR,
  })
  jobs.register('push', sendPush(services), {
    concurrency: 8,
    tries: 12,
    firstPause: 5,
    longestPause: 2 * HOUR,
  })

  jobs.registerPeriodic(PLAN, MINUTE, planSummaries(services))
  jobs.registerPeriodic('lift-suspensions', MINUTE, liftSuspensions(services))
  jobs.registerPeriodic('count-days', 10 * MINUTE, () => countDays(services))
  jobs.registerPeriodic('match-saved-searches', HOUR, async (signal) => {
    await matchChanged(services)(signal)
    await planSavedSearchMails(services)()
  })
  // Of the day: what is finished is not begun again.
  jobs.registerPeriodic(ASSIGN, 5 * MINUTE, assignSuggestions(services))
  jobs.registerPeriodic('count-exposure', HOUR, countExposure(services))
  jobs.registerPeriodic('purge-expired', HOUR, purgeExpired(services))
  // How long what is kept stands in docs/operations/retention.md.
  jobs.registerPeriodic('tell-dormant', HOUR, tellDormant(services))
  jobs.registerPeriodic('erase-dormant', HOUR, eraseDormant(services))
  jobs.registerPeriodic('purge-rejected', HOUR, purgeRejected(services))
  jobs.registerPeriodic('purge-audit-values', HOUR, purgeAuditValues(services))
  jobs.registerPeriodic('purge-erased', HOUR, purgeErased(services))
  jobs.registerPeriodic('purge-held', HOUR, purgeHeld(services))
  jobs.registerPeriodic('purge-signs', HOUR, purgeSigns(services))
  jobs.registerPeriodic('purge-notices', HOUR, purgeNotices(services))
  jobs.registerPeriodic('purge-dead-jobs', HOUR, purgeDeadJobs(services))
  jobs.registerPeriodic('end-verifications', HOUR, endVerifications(services))
  jobs.registerPeriodic('sweep-orphan-photos', HOUR, sweepOrphanPhotos(services))
  // Only where a folder is named: of several machines one makes them.
  if (config.backups)
    jobs.registerPeriodic('scheduled-backup', MINUTE, scheduledBackup(services, config.backups, config))
  return jobs
}
