import { withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import { reviveJob } from '../../jobs/dead-jobs'
import type { Services } from '../../ports/services'
import { recordAudit } from './record-audit'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

/** A job that was given up gets all its tries again. */
export async function retryJob(deps: Deps, admin: Viewer, id: number): Promise<{ message?: string }> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const kind = await reviveJob(tx, emit, id, now)
    if (!kind) throw new Problem('job.unknown')
    await recordAudit(tx, admin, now, { action: 'job.retry', after: { id, kind } })
    return {}
  })
}
