import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { InputOf } from '@rosella/contract/endpoint'
import type { signUp as call } from '@rosella/contract/signup/endpoints'
import { checkBasics, yearMonthOf } from '@rosella/contract/signup/rules'
import { assertEmailFree } from '../../database/free-email'
import { type Tx, withTransaction } from '../../database/transaction'
import { assertDeliverable } from '../../domain/mail-address'
import { refusePassword } from '../../domain/password-choice'
import { accept, Problem } from '../../domain/problem'
import type { Caller } from '../../ports/route'
import type { Services } from '../../ports/services'
import { createMember } from './create-member'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'places'>
type Checked = Deps & Pick<Services, 'passwords' | 'site'>
type Input = InputOf<typeof call>

/** Creates the account and its profile in one piece and logs the new member in. */
export async function signUp(
  deps: Checked,
  logInAs: (memberId: number, caller: Caller) => Promise<SessionRecord>,
  input: Input,
  caller: Caller,
): Promise<SessionRecord> {
  const { email, password } = input
  assertDeliverable(email)
  const hash = async () => {
    await refusePassword(password, input)
    return deps.passwords.hash(password)
  }
  const id = await registerMember(deps, input, hash, (tx) => assertEmailFree(tx, deps.site, email))
  return logInAs(id, caller)
}

/**
 * Answers the id of the new member. The hash is dear, so it is made once everything else is right. Whether the address
 * is free is asked for those who come by the public call; an invented admin of the demo town has a named one.
 */
export async function registerMember(
  deps: Deps,
  input: Omit<Input, 'password'>,
  hashPassword: () => Promise<string | null>,
  assertFree: (tx: Tx) => Promise<void> = async () => {},
): Promise<number> {
  const now = deps.clock.now()
  const basics = accept(checkBasics(input, yearMonthOf(now)))
  const home = await deps.places.find(basics.country, basics.city)
  if (!home) throw new Problem('signup.location')
  const password_hash = await hashPassword()
  return withTransaction(deps, async (tx) => {
    await assertFree(tx)
    return createMember(tx, { ...basics, home, email: input.email, password_hash, now })
  })
}
