import * as calls from '@rosella/contract/admin/endpoints'
import type { Foundations } from '../../ports/foundations'
import { guarded, type Route } from '../../ports/route'
import { changeMember } from './change-member'

type Deps = Pick<Foundations, 'db' | 'bus' | 'clock'>

export const adminMemberRoutes = (deps: Deps): Route[] => [
  guarded(calls.changeMember, (admin, input) => changeMember(deps, admin, input)),
]
