import * as calls from '@rosella/contract/safety/endpoints'
import { guarded, type Route } from '../../ports/route'
import { listMyReports } from './list-my-reports'
import { type Deps, reportUser } from './report-user'

export const safetyRoutes = (deps: Deps): Route[] => [
  guarded(calls.reportUser, (viewer, input) => reportUser(deps, viewer, input)),
  guarded(calls.myReports, (viewer) => listMyReports(deps.db, viewer.id)),
]
