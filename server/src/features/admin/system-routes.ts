import * as calls from '@rosella/contract/admin/endpoints'
import { listDeadJobs, readBacklog } from '../../jobs/dead-jobs'
import { listHeldJobs } from '../../jobs/held-jobs'
import { guarded, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'
import { listWarnings } from './list-warnings'
import { retryJob } from './retry-job'
import type { SetupWatch } from './setup-watch'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'> & { setup: Pick<SetupWatch, 'faults'> }

/** How the site itself is doing. */
export const adminSystemRoutes = (deps: Deps): Route[] => [
  guarded(calls.system, async () => ({
    jobs: await readBacklog(deps.db, deps.clock.now()),
    dead: await listDeadJobs(deps.db),
    held: await listHeldJobs(deps.db),
    warnings: await listWarnings(deps),
  })),
  guarded(calls.retryJob, (admin, { id }) => retryJob(deps, admin, id)),
]
