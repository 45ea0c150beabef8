import * as calls from '@rosella/contract/browse/endpoints'
import { guarded, type Route } from '../../ports/route'
import { type Deps, listMembers } from './list-members'

export const browseRoutes = (deps: Deps): Route[] => [
  guarded(calls.listMembers, (viewer, input) => listMembers(deps, viewer, input)),
]
