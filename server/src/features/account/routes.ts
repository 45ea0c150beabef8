import * as calls from '@rosella/contract/account/endpoints'
import { file, guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { deactivateAccount } from './deactivate-account'
import { eraseAccount } from './erase-account'
import { packMyData } from './my-data/pack-my-data'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'mailer' | 'photos' | 'site'>

export const accountRoutes = (deps: Deps): Route[] => [
  guarded(calls.deactivateAccount, (viewer) => deactivateAccount(deps, viewer)),
  guarded(calls.deleteAccount, (viewer) => eraseAccount(deps, viewer)),
  file(calls.downloadMyData, (viewer) => packMyData(deps, viewer)),
]
