import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { InputOf } from '@rosella/contract/endpoint'
import type { signUp as call } from '@rosella/contract/signup/endpoints'
import { checkBasics, yearMonthOf } from '@rosella/contract/signup/rules'
import { withTransaction } from '../../database/transaction'
import { accept, Problem } from '../../domain/problem'
import type { Caller } from '../../ports/route'
import type { Services } from '../../ports/services'
import { createMember } from './create-member'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'places'>
type Input = InputOf<typeof call>

/** Creates the account and its profile in one piece and logs the new member in. */
export async function signUp(
  deps: Deps & Pick<Services, 'passwords'>,
  logInAs: (memberId: number, caller: Caller) => Promise<SessionRecord>,
  input: Input,
  caller: Caller,
): Promise<SessionRecord> {
  const id = await registerMember(deps, input, () => deps.passwords.hash(input.password))
  return logInAs(id, caller)
}

/** Answers the id of the new member. The hash is dear, so it is made once everything else is right. */
export async function registerMember(
  deps: Deps,
  input: Omit<Input, 'password'>,
  hashPassword: () => Promise<string | null>,
): Promise<number> {
  const now = deps.clock.now()
  const basics = accept(checkBasics(input, yearMonthOf(now)))
  const home = await deps.places.find(basics.country, basics.city)
  if (!home) throw new Problem('signup.location')
  const password_hash = await hashPassword()
  return withTransaction(deps, (tx) =>
    createMember(tx, { ...basics, home, email: input.email, password_hash, now }),
  )
}
