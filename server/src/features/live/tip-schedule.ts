import { TIP_EVERY } from '@rosella/contract/live/rules'
import type { ConnectionRegistry } from '../../platform/connection-registry'
import type { Deps } from './deps'
import { findTips } from './queries'
import type { SseClient } from './sse-client'

const LOOK_MS = 15_000

/**
 * At most one tip per member in 10 minutes, in one client. All processes share the rate limit, so neither a second
 * client nor a reload brings another.
 */
export class TipSchedule {
  readonly #timer: NodeJS.Timeout

  constructor(
    private readonly deps: Deps,
    private readonly clients: ConnectionRegistry<SseClient>,
  ) {
    this.#timer = setInterval(() => void this.offer(clients.all()), LOOK_MS).unref()
  }

  async offer(clients: readonly SseClient[]): Promise<void> {
    try {
      const now = this.deps.clock.now()
      const due = new Map(
        clients
          .filter((client) => client.present && client.nextTip <= now)
          .map((client) => [client.memberId, client]),
      )
      if (due.size === 0) return
      const tips = await findTips(this.deps.db)
      if (tips.length > 0)
        await Promise.all([...due.values()].map((client) => this.#offerOne(client, tips, now)))
    } catch (err) {
      this.deps.log.warn({ err }, 'tips were not sent')
    }
  }

  async #offerOne(client: SseClient, tips: readonly string[], now: number): Promise<void> {
    const { allowed, waitSeconds } = await this.deps.rateLimits.hit(`tip ${client.memberId}`, {
      limit: 1,
      seconds: TIP_EVERY,
    })
    for (const one of this.clients.of(client.memberId)) one.nextTip = now + waitSeconds
    client.nextTip = now + waitSeconds
    const tip = tips[(client.memberId + Math.floor(now / TIP_EVERY)) % tips.length]
    if (allowed && tip !== undefined) client.send('tip', { tip })
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
