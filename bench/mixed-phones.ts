import { openPushService } from '@rosella/testkit/push-service'
import { MixedMember, type Played } from './mixed-member'
import type { LoadMetrics } from './mixed-metrics'

const SETTINGS = { notify_likes: 'push', notify_messages: 'none', quiet_from: '', quiet_to: '' }

/** Members without a tab whose phones get likes through a push service in this process. */
export async function openPhones(metrics: LoadMetrics) {
  const service = await openPushService()
  const owners = new Map<string, number>()
  /** The expected events per member, oldest first, because a push does not name the sender. */
  const awaited = new Map<number, string[]>()
  service.onPush = ({ path }) => {
    service.received.length = 0
    const event = awaited.get(owners.get(path) ?? 0)?.shift()
    if (event) metrics.arrived(event)
  }
  return {
    /** The push service that the server must use. */
    service: { port: service.testbed.service.port, ca: service.testbed.service.ca },
    async subscribe(me: Played): Promise<void> {
      const { subscription } = service.browser()
      owners.set(new URL(subscription.endpoint).pathname, me.id)
      const member = new MixedMember(me, metrics, () => {})
      await member.call('POST /api/push-subscription', { subscription }, 'a phone subscribes')
      for (const [key, value] of Object.entries(SETTINGS))
        await member.call('POST /api/settings-auto-save', { key, value }, 'a phone subscribes')
    },
    expect(me: Played, event: string): void {
      metrics.await(event)
      awaited.set(me.id, [...(awaited.get(me.id) ?? []), event])
    },
  }
}
