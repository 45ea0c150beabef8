import type { Endpoint, Rate } from '@rosella/contract/endpoint'
import { Problem } from '../domain/problem'
import type { RateLimitStore } from '../ports/rate-limit-store'

export type Limiter = (endpoint: Endpoint, per: Rate['per'], who: string) => Promise<void>

/** Counts the calls an endpoint declares limits for. */
export function limiter(store: RateLimitStore): Limiter {
  return async (endpoint, per, who) => {
    for (const rate of endpoint.rates) {
      if (rate.per !== per) continue
      const { hits } = await store.hit(`${endpoint.method} ${endpoint.path} ${per} ${who}`, rate.seconds)
      if (hits > rate.limit) throw new Problem('too-many')
    }
  }
}
