import * as calls from '@rosella/contract/access/endpoints'
import { guarded, open, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { changePasswordByLink } from './change-password-by-link'
import { endSession } from './end-session'
import { readOwnUser } from './get-user'
import { listSessions } from './list-sessions'
import { logIn } from './log-in'
import { requestAccessKey } from './request-access-key'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'limits' | 'passwords' | 'settings' | 'site' | 'log'> & {
  browserSecret: Buffer
}

export const accessRoutes = (deps: Deps): Route[] => [
  open(calls.login, (input, caller) => logIn(deps, input, caller)),
  open(calls.forgotPassword, ({ email }) => requestAccessKey(deps, email, 'password')),
  open(calls.requestAccess, ({ email, kind }) => requestAccessKey(deps, email, kind)),
  guarded(calls.logout, (viewer) => endSession(deps, viewer, viewer)),
  guarded(calls.changePassword, (viewer, input) => changePasswordByLink(deps, viewer, input)),
  guarded(calls.getUser, (viewer, _input, caller) => readOwnUser(deps, viewer, caller.token ?? '')),
  guarded(calls.listSessions, (viewer) => listSessions(deps, viewer)),
  guarded(calls.endSession, (viewer, input) => endSession(deps, viewer, input)),
]
