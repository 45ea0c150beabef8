import * as calls from '@rosella/contract/member/endpoints'
import { guarded, type Route } from '../../ports/route'
import { type Deps, viewProfile } from './view-profile'

export const memberRoutes = (deps: Deps): Route[] => [
  guarded(calls.viewProfile, (viewer, input) => viewProfile(deps, viewer, input)),
]
