import * as calls from '@rosella/contract/notifications/endpoints'
import { Problem } from '../../domain/problem'
import { guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { deleteSubscription, saveSubscription } from './save-subscription'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'push'>

export const notificationsRoutes = (deps: Deps): Route[] => {
  const sender = () => {
    if (!deps.push) throw new Problem('push.off')
    return deps.push
  }
  return [
    guarded(calls.getPushKey, async () => ({ key: sender().publicKey })),
    guarded(calls.savePushSubscription, async (viewer, { subscription }) =>
      saveSubscription({ ...deps, push: sender() }, viewer, subscription),
    ),
    guarded(calls.deletePushSubscription, async (viewer, { endpoint }) => {
      sender()
      return deleteSubscription(deps, viewer, endpoint)
    }),
  ]
}
