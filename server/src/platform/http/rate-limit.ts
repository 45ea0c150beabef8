import { isIPv6 } from 'node:net'
import type { Endpoint, Rate } from '@rosella/contract/endpoint'
import type { RateLimitStore } from '../ports/rate-limit-store'
import { Problem } from '../problem'

export interface Limiter {
  /** Counts a call against the limits of its endpoint, and refuses it if one has been reached. */
  count(endpoint: Endpoint, per: Rate['per'], who: string): Promise<void>
}

export function limiter(store: RateLimitStore): Limiter {
  const keyOf = ({ method, path }: Endpoint, per: Rate['per'], who: string) =>
    `${method} ${path} ${per} ${per === 'address' ? networkOf(who) : who}`
  return {
    async count(endpoint, per, who) {
      const rates = endpoint.rates.filter((rate) => rate.per === per)
      if (rates.length === 0) return
      const { allowed, waitSeconds } = await store.hit(keyOf(endpoint, per, who), ...rates)
      if (!allowed) throw new Problem('too-many', {}, undefined, waitSeconds)
    },
  }
}

/** An IPv6 subscriber has a whole /64 (four groups), so that counts as one address. */
export function networkOf(address: string, groupCount = 4): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail = ''] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const groups = [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
  return groups.slice(0, groupCount).join(':')
}
