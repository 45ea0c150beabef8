import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Caller } from '../../ports/route'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db'> & { browserSecret: Buffer }
interface Account {
  id: number
  password_hash: string | null
}

const COOKIE = 'known_browser'
const PATH = '/api/login'
const SECONDS = 180 * 86_400

/**
 * A random number and its signature for one member and one password (OWASP's device cookie): it says of nobody who they
 * are, opens nothing, and is worth nothing once the password has changed.
 */
const sign = (secret: Buffer, account: Account, nonce: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([account.id, account.password_hash, nonce]))
    .digest('base64url')

/** The number of a browser that has been logged in as this member before. */
export function knownBrowser(secret: Buffer, account: Account, caller: Caller): string | undefined {
  const [nonce = '', signature = ''] = caller.cookie(COOKIE)?.split('.') ?? []
  const good = Buffer.from(sign(secret, account, nonce))
  const given = Buffer.from(signature)
  return good.length === given.length && timingSafeEqual(good, given) ? nonce : undefined
}

/** Whoever has just got in will be known here the next time. */
export async function rememberBrowser(
  { db, browserSecret }: Deps,
  memberId: number,
  caller: Caller,
): Promise<void> {
  const account = await db
    .selectFrom('account')
    .where('member_id', '=', memberId)
    .select(['member_id as id', 'password_hash'])
    .executeTakeFirst()
  if (!account) return
  const nonce = knownBrowser(browserSecret, account, caller) ?? randomBytes(16).toString('base64url')
  const value = `${nonce}.${sign(browserSecret, account, nonce)}`
  caller.setCookie({ name: COOKIE, value, path: PATH, seconds: SECONDS })
}
