import type { SessionRecord } from '@rosella/contract/access/shapes'
import * as calls from '@rosella/contract/signup/endpoints'
import { sql } from 'kysely'
import { refuseBannedEmail } from '../../database/banned-email'
import { Problem } from '../../domain/problem'
import { type Caller, guarded, open, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { activateProfile } from './activate-profile'
import { signUp } from './sign-up'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'passwords' | 'places' | 'settings'>

export const signupRoutes = (
  deps: Deps,
  logInAs: (memberId: number, caller: Caller) => Promise<SessionRecord>,
): Route[] => [
  open(calls.signUp, (input, caller) => signUp(deps, logInAs, input, caller)),
  open(calls.checkEmail, ({ email }) => checkEmail(deps, email)),
  guarded(calls.activateProfile, (viewer) => activateProfile(deps, viewer)),
]

async function checkEmail({ db }: Deps, email: string): Promise<{ message?: string }> {
  const taken = await db
    .selectFrom('account')
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .select('member_id')
    .executeTakeFirst()
  if (taken) throw new Problem('email.taken')
  await refuseBannedEmail(db, email)
  return {}
}
