import * as calls from '@rosella/contract/member/endpoints'
import type { Feature } from '../../platform/feature'
import { guarded } from '../../platform/http/route'
import { type Deps, viewProfile } from './view-profile'

export const member = (deps: Deps): Feature => ({
  routes: [guarded(calls.viewProfile, (viewer, input) => viewProfile(deps, viewer, input))],
})
