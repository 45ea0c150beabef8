import type { loginTwoStep } from '@rosella/contract/access/endpoints'
import { LOGIN_CHALLENGE_TRIES } from '@rosella/contract/access/rules'
import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { InputOf } from '@rosella/contract/endpoint'
import { lockMember } from '../../../members/sessions'
import { admitStatus } from '../../../members/status'
import { type Reader, type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Caller } from '../../../platform/http/route'
import { Problem } from '../../../platform/problem'
import { hashSecret } from '../../../platform/secret'
import { admitMember } from '../admit-member'
import type { Deps } from '../deps'
import { findAccountOf } from '../find-account'
import { sessionRecord } from '../session-record'
import { trustDevice } from '../trusted-device'
import { readTypedCode, verifyTwoStep } from './two-step'

/** Completes a two-step log-in. A ticket survives up to ten wrong codes. */
export async function logInTwoStep(
  deps: Deps,
  { ticket: secret, code }: InputOf<typeof loginTwoStep>,
  caller: Caller,
): Promise<SessionRecord> {
  const now = deps.clock.now()
  const memberId = (await findLoginChallenge(deps.db, secret, now))?.member_id
  if (!memberId) throw new Problem('two-step.ticket')
  const typed = await readTypedCode(deps, memberId, code)

  const outcome = await withTransaction(deps, async (tx, emit) => {
    await lockMember(tx, memberId)
    const ticket = await findLoginChallenge(tx, secret, now)
    const account = await findAccountOf(tx, memberId)
    if (!ticket?.opened_by || !account) throw new Problem('two-step.ticket')
    const status = admitStatus(account, now, deps.site.contact)
    const wrong = await verifyTwoStep(tx, deps.twoStepKey, memberId, typed, now)
    if (wrong) {
      // Return instead of throwing, because the count of wrong codes must be committed.
      await countWrong(tx, secret, ticket.wrong + 1)
      return { wrong }
    }
    await tx.deleteFrom('login_challenge').where('secret_hash', '=', hashSecret(secret)).execute()
    const { deviceSecret } = deps
    const admission = { openedBy: ticket.opened_by, status, caller, deviceSecret, now }
    return { token: await admitMember(tx, emit, account, admission) }
  })
  if (outcome.wrong !== undefined) throw new Problem(outcome.wrong)
  await trustDevice(deps, memberId, caller)
  return sessionRecord(deps, memberId, outcome.token)
}

const findLoginChallenge = (db: Reader, secret: string, now: number) =>
  db
    .selectFrom('login_challenge')
    .where('secret_hash', '=', hashSecret(secret))
    .where('purpose', '=', 'two-step')
    .where('expires_ts', '>', now)
    .select(['member_id', 'opened_by', 'wrong'])
    .executeTakeFirst()

async function countWrong(tx: Tx, secret: string, wrong: number): Promise<void> {
  const secretHash = hashSecret(secret)
  if (wrong >= LOGIN_CHALLENGE_TRIES)
    await tx.deleteFrom('login_challenge').where('secret_hash', '=', secretHash).execute()
  else await tx.updateTable('login_challenge').set({ wrong }).where('secret_hash', '=', secretHash).execute()
}
