import type { PasskeyAnswer } from '@rosella/contract/access/key-shapes'
import type { SessionRecord } from '@rosella/contract/access/shapes'
import { lockMember } from '../../../database/lock-member'
import { withTransaction } from '../../../database/transaction'
import { admitStatus } from '../../../domain/member-status'
import { Problem } from '../../../domain/problem'
import type { Caller } from '../../../ports/route'
import type { Services } from '../../../ports/services'
import { admitMember } from '../admit-member'
import { findAccountOf } from '../find-account'
import { rememberBrowser } from '../known-browser'
import { sessionRecord } from '../session-record'
import { takeTicket } from '../tickets'
import { challengeOf, findPasskey, usePasskey, verifyAnswer } from './verify-passkey'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'settings' | 'site'> & { browserSecret: Buffer }

/** No address, no second step: the passkey says who it is, and its owner showed it that they are there. */
export async function logInByPasskey(
  deps: Deps,
  answer: PasskeyAnswer,
  caller: Caller,
): Promise<SessionRecord> {
  const now = deps.clock.now()
  if (!(await takeTicket(deps.db, challengeOf(answer), 'passkey-login', now)))
    throw new Problem('passkey.late')
  const passkey = await findPasskey(deps.db, answer.id)
  const counter = passkey && (await verifyAnswer(deps.site, answer, passkey))
  // Whoever logs in so typed no address: only the authenticator says whose passkey it is.
  if (!passkey || counter === undefined || !answer.response.userHandle) throw new Problem('passkey.refused')

  const memberId = passkey.member_id
  const token = await withTransaction(deps, async (tx, emit) => {
    await lockMember(tx, memberId)
    const account = await findAccountOf(tx, memberId)
    if (!account || !(await usePasskey(tx, passkey, counter, now))) throw new Problem('passkey.refused')
    const status = admitStatus(account, now, deps.site.contact)
    const { browserSecret } = deps
    return admitMember(tx, emit, account, { openedBy: 'passkey', status, caller, browserSecret, now })
  })
  await rememberBrowser(deps, memberId, caller)
  return sessionRecord(deps, memberId, token)
}
