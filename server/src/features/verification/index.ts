import * as calls from '@rosella/contract/verification/endpoints'
import * as moderation from '@rosella/contract/verification/moderation'
import { every, type Feature, HOUR } from '../../platform/feature'
import { guarded, upload } from '../../platform/http/route'
import { expireVerifications } from './expire-verifications'
import { decideVerification, removeVerification } from './moderation/decide-verification'
import { claimVerifications, type Deps, listVerifications } from './moderation/list-verifications'
import { askToVerify, readVerification } from './read-verification'
import { sendVerification, startVerification } from './send-verification'

export const verification = (deps: Deps): Feature => ({
  routes: [
    guarded(calls.readVerification, (viewer) => readVerification(deps, viewer)),
    guarded(calls.startVerification, (viewer) => startVerification(deps, viewer)),
    upload(calls.sendVerification, (viewer, form, input) => sendVerification(deps, viewer, form, input)),
    guarded(calls.askToVerify, (viewer, { recipient_id }) => askToVerify(deps, viewer, recipient_id)),
    guarded(moderation.adminVerifications, (admin, input) => listVerifications(deps, admin, input)),
    guarded(moderation.claimVerifications, (admin, input) => claimVerifications(deps, admin, input)),
    guarded(moderation.decideVerification, (admin, input) => decideVerification(deps, admin, input)),
    guarded(moderation.removeVerification, (admin, input) => removeVerification(deps, admin, input)),
  ],
  schedules: [every(HOUR, 'expire-verifications', expireVerifications(deps))],
})
