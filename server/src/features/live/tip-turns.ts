import { TIP_EVERY } from '@rosella/contract/live/stream'
import type { ByMember } from '../../domain/by-member'
import type { Foundations } from '../../ports/foundations'
import { findTips } from './queries'
import type { Tab } from './tab'

type Deps = Pick<Foundations, 'db' | 'clock' | 'limits' | 'log'>

const LOOK_MS = 15_000

/**
 * A tip for a member at most once in 10 minutes, in one tab: counted where all processes count, so neither
 * a second tab nor a reload brings another.
 */
export class TipTurns {
  readonly #timer: NodeJS.Timeout

  constructor(
    private readonly deps: Deps,
    private readonly tabs: ByMember<Tab>,
  ) {
    this.#timer = setInterval(() => void this.offer(tabs.all()), LOOK_MS).unref()
  }

  async offer(tabs: readonly Tab[]): Promise<void> {
    try {
      const now = this.deps.clock.now()
      const due = new Map(
        tabs.filter((tab) => !tab.impersonated && tab.nextTip <= now).map((tab) => [tab.memberId, tab]),
      )
      if (due.size === 0) return
      const tips = await findTips(this.deps.db)
      if (tips.length > 0) await Promise.all([...due.values()].map((tab) => this.#offerOne(tab, tips, now)))
    } catch (err) {
      this.deps.log.warn({ err }, 'no tips were told')
    }
  }

  async #offerOne(tab: Tab, tips: readonly string[], now: number): Promise<void> {
    const { hits, resetSeconds } = await this.deps.limits.hit(`tip ${tab.memberId}`, TIP_EVERY)
    for (const one of this.tabs.of(tab.memberId)) one.nextTip = now + resetSeconds
    tab.nextTip = now + resetSeconds
    const tip = tips[(tab.memberId + Math.floor(now / TIP_EVERY)) % tips.length]
    if (hits === 1 && tip !== undefined) tab.send('tip', { tip })
  }

  close(): void {
    clearInterval(this.#timer)
  }
}
