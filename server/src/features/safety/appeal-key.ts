import { createHmac, timingSafeEqual } from 'node:crypto'

interface Decided {
  id: number
  member_id: number
  closed_ts: number | null
}

/**
 * The key in the mail about a decision. It is made from the decision with a secret of the site, so nothing is
 * stored that could be stolen, and it opens this one appeal and nothing else: no session, no account.
 */
export const appealKey = (secret: Buffer, { id, member_id, closed_ts }: Decided): string =>
  createHmac('sha256', secret).update(`appeal ${id} ${member_id} ${closed_ts}`).digest('base64url')

export function isAppealKey(secret: Buffer, report: Decided, given: string): boolean {
  const [good, key] = [Buffer.from(appealKey(secret, report)), Buffer.from(given)]
  return good.length === key.length && timingSafeEqual(good, key)
}
