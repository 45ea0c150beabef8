import type { login } from '@rosella/contract/access/endpoints'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { ProblemCode } from '@rosella/contract/problems'
import { isSecondOn } from '../../database/credential-change'
import { lockMember } from '../../database/lock-member'
import type { SessionOrigin } from '../../database/tables'
import { type Tx, withTransaction } from '../../database/transaction'
import { admitStatus } from '../../domain/member-status'
import { Problem } from '../../domain/problem'
import type { Caller } from '../../ports/route'
import type { Services } from '../../ports/services'
import { admitMember } from './admit-member'
import { confirmAddress } from './confirm-address'
import { consumeCode, consumeLink, isLinkKnown } from './consume-access-key'
import { type AccountFound, findAccount, NOBODY } from './find-account'
import { knownBrowser, rememberBrowser } from './known-browser'
import { countPasswordTry } from './password-tries'
import { sessionRecord } from './session-record'
import { newTicket } from './tickets'
import { slowCodesDown } from './wrong-codes'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'limits' | 'passwords' | 'settings' | 'site' | 'log'> & {
  browserSecret: Buffer
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
 * the second step where the member has switched one on.
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
    const isProved =
      way === 'password'
        ? current?.password_hash === account?.password_hash
        : (await consumeKey(tx, id, input, now)) === current?.email
    // What a wrong code costs is kept, so this is no rollback.
    if (!current || current.id !== id || !isProved) return undefined
    const status = admitStatus(current, now, deps.site.contact)
    if (way !== 'password') await confirmAddress(tx, emit, current, { caller, now })
    // After that: a second step prepared for somebody else's address keeps nobody out.
    if (await isSecondOn(tx, id))
      return { ticket: await newTicket(tx, { purpose: 'second', memberId: id, openedBy: way }, now) }
    const { browserSecret } = deps
    return {
      token: await admitMember(tx, emit, current, { openedBy: way, status, caller, browserSecret, now }),
    }
  })
  if (outcome === undefined) throw new Problem(refusals[way])
  if (outcome.ticket !== undefined) return { second: true, ticket: outcome.ticket }
  await rememberBrowser(deps, id, caller)
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
  const browser = account && knownBrowser(deps.browserSecret, account, caller)
  const forgive = await countPasswordTry(deps.limits, browser ? { browser } : { email })
  // An unknown account costs the same work, so that time tells nothing.
  const isRight = await deps.passwords.verify(account?.password_hash, password)
  if (!isRight || !account) throw new Problem('login.unknown')
  await forgive()
}

/** Answers the address that the key was mailed to, or nothing where the key is not good. */
const consumeKey = (tx: Tx, id: number, { hash, code }: Input, now: number): Promise<string | undefined> =>
  hash === undefined ? consumeCode(tx, id, code ?? '', now) : consumeLink(tx, id, hash, now)
