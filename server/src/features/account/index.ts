import * as calls from '@rosella/contract/account/endpoints'
import { logRevocations } from '../../members/revocation-log'
import { every, type Feature, HOUR, job, MINUTE, retry } from '../../platform/feature'
import { file, guarded } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import { deactivateAccount, deleteErasedTraces, eraseAccount, finishErasure } from './close-account'
import { exportMyData } from './export/pack-export'
import { eraseInactive, notifyInactive, sendInactiveEmail } from './retention'

export const account = (deps: Services): Feature => ({
  routes: [
    guarded(calls.deactivateAccount, (viewer) => deactivateAccount(deps, viewer)),
    guarded(calls.deleteAccount, (viewer) => eraseAccount(deps, viewer)),
    file(calls.downloadMyData, (viewer) => exportMyData(deps, viewer)),
  ],
  jobs: [
    job('inactive-mail', retry.important, sendInactiveEmail(deps)),
    job('erase-member', retry.urgent, finishErasure(deps)),
  ],
  // docs/operations/retention.md lists how long each kind of data is stored.
  schedules: [
    every(HOUR, 'notify-inactive', notifyInactive(deps)),
    every(HOUR, 'erase-inactive', eraseInactive(deps)),
    every(MINUTE, 'log-revocations', logRevocations(deps)),
    every(HOUR, 'delete-erased-traces', deleteErasedTraces(deps)),
  ],
})

export { refuseDemoMembers, removeDemoMembers } from './demo-members'
export { deleteOldEmails } from './retention'
