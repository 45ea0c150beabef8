import { exposure } from '@rosella/contract/admin/exposure'
import * as calls from '@rosella/contract/admin/shield-endpoints'
import { guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { readExposure } from './read-exposure'
import { changeScamRule, listScamRules } from './scam-rules'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

export const adminShieldRoutes = (deps: Deps): Route[] => [
  guarded(calls.scamRules, () => listScamRules(deps)),
  guarded(calls.changeScamRule, (admin, input) => changeScamRule(deps, admin, input)),
  guarded(exposure, () => readExposure(deps)),
]
