import * as calls from '@rosella/contract/admin/verifications'
import { guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { decideVerification } from './decide-verification'
import { listVerifications } from './list-verifications'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'photos' | 'photoUrls' | 'site'>

export const adminVerificationRoutes = (deps: Deps): Route[] => [
  guarded(calls.adminVerifications, (admin, input) => listVerifications(deps, admin, input)),
  guarded(calls.decideVerification, (admin, input) => decideVerification(deps, admin, input)),
]
