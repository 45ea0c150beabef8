import * as calls from '@rosella/contract/signup/endpoints'
import { assertEmailFree } from '../../members/credentials'
import { assertDeliverable } from '../../platform/email/address'
import type { Feature } from '../../platform/feature'
import { guarded, open } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import { activateProfile, type Deps, signUp } from './sign-up'

export const signup = (deps: Deps): Feature => ({
  routes: [
    open(calls.signUp, (input, caller) => signUp(deps, input, caller)),
    open(calls.checkEmail, ({ email }) => checkEmail(deps, email)),
    guarded(calls.activateProfile, (viewer) => activateProfile(deps, viewer)),
  ],
})

async function checkEmail({ db, site }: Services, email: string): Promise<{ message?: string }> {
  assertDeliverable(email)
  await assertEmailFree(db, site, email)
  return {}
}
