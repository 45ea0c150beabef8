import * as calls from '@rosella/contract/verification/endpoints'
import * as moderation from '@rosella/contract/verification/moderation'
import { every, type Feature, HOUR } from '../../platform/feature'
import { guarded, upload } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import { expireVerifications } from './expire-verifications'
import { decideVerification } from './moderation/decide-verification'
import { listVerifications } from './moderation/list-verifications'
import { askToVerify, readVerification } from './read-verification'
import { sendVerification, startVerification } from './send-verification'

export const verification = (deps: Services): Feature => ({
  routes: [
    guarded(calls.readVerification, (viewer) => readVerification(deps, viewer)),
    guarded(calls.startVerification, (viewer) => startVerification(deps, viewer)),
    upload(calls.sendVerification, (viewer, form, input) => sendVerification(deps, viewer, form, input)),
    guarded(calls.askToVerify, (viewer, { recipient_id }) => askToVerify(deps, viewer, recipient_id)),
    guarded(moderation.adminVerifications, (admin, input) => listVerifications(deps, admin, input)),
    guarded(moderation.decideVerification, (admin, input) => decideVerification(deps, admin, input)),
  ],
  schedules: [every(HOUR, 'expire-verifications', expireVerifications(deps))],
})
