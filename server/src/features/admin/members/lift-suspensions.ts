import { memberStatus } from '@rosella/contract/member/status'
import { lockMember } from '../../../members/sessions'
import { liftedStatus, readStatus, setStatus } from '../../../members/status'
import { withTransaction } from '../../../platform/database/transaction'
import type { Services } from '../../../platform/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

const AT_A_TIME = 500

/** A suspension ends at its date, whether or not the member logs in to see it (index account_status_until). */
export const liftSuspensions = (deps: Deps) => async (): Promise<number> => {
  const now = deps.clock.now()
  const ended = await deps.db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where('a.status_until_ts', '<=', now)
    .where('m.status', '=', memberStatus.suspended)
    .orderBy('a.status_until_ts')
    .limit(AT_A_TIME)
    .select('m.id')
    .execute()
  for (const { id } of ended) {
    await withTransaction(deps, async (tx, emit) => {
      await lockMember(tx, id)
      const before = await readStatus(tx, id)
      const until = before?.status_until_ts ?? null
      // Suspended anew, banned or lifted meanwhile.
      if (!before || before.status !== memberStatus.suspended || until === null || until > now) return
      const after = { status_reason: null, status_until_ts: null, status_report_id: null }
      await setStatus(tx, emit, id, before, { ...after, status: liftedStatus(before) }, now)
    })
  }
  return ended.length
}
