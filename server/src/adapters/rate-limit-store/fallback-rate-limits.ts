import type { RateLimitStore } from '../../ports/rate-limit-store'

/**
 * While the shared store is away each process counts for itself: slower to refuse, never open, and nobody is
 * locked out by a fault.
 */
export function fallbackRateLimits(
  shared: RateLimitStore,
  alone: RateLimitStore,
  onError: (error: unknown) => void,
): RateLimitStore {
  const orAlone = async <T>(work: (store: RateLimitStore) => Promise<T>): Promise<T> => {
    try {
      return await work(shared)
    } catch (error) {
      onError(error)
      return work(alone)
    }
  }
  return {
    hit: (key, ...limits) => orAlone((store) => store.hit(key, ...limits)),
    forget: (key) => orAlone((store) => store.forget(key)),
    ping: () => shared.ping(),
    async close() {
      await shared.close()
      await alone.close()
    },
  }
}
