import * as calls from '@rosella/contract/safety/endpoints'
import { guarded, open, type Route } from '../../ports/route'
import { type AppealDeps, readAppeal, sendAppeal } from './appeal'
import { listPastContacts } from './contacts'
import { listMyReports } from './list-my-reports'
import { type Deps, reportUser } from './report-user'
import { dismissWarning } from './shield/dismiss-warning'

export const safetyRoutes = (deps: Deps & AppealDeps): Route[] => [
  guarded(calls.reportUser, (viewer, input) => reportUser(deps, viewer, input)),
  guarded(calls.pastContacts, (viewer) => listPastContacts(deps, viewer.id)),
  guarded(calls.dismissScamWarning, (viewer, { recipient_id }) => dismissWarning(deps, viewer, recipient_id)),
  guarded(calls.myReports, (viewer) => listMyReports(deps.db, viewer.id)),
  open(calls.readAppeal, (input) => readAppeal(deps, input)),
  open(calls.sendAppeal, (input) => sendAppeal(deps, input)),
]
