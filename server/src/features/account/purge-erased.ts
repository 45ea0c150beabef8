import { TRACE_SECONDS } from '@rosella/contract/account/rules'
import { sql } from 'kysely'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'clock'>

/**
 * What an erasure keeps goes after 180 days, or with the last report that is open by then; of those who were banned it
 * stays. Index report_member finds the reports.
 */
export const purgeErased = (deps: Deps) => async (): Promise<void> => {
  await sql`
    delete from erased_member e
    where e.banned_ts is null and e.erased_ts < ${deps.clock.now() - TRACE_SECONDS}
      and not exists (select from report r where r.member_id = e.member_id and r.state <> 'closed')`.execute(
    deps.db,
  )
}
