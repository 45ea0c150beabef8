import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { InputOf } from '@rosella/contract/endpoint'
import type { signUp as call } from '@rosella/contract/signup/endpoints'
import { checkBasics, yearMonthOf } from '@rosella/contract/signup/rules'
import { assertEmailFree } from '../../database/free-email'
import { type Emit, type Tx, withTransaction } from '../../database/transaction'
import { assertDeliverable } from '../../domain/mail-address'
import { refusePassword } from '../../domain/password-choice'
import { accept, Problem } from '../../domain/problem'
import { isMailAllowed } from '../../mail/count-mail'
import { queueAccessMail } from '../../mail/queue-access-mail'
import type { Caller } from '../../ports/route'
import type { Services } from '../../ports/services'
import { createMember } from './create-member'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'places'>
type Checked = Deps & Pick<Services, 'limits' | 'passwords' | 'site'>
type Input = InputOf<typeof call>

/** Creates the account and its profile in one piece, has the link that confirms the address mailed, and logs in. */
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
  const id = await registerMember(deps, input, hash, {
    assertFree: (tx) => assertEmailFree(tx, deps.site, email),
    async welcome(tx, emit, member_id) {
      // Too many have gone to this address today: the member can ask for one later.
      if (!(await isMailAllowed(deps, email))) return
      const now = deps.clock.now()
      await queueAccessMail(tx, emit, { memberId: member_id, key: 'verify', address: email, now })
    },
  })
  return logInAs(id, caller)
}

/** For those who come by the public call; the demo town's are invented, and its admin has an address that is named. */
interface Publicly {
  assertFree(tx: Tx): Promise<void>
  welcome(tx: Tx, emit: Emit, memberId: number): Promise<void>
}

/** Answers the id of the new member. The hash is dear, so it is made once everything else is right. */
export async function registerMember(
  deps: Deps,
  input: Omit<Input, 'password'>,
  hashPassword: () => Promise<string | null>,
  publicly?: Publicly,
): Promise<number> {
  const now = deps.clock.now()
  const basics = accept(checkBasics(input, yearMonthOf(now)))
  const home = await deps.places.find(basics.country, basics.city)
  if (!home) throw new Problem('signup.location')
  const password_hash = await hashPassword()
  return withTransaction(deps, async (tx, emit) => {
    await publicly?.assertFree(tx)
    const id = await createMember(tx, { ...basics, home, email: input.email, password_hash, now })
    await publicly?.welcome(tx, emit, id)
    return id
  })
}
