import * as calls from '@rosella/contract/admin/endpoints'
import { guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { decideAppeal } from './decide-appeal'
import { decideReport } from './decide-report'
import { listReports, readReport } from './list-reports'
import { takeReport } from './take-report'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'photoUrls' | 'site'>

export const adminReportRoutes = (deps: Deps): Route[] => [
  guarded(calls.adminReports, (admin, input) => listReports(deps, admin, input)),
  guarded(calls.adminReport, (admin, { id }) => readReport(deps, admin, id)),
  guarded(calls.takeReport, (admin, input) => takeReport(deps, admin, input)),
  guarded(calls.decideReport, (admin, input) => decideReport(deps, admin, input)),
  guarded(calls.decideAppeal, (admin, input) => decideAppeal(deps, admin, input)),
]
