import * as calls from '@rosella/contract/admin/endpoints'
import { guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { readSystem, type SystemDeps } from './read-system'
import { retryJob } from './retry-job'

/** How the site itself is doing. */
export const adminSystemRoutes = (deps: SystemDeps & Pick<Services, 'bus'>): Route[] => [
  guarded(calls.system, () => readSystem(deps)),
  guarded(calls.retryJob, (admin, { id }) => retryJob(deps, admin, id)),
]
