import type { SessionRecord } from '@rosella/contract/access/shapes'
import * as calls from '@rosella/contract/signup/endpoints'
import { assertEmailFree } from '../../database/free-email'
import { assertDeliverable } from '../../domain/mail-address'
import { type Caller, guarded, open, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { activateProfile } from './activate-profile'
import { signUp } from './sign-up'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'limits' | 'passwords' | 'places' | 'settings' | 'site'>

export const signupRoutes = (
  deps: Deps,
  logInAs: (memberId: number, caller: Caller) => Promise<SessionRecord>,
): Route[] => [
  open(calls.signUp, (input, caller) => signUp(deps, logInAs, input, caller)),
  open(calls.checkEmail, ({ email }) => checkEmail(deps, email)),
  guarded(calls.activateProfile, (viewer) => activateProfile(deps, viewer)),
]

async function checkEmail({ db, site }: Deps, email: string): Promise<{ message?: string }> {
  assertDeliverable(email)
  await assertEmailFree(db, site, email)
  return {}
}
