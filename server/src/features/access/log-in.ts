import type { login } from '@rosella/contract/access/endpoints'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { ProblemCode } from '@rosella/contract/problems'
import { lockMember } from '../../members/sessions'
import { admitStatus } from '../../members/status'
import type { SessionOrigin } from '../../platform/database/tables'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Caller } from '../../platform/http/route'
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

/** The id of no member: work done for it finds nothing, and takes as long. */
const NOBODY = 0

const TRIES = { limit: 10, seconds: 600 }

/**
 * Counts a try, and answers how to forget it. Strangers have ten in ten minutes for an account, all together; a browser
 * that was logged in before has ten of its own, so that no stranger can use up its owner's.
 */
async function countPasswordTry(
  limits: RateLimitStore,
  by: { email: string } | { browser: string },
): Promise<() => Promise<void>> {
  const key = 'browser' in by ? `log-in browser ${by.browser}` : `log-in account ${by.email.toLowerCase()}`
  const { allowed, waitSeconds } = await limits.hit(key, TRIES)
  if (!allowed) throw new Problem('too-many', {}, undefined, waitSeconds)
  return () => limits.forget(key)
}

type Input = InputOf<typeof login>
type Way = Extract<SessionOrigin, 'password' | 'link' | 'code'>

const refusals: Record<Way, ProblemCode> = {
  password: 'login.unknown',
  link: 'link.expired',
  code: 'code.expired',
}

/**
 * Password, access link or code; each proves who calls, and all end in the same session, or before it in the ticket for
 * two-step verification where the member has switched one on.
 */
export async function logIn(deps: Deps, input: Input, caller: Caller): Promise<ReplyOf<typeof login>> {
  const way = wayOf(input)
  const account = await findAccount(deps.db, input.email)
  const now = deps.clock.now()
  if (way === 'password') await assertPassword(deps, input, account, caller)
  if (way === 'code') await slowCodesDown(deps, now)
  if (input.hash !== undefined && !(await isLinkKnown(deps.db, input.hash))) throw new Problem('link.expired')

  // An address without an account costs the same work: time tells nothing about it.
  const id = account?.id ?? NOBODY
  const outcome = await withTransaction(deps, async (tx, emit) => {
    await lockMember(tx, id)
    const current = await findAccount(tx, input.email)
    // The proof took its time: a new password that came meanwhile counts. A key is good only for the address it was
    // mailed to: one on its way while the address changed lies in somebody else's mail box.
    const isReauthenticated =
      way === 'password'
        ? current?.password_hash === account?.password_hash
        : (await consumeKey(tx, id, input, now)) === current?.email
    // What a wrong code costs is kept, so this is no rollback.
    if (!current || current.id !== id || !isReauthenticated) return undefined
    const status = admitStatus(current, now, deps.site.contact)
    if (way !== 'password') await confirmAddress(tx, emit, current, { caller, now })
    // After that: two-step verification prepared for somebody else's address keeps nobody out.
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
  const given: (Way | false)[] = [
    password !== undefined && 'password',
    hash !== undefined && 'link',
    code !== undefined && 'code',
  ]
  const [way, ...more] = given.filter((one) => one !== false)
  if (!way || more.length > 0) throw new Problem('login.one-way')
  return way
}

async function assertPassword(
  deps: Deps,
  { email, password = '' }: Input,
  account: AccountFound | undefined,
  caller: Caller,
): Promise<void> {
  const browser = account && trustedDevice(deps.deviceSecret, account, caller)
  const forgive = await countPasswordTry(deps.rateLimits, browser ? { browser } : { email })
  // An unknown account costs the same work, so that time tells nothing.
  const isRight = await deps.passwords.verify(account?.password_hash, password)
  if (!isRight || !account) throw new Problem('login.unknown')
  await forgive()
}

/** Answers the address that the key was mailed to, or nothing where the key is not good. */
const consumeKey = (tx: Tx, id: number, { hash, code }: Input, now: number): Promise<string | undefined> =>
  hash === undefined ? consumeCode(tx, id, code ?? '', now) : consumeLink(tx, id, hash, now)
