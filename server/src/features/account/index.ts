import * as calls from '@rosella/contract/account/endpoints'
import { every, type Feature, HOUR, job, retry } from '../../platform/feature'
import { file, guarded } from '../../platform/http/route'
import type { Services } from '../../platform/services'
import { deactivateAccount } from './deactivate-account'
import { eraseAccount, purgeErased } from './erase-account'
import { packMyData } from './export/pack-export'
import { eraseDormant, sendDormantMail, tellDormant } from './inactive'

export const account = (deps: Services): Feature => ({
  routes: [
    guarded(calls.deactivateAccount, (viewer) => deactivateAccount(deps, viewer)),
    guarded(calls.deleteAccount, (viewer) => eraseAccount(deps, viewer)),
    file(calls.downloadMyData, (viewer) => packMyData(deps, viewer)),
  ],
  jobs: [job('dormant-mail', retry.important, sendDormantMail(deps))],
  // docs/operations/retention.md lists how long each kind of data is kept.
  schedules: [
    every(HOUR, 'tell-dormant', tellDormant(deps)),
    every(HOUR, 'erase-dormant', eraseDormant(deps)),
    every(HOUR, 'purge-erased', purgeErased(deps)),
  ],
})

export { sweepMail } from './delete-old-email'
export { refuseDemoMembers, removeDemoMembers } from './demo-members'
