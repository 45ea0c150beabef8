import type { reauthenticate as call } from '@rosella/contract/access/endpoints'
import type { PasskeyAnswer } from '@rosella/contract/access/shapes'
import type { InputOf } from '@rosella/contract/endpoint'
import type { ProblemCode } from '@rosella/contract/problems'
import { assertPassword, lockAndReauthenticate } from '../../members/credentials'
import { lockSession } from '../../members/sessions'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Deps } from './deps'
import { consumeLoginChallenge } from './login-challenges'
import { challengeOf, findPasskey, usePasskey, verifyAnswer } from './passkeys/verify-passkey'
import { readTypedCode, verifyTwoStep } from './two-step/two-step'

type Owner = Pick<Viewer, 'id' | 'session_id'>
/** The part of a check that needs the member locked; returns what is wrong. */
type Use = (tx: Tx) => Promise<ProblemCode | undefined>

/** The session's member authenticates again; sensitive calls are allowed for 15 minutes. */
export async function reauthenticate(
  deps: Deps,
  viewer: Owner,
  { password, code, passkey }: InputOf<typeof call>,
): Promise<{ message?: string }> {
  if ([password, code, passkey].filter((way) => way !== undefined).length !== 1)
    throw new Problem('reauthenticate.one-way')
  const now = deps.clock.now()
  const use = passkey
    ? await byPasskey(deps, viewer, passkey, now)
    : code === undefined
      ? await byPassword(deps, viewer, password ?? '')
      : await byCode(deps, viewer, code, now)
  const wrong = await withTransaction(deps, async (tx) => {
    await lockSession(tx, viewer)
    const problem = await use(tx)
    // Return instead of throwing, because the count of wrong codes must be committed.
    if (problem) return problem
    await tx
      .updateTable('session')
      .set({ reauthenticated_ts: now })
      .where('id', '=', viewer.session_id)
      .execute()
    return undefined
  })
  if (wrong) throw new Problem(wrong)
  return {}
}

async function byPassword(deps: Deps, viewer: Owner, password: string): Promise<Use> {
  const reauthenticated = await assertPassword(deps, viewer, password)
  return async (tx) => {
    await lockAndReauthenticate(tx, viewer, reauthenticated)
    return undefined
  }
}

async function byCode(deps: Deps, viewer: Owner, code: string, now: number): Promise<Use> {
  const typed = await readTypedCode(deps, viewer.id, code)
  return (tx) => verifyTwoStep(tx, deps.twoStepKey, viewer.id, typed, now)
}

async function byPasskey(deps: Deps, viewer: Owner, answer: PasskeyAnswer, now: number): Promise<Use> {
  const ticket = await consumeLoginChallenge(deps.db, challengeOf(answer), 'reauthenticate', now)
  if (ticket?.session_id !== viewer.session_id) throw new Problem('passkey.late')
  const passkey = await findPasskey(deps.db, answer.id)
  const counter =
    passkey?.member_id === viewer.id ? await verifyAnswer(deps.site, answer, passkey) : undefined
  if (!passkey || counter === undefined) throw new Problem('passkey.refused')
  return async (tx) => ((await usePasskey(tx, passkey, counter, now)) ? undefined : 'passkey.refused')
}
