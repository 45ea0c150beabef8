import type { SessionRecord } from '@rosella/contract/access/shapes'
import * as calls from '@rosella/contract/admin/endpoints'
import type { Viewer } from '../../domain/viewer'
import { guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { changeMember } from './change-member'
import { impersonate } from './impersonate'
import { inviteBy } from './invite-member'
import { readMember } from './read-member'
import { searchMembers } from './search-members'

type Deps = Pick<Services, 'db' | 'replica' | 'bus' | 'clock' | 'site' | 'photoUrls'>

/** Opens a session as a member for the admin who asks. */
export type ImpersonateAs = (memberId: number, admin: Viewer) => Promise<SessionRecord>

export const adminMemberRoutes = (deps: Deps, impersonateAs: ImpersonateAs): Route[] => [
  guarded(calls.adminMembers, (admin, input) => searchMembers(deps, admin, input)),
  guarded(calls.adminMember, (admin, { id }) => readMember(deps, admin, id)),
  guarded(calls.changeMember, (admin, input) => changeMember(deps, admin, input)),
  guarded(calls.impersonate, (admin, input) => impersonate(deps, impersonateAs, admin, input)),
  guarded(calls.invite, (admin, { invite_email }) => inviteBy(deps, admin, invite_email)),
]
