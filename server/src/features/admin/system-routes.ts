import * as calls from '@rosella/contract/admin/endpoints'
import { listDeadJobs, readBacklog } from '../../jobs/dead-jobs'
import { guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { retryJob } from './retry-job'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/** How the site itself is doing. */
export const adminSystemRoutes = (deps: Deps): Route[] => [
  guarded(calls.system, async () => ({
    jobs: await readBacklog(deps.db, deps.clock.now()),
    dead: await listDeadJobs(deps.db),
  })),
  guarded(calls.retryJob, (admin, { id }) => retryJob(deps, admin, id)),
]
