import * as calls from '@rosella/contract/access/endpoints'
import type { Foundations } from '../../ports/foundations'
import { guarded, open, type Route } from '../../ports/route'
import { readOwnUser } from './get-user'
import { logIn } from './log-in'
import { logOut } from './log-out'

type Deps = Pick<Foundations, 'db' | 'bus' | 'clock' | 'passwords' | 'settings' | 'site' | 'log'>

export const accessRoutes = (deps: Deps): Route[] => [
  open(calls.login, (input, caller) => logIn(deps, input, caller)),
  guarded(calls.logout, (viewer) => logOut(deps, viewer)),
  guarded(calls.getUser, (viewer, _input, caller) => readOwnUser(deps, viewer, caller.token ?? '')),
]
