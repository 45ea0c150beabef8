import type { Endpoint, Rate } from '@rosella/contract/endpoint'
import { Problem } from '../domain/problem'
import type { Log } from '../ports/foundations'
import type { RateLimitStore } from '../ports/rate-limit-store'

export type Limiter = (endpoint: Endpoint, per: Rate['per'], who: string) => Promise<void>

/**
 * Counts the calls an endpoint declares limits for. While the shared store is away each process counts for
 * itself: slower to refuse, never open, and nobody is locked out by a fault.
 */
export function limiter(shared: RateLimitStore, alone: RateLimitStore, log: Log): Limiter {
  const hit = async (key: string, seconds: number) => {
    try {
      return await shared.hit(key, seconds)
    } catch (err) {
      log.warn({ err }, 'rate limits are counted in this process only')
      return alone.hit(key, seconds)
    }
  }
  return async (endpoint, per, who) => {
    for (const rate of endpoint.rates) {
      if (rate.per !== per) continue
      const { hits } = await hit(`${endpoint.method} ${endpoint.path} ${per} ${who}`, rate.seconds)
      if (hits > rate.limit) throw new Problem('too-many')
    }
  }
}
