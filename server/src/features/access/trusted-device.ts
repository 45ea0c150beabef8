import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Caller } from '../../platform/http/route'
import type { Deps } from './deps'

interface Account {
  id: number
  password_hash: string | null
  device_epoch: number
}

const COOKIE = 'seen_browser'
const PATH = '/api'
const SECONDS = 180 * 86_400
/** Two for each of four members who share a browser. */
const MARKS = 8
const MARK_BYTES = 16
const PART = /^[\w-]{22}$/

/**
 * The cookie has a random number and marks, each a signature of that number for one member (OWASP's device
 * cookie). It doesn't identify anyone or log in, and none of it is stored. The password mark counts the
 * browser's wrong passwords separately, until the password changes. The device mark stays: the member has
 * logged in here before.
 */
const markOf = (secret: Buffer, nonce: string, ...facts: unknown[]): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([...facts, nonce]))
    .digest()
    .subarray(0, MARK_BYTES)
    .toString('base64url')

const passwordMark = (secret: Buffer, { id, password_hash }: Account, nonce: string) =>
  markOf(secret, nonce, id, password_hash)
const deviceMark = (secret: Buffer, { id, device_epoch }: Account, nonce: string) =>
  markOf(secret, nonce, 'device', id, device_epoch)

function readCookie(caller: Caller): { nonce: string; marks: string[] } {
  const [nonce = '', ...marks] = caller.cookie(COOKIE)?.split('.') ?? []
  return { nonce, marks: marks.slice(0, MARKS) }
}

function isAmong(marks: readonly string[], mark: string): boolean {
  const good = Buffer.from(mark)
  return marks.some((one) => {
    const given = Buffer.from(one)
    return good.length === given.length && timingSafeEqual(good, given)
  })
}

/** The number of a browser on which this member has logged in with their current password. */
export function trustedDevice(secret: Buffer, account: Account, caller: Caller): string | undefined {
  const { nonce, marks } = readCookie(caller)
  return isAmong(marks, passwordMark(secret, account, nonce)) ? nonce : undefined
}

/** Whether the member has logged in on this device before, whatever has changed since. */
export function isTrustedDevice(secret: Buffer, account: Account, caller: Caller): boolean {
  const { nonce, marks } = readCookie(caller)
  return isAmong(marks, deviceMark(secret, account, nonce))
}

/** Trusts the device of a member who has just logged in. */
export async function trustDevice(
  { db, deviceSecret }: Deps,
  memberId: number,
  caller: Caller,
): Promise<void> {
  const account = await db
    .selectFrom('account')
    .where('member_id', '=', memberId)
    .select(['member_id as id', 'password_hash', 'device_epoch'])
    .executeTakeFirst()
  if (!account) return
  const sent = readCookie(caller)
  const isWhole = [sent.nonce, ...sent.marks].every((part) => PART.test(part))
  const { nonce, marks } = isWhole ? sent : { nonce: randomBytes(16).toString('base64url'), marks: [] }
  const own = [passwordMark(deviceSecret, account, nonce), deviceMark(deviceSecret, account, nonce)]
  const others = marks.filter((mark) => !own.includes(mark))
  const value = [nonce, ...own, ...others].slice(0, MARKS + 1).join('.')
  caller.setCookie({ name: COOKIE, value, path: PATH, seconds: SECONDS })
}
