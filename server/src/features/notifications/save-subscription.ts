import type { InputOf } from '@rosella/contract/endpoint'
import type { savePushSubscription } from '@rosella/contract/notifications/endpoints'
import { lockLiveSession } from '../../database/live-session'
import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { PushSender } from '../../ports/push-sender'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/** One browser a session. A browser that another session was told by is this one's from now on. */
export async function saveSubscription(
  deps: Deps & { push: PushSender },
  viewer: Viewer,
  { endpoint, keys }: InputOf<typeof savePushSubscription>['subscription'],
): Promise<{ message?: string }> {
  const target = { endpoint, p256dh: plain(keys.p256dh), auth: plain(keys.auth) }
  if (!deps.push.accepts(target)) throw new Problem('push.subscription')
  await withTransaction(deps, async (tx) => {
    await lockLiveSession(tx, viewer)
    await tx
      .deleteFrom('push_subscription')
      .where((e) => e.or([e('session_id', '=', viewer.session_id), e('endpoint', '=', endpoint)]))
      .execute()
    await tx
      .insertInto('push_subscription')
      .values({
        ...target,
        session_id: viewer.session_id,
        member_id: viewer.id,
        created_ts: deps.clock.now(),
      })
      // Two tabs of two sessions in one browser, at the same moment.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
  return {}
}

/** As every part of this program reads it, however the browser wrote it. */
const plain = (key: string): string => Buffer.from(key, 'base64url').toString('base64url')

export async function deleteSubscription(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  endpoint: string,
): Promise<{ message?: string }> {
  return withTransaction(deps, async (tx) => {
    await tx
      .deleteFrom('push_subscription')
      .where('member_id', '=', viewer.id)
      .where('endpoint', '=', endpoint)
      .execute()
    return {}
  })
}
