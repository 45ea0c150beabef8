import { Problem } from '../../domain/problem'
import type { RateLimitStore } from '../../ports/rate-limit-store'

const TRIES = { limit: 10, seconds: 600 }

/**
 * Counts a try, and answers how to forget it. Strangers have ten in ten minutes for an account, all together; a browser
 * that was logged in before has ten of its own, so that no stranger can use up its owner's.
 */
export async function countPasswordTry(
  limits: RateLimitStore,
  by: { email: string } | { browser: string },
): Promise<() => Promise<void>> {
  const key = 'browser' in by ? `log-in browser ${by.browser}` : `log-in account ${by.email.toLowerCase()}`
  const { allowed, waitSeconds } = await limits.hit(key, TRIES)
  if (!allowed) throw new Problem('too-many', {}, undefined, waitSeconds)
  return () => limits.forget(key)
}
