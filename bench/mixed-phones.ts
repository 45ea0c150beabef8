import { openPushService } from '@rosella/testkit/push-service'
import type { Figures } from './mixed-figures'
import { MixedMember, type Played } from './mixed-member'

const SETTINGS = { notify_likes: 'push', notify_messages: 'none', quiet_from: '', quiet_to: '' }

/** Members without a tab, whose phones are told of likes by a push service in this process. */
export async function openPhones(figures: Figures) {
  const service = await openPushService()
  const owners = new Map<string, number>()
  /** What each is to hear of, the oldest first: a push does not say whose like it is. */
  const awaited = new Map<number, string[]>()
  service.onPush = ({ path }) => {
    service.received.length = 0
    const event = awaited.get(owners.get(path) ?? 0)?.shift()
    if (event) figures.arrived(event)
  }
  return {
    /** Where the server is to send them. */
    service: { port: service.testbed.service.port, ca: service.testbed.service.ca },
    async subscribe(me: Played): Promise<void> {
      const { subscription } = service.browser()
      owners.set(new URL(subscription.endpoint).pathname, me.id)
      const member = new MixedMember(me, figures, () => {})
      await member.call('POST /api/push-subscription', { subscription }, 'a phone subscribes')
      for (const [key, value] of Object.entries(SETTINGS))
        await member.call('POST /api/settings-auto-save', { key, value }, 'a phone subscribes')
    },
    expect(me: Played, event: string): void {
      figures.await(event)
      awaited.set(me.id, [...(awaited.get(me.id) ?? []), event])
    },
  }
}
