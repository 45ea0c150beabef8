import { sql } from 'kysely'
import { withTransaction } from '../../../database/transaction'
import { markPeriodic } from '../../../jobs/mark-periodic'
import type { Services } from '../../../ports/services'
import { hasNews, wantsSummary } from './count-news'
import { latestDue, TOO_LATE } from './weekly-time'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

export const PLAN = 'weekly-summaries'

/**
 * Once a week a job for each recipient, in one transaction with the mark that the week is planned. It runs every
 * minute, so that a site that was down on Monday morning catches up.
 */
export const planSummaries = (deps: Deps) => async (): Promise<void> => {
  const now = deps.clock.now()
  const due = latestDue(now)
  if (now - due > TOO_LATE) return
  await withTransaction(deps, async (tx, emit) => {
    if (!(await markPeriodic(tx, PLAN, due))) return
    await sql`
      insert into job (kind, dedupe_key, payload, run_ts, created_ts)
      select 'summary-mail', ${`summary ${due} to `} || a.member_id,
        json_build_object('member_id', a.member_id, 'due', ${due}::bigint)::jsonb, ${now}, ${now}
      from account a join member m on m.id = a.member_id
      where ${wantsSummary} and ${hasNews(due)}`.execute(tx)
    emit({ kind: 'job.due', job: 'summary-mail' })
  })
}
