import { Problem } from '../domain/problem'
import { hashSecret } from '../domain/secret'
import type { RateLimitStore } from '../ports/rate-limit-store'
import type { FindViewer } from './authenticate'
import { networkOf } from './rate-limit'

/** Wrong tokens from one network address: a browser that comes back after its session has ended sends a few. */
const WRONG = { limit: 120, seconds: 60 }
const GOOD_REMEMBERED = 20_000
const CLOSED_REMEMBERED = 10_000

/**
 * Looks a session up, and counts tokens that belong to none. From an address past the limit unknown tokens are refused
 * before they cost a query, until the limit allows another; sessions that this process has seen to be good go on, so that
 * neighbours behind the same address hardly notice.
 */
export function limitBogusTokens(
  store: RateLimitStore,
  find: FindViewer,
  nowMs: () => number = performance.now.bind(performance),
): FindViewer {
  const good = new Set<string>()
  const closedUntil = new Map<string, number>()

  return async (credentials, address) => {
    const from = networkOf(address)
    const known = hashSecret(credentials.token).toString('base64')
    const left = (closedUntil.get(from) ?? 0) - nowMs()
    if (left > 0 && !good.has(known)) throw new Problem('too-many', {}, undefined, Math.ceil(left / 1000))
    if (left <= 0) closedUntil.delete(from)

    const viewer = await find(credentials, address)
    if (viewer) {
      good.delete(known)
      good.add(known)
      dropOldest(good, GOOD_REMEMBERED)
      return viewer
    }
    good.delete(known)
    const { waitSeconds } = await store.hit(`bogus tokens ${from}`, WRONG)
    if (waitSeconds > 0) {
      closedUntil.set(from, nowMs() + waitSeconds * 1000)
      dropOldest(closedUntil, CLOSED_REMEMBERED)
    }
    return undefined
  }
}

function dropOldest(kept: Set<string> | Map<string, number>, atMost: number): void {
  for (const oldest of kept.keys()) {
    if (kept.size <= atMost) return
    kept.delete(oldest)
  }
}
