import { AUDIT_VALUE_SECONDS } from '@rosella/contract/admin/rules'
import { sql } from 'kysely'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'db' | 'clock'>

const AT_A_TIME = 5000

/**
 * After two years an entry about a member says no longer what was and what became of it (index audit_values). The
 * database lets nobody do more, and goes by its own clock.
 */
export const purgeAuditValues =
  ({ db, clock }: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    const before = sql`least(${clock.now()}::bigint, extract(epoch from now())::bigint) - ${AUDIT_VALUE_SECONDS}::bigint`
    for (let gone = AT_A_TIME; gone === AT_A_TIME && !signal.aborted; ) {
      const { rows } = await sql`
        update audit set before = null, after = null where id in (
          select id from audit where ts <= ${before} and member_id is not null
            and (before is not null or after is not null) order by ts limit ${AT_A_TIME})
        returning id`.execute(db)
      gone = rows.length
    }
  }
