import * as calls from '@rosella/contract/access/endpoints'
import type { Foundations } from '../../ports/foundations'
import { guarded, open, type Route } from '../../ports/route'
import { changePassword } from './change-password'
import { endSession } from './end-session'
import { readOwnUser } from './get-user'
import { listSessions } from './list-sessions'
import { logIn } from './log-in'
import { mailAccessKey } from './mail-access-key'

type Deps = Pick<Foundations, 'db' | 'bus' | 'clock' | 'mailer' | 'passwords' | 'settings' | 'site' | 'log'>

export const accessRoutes = (deps: Deps): Route[] => [
  open(calls.login, (input, caller) => logIn(deps, input, caller)),
  open(calls.forgotPassword, ({ email }) => mailAccessKey(deps, email, 'password')),
  open(calls.requestAccess, ({ email, kind }) => mailAccessKey(deps, email, kind)),
  guarded(calls.logout, (viewer) => endSession(deps, viewer, viewer)),
  guarded(calls.changePassword, (viewer, input) => changePassword(deps, viewer, input)),
  guarded(calls.getUser, (viewer, _input, caller) => readOwnUser(deps, viewer, caller.token ?? '')),
  guarded(calls.listSessions, (viewer) => listSessions(deps, viewer)),
  guarded(calls.endSession, (viewer, input) => endSession(deps, viewer, input)),
]
