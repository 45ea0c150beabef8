import * as calls from '@rosella/contract/notifications/endpoints'
import { every, type Feature, HOUR, job, MINUTE } from '../../platform/feature'
import { guarded, open } from '../../platform/http/route'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { deleteOldNotices, findRecipient, quietEnd, sendNoticeEmail } from './notice-email'
import { deleteSubscription, deliverPush, renewSubscription, saveSubscription, sendPush } from './push'

export const notifications = (deps: Services): Feature => {
  const sender = () => {
    if (!deps.push) throw new Problem('push.off')
    return deps.push
  }
  return {
    routes: [
      guarded(calls.getPushKey, async () => ({ key: sender().publicKey })),
      guarded(calls.savePushSubscription, async (viewer, { subscription }) =>
        saveSubscription({ ...deps, push: sender() }, viewer, subscription),
      ),
      open(calls.renewPushSubscription, async (input) =>
        renewSubscription({ ...deps, push: sender() }, input),
      ),
      guarded(calls.deletePushSubscription, async (viewer, { endpoint }) => {
        sender()
        return deleteSubscription(deps, viewer, endpoint)
      }),
    ],
    // Losing a notification is worse than sending it twice, so both are retried when their process dies.
    jobs: [
      job(
        'notice-mail',
        { concurrency: 3, tries: 10, firstPause: MINUTE, longestPause: HOUR },
        sendNoticeEmail(deps),
      ),
      job('push', { concurrency: 8, tries: 12, firstPause: 5, longestPause: 2 * HOUR }, sendPush(deps)),
    ],
    schedules: [every(HOUR, 'delete-notices', deleteOldNotices(deps))],
  }
}

export { insertNoticeJobs, queueMessageNotice, queueNotice, queueSavedSearchPush } from './queue-notices'
export { unsubscribe, unsubscribeKey } from './unsubscribe'
export { deliverPush, findRecipient, quietEnd }
