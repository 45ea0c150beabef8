import { setTimeout as sleep } from 'node:timers/promises'
import type { login } from '@rosella/contract/access/endpoints'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { ProblemCode } from '@rosella/contract/problems'
import { lockMember } from '../../members/sessions'
import { admitStatus } from '../../members/status'
import type { SessionOrigin } from '../../platform/database/tables'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import { plainAddress } from '../../platform/email/address'
import { networkOf } from '../../platform/http/rate-limit'
import { type Caller, parseBoolean } from '../../platform/http/route'
import type { RateLimitStore } from '../../platform/ports/rate-limit-store'
import { Problem } from '../../platform/problem'
import { consumeCode, consumeLink, isLinkKnown, slowCodesDown } from './access-keys'
import { admitMember, confirmAddress } from './admit-member'
import { isTwoStepOn } from './credentials'
import type { Deps } from './deps'
import { type AccountFound, findAccount } from './find-account'
import { createLoginChallenge } from './login-challenges'
import { sessionRecord } from './session-record'
import { trustDevice, trustedDevice } from './trusted-device'

/** No member has this id, so work done for it takes as long and finds nothing. */
const NOBODY = 0

/** The seconds that password tries wait: the first ten in an hour none, the next ten one second, and so on. */
const DELAYS = [0, 1, 2, 4]
const LONGEST_DELAY = 10
const STEP = { limit: 10, seconds: 3600 }
/** A network's tries for one account that are only delayed; further ones also wait for each other. */
const FIRST_TRIES = { limit: 3, seconds: 86_400 }
/** IPv6 networks are cheap, so the tries of a /48 count together. */
const IPV6_GROUPS = 3

/**
 * Counts a try, waits, and returns a function that forgets the tries. Tries only slow down, so that strangers can't lock
 * the owner out; a browser that was logged in before has its own count. Guessing stays slow: all networks that keep
 * trying one account share one try per delay, and the others have three tries a day each.
 */
async function delayPasswordTry(
  limits: RateLimitStore,
  by: { email: string } | { browser: string },
  { address }: Caller,
): Promise<() => Promise<void>> {
  const who = 'browser' in by ? `browser ${by.browser}` : `account ${plainAddress(by.email)}`
  const steps = DELAYS.map((seconds) => ({ seconds, key: `log-in ${seconds} ${who}` }))
  const seconds = await findDelay(limits, steps)
  if (seconds > 0) {
    const network = `log-in network ${networkOf(address, IPV6_GROUPS)} ${who}`
    const isFirst = (await limits.hit(network, FIRST_TRIES)).allowed
    const slot = isFirst ? undefined : await limits.hit(`log-in slot ${who}`, { limit: 1, seconds })
    if (slot?.allowed === false) throw new Problem('too-many', {}, undefined, slot.waitSeconds)
    await sleep(seconds * 1000)
  }
  return async () => {
    for (const { key } of steps) await limits.forget(key)
  }
}

async function findDelay(
  limits: RateLimitStore,
  steps: readonly { seconds: number; key: string }[],
): Promise<number> {
  for (const { seconds, key } of steps) if ((await limits.hit(key, STEP)).allowed) return seconds
  return LONGEST_DELAY
}

type Input = InputOf<typeof login>
type Way = Extract<SessionOrigin, 'password' | 'link' | 'code'>

const refusals: Record<Way, ProblemCode> = {
  password: 'login.unknown',
  link: 'link.expired',
  code: 'code.expired',
}

/**
 * Logs in by password, access link or code. Each returns a session or, where two-step verification is on, a
 * ticket for two-step verification.
 */
export async function logIn(deps: Deps, input: Input, caller: Caller): Promise<ReplyOf<typeof login>> {
  const way = wayOf(input)
  const account = await findAccount(deps.db, input.email)
  const now = deps.clock.now()
  if (way === 'code') await slowCodesDown(deps, now)
  if (input.hash !== undefined && !(await isLinkKnown(deps.db, input.hash))) throw new Problem('link.expired')
  // Beside a link or code, the password shows at the first confirmation that the caller created the account.
  const isShown = way !== 'password' && input.password !== undefined && account?.email_confirmed === false
  if (way === 'password' || isShown) await assertPassword(deps, input, account, caller)

  // An address without an account costs the same work, so that the time reveals nothing.
  const id = account?.id ?? NOBODY
  const outcome = await withTransaction(deps, async (tx, emit) => {
    await lockMember(tx, id)
    const current = await findAccount(tx, input.email)
    // The password check took time, so a password changed meanwhile wins. A key is valid only for the address
    // it was sent to: if the address changed meanwhile, the key may be in someone else's mailbox.
    const isSamePassword = current?.password_hash === account?.password_hash
    const isReauthenticated =
      way === 'password' ? isSamePassword : (await consumeKey(tx, id, input, now)) === current?.email
    // Return instead of throwing, because the count of wrong codes must be committed.
    if (!current || current.id !== id || !isReauthenticated) return undefined
    const status = admitStatus(current, now, deps.site.contact)
    if (way !== 'password') {
      const asks = parseBoolean(input.ask_password)
      await confirmAddress(tx, emit, current, { caller, isCreator: isShown && isSamePassword, asks, now })
    }
    // After confirmAddress, so that two-step verification set up for someone else's address can't lock the owner out.
    if (await isTwoStepOn(tx, id))
      return {
        ticket: await createLoginChallenge(tx, { purpose: 'two-step', memberId: id, openedBy: way }, now),
      }
    const { deviceSecret } = deps
    return {
      token: await admitMember(tx, emit, current, { openedBy: way, status, caller, deviceSecret, now }),
    }
  })
  if (outcome === undefined) throw new Problem(refusals[way])
  if (outcome.ticket !== undefined) return { two_step: true, ticket: outcome.ticket }
  await trustDevice(deps, id, caller)
  return sessionRecord(deps, id, outcome.token)
}

function wayOf({ password, hash, code }: Input): Way {
  if (hash !== undefined && code !== undefined) throw new Problem('login.one-way')
  if (hash !== undefined) return 'link'
  if (code !== undefined) return 'code'
  if (password === undefined) throw new Problem('login.one-way')
  return 'password'
}

async function assertPassword(
  deps: Deps,
  { email, password = '', hash, code }: Input,
  account: AccountFound | undefined,
  caller: Caller,
): Promise<void> {
  const browser = account && trustedDevice(deps.deviceSecret, account, caller)
  const forgive = await delayPasswordTry(deps.rateLimits, browser ? { browser } : { email }, caller)
  // An unknown account costs the same work, so that the time reveals nothing.
  const isRight = await deps.passwords.verify(account?.password_hash, password)
  const isAlone = hash === undefined && code === undefined
  if (!isRight || !account) throw new Problem(isAlone ? 'login.unknown' : 'password.wrong')
  await forgive()
}

/** Returns the address that the key was sent to, or undefined if the key is invalid. */
const consumeKey = (tx: Tx, id: number, { hash, code }: Input, now: number): Promise<string | undefined> =>
  hash === undefined ? consumeCode(tx, id, code ?? '', now) : consumeLink(tx, id, hash, now)
