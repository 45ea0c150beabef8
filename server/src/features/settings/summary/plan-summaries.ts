import { sql } from 'kysely'
import { type Reader, withTransaction } from '../../../database/transaction'
import { lockMark, writeMark } from '../../../jobs/mark-periodic'
import type { Services } from '../../../ports/services'
import { hasNews, wantsSummary } from './count-news'
import { latestDue, TOO_LATE } from './weekly-time'

type Deps = Pick<Services, 'db' | 'replica' | 'bus' | 'clock'>

export const PLAN = 'weekly-summaries'

/** Few enough for one statement, and for nobody to wait for it. */
const ACCOUNTS_AT_A_TIME = 5000

/**
 * Once a week a job for each recipient, some thousand accounts a transaction, each with the mark how far the week is
 * planned. It runs every minute, so that a site that was down on Monday morning catches up, and one that stops in the
 * middle goes on.
 */
export const planSummaries =
  (deps: Deps, accounts = ACCOUNTS_AT_A_TIME) =>
  async (signal?: AbortSignal): Promise<void> => {
    const now = deps.clock.now()
    const due = latestDue(now)
    if (now - due > TOO_LATE) return
    for (let more = true; more && !signal?.aborted; ) more = await planSome(deps, { due, now, accounts })
  }

/** Whether there may be more. */
function planSome(
  deps: Deps,
  { due, now, accounts }: { due: number; now: number; accounts: number },
): Promise<boolean> {
  return withTransaction(deps, async (tx, emit) => {
    const at = await lockMark(tx, PLAN)
    if (!at || (at.mark === due && at.reached === undefined)) return false
    const after = at.mark === due ? (at.reached ?? 0) : 0
    const { rows } = await sql<{ last: number | null }>`
      select max(member_id) as last from (
        select member_id from account where member_id > ${after}
        order by member_id limit ${accounts}) next`.execute(tx)
    const last = rows[0]?.last ?? null
    await writeMark(tx, PLAN, last === null ? { mark: due } : { mark: due, reached: last })
    if (last === null) return false
    const among = { after, last, due }
    // Inside a transaction there is only the transaction, unless another server is asked.
    const ids = deps.replica.state()
      ? await deps.replica.read((db) => recipientsAmong(db, among))
      : await recipientsAmong(tx, among)
    await sql`
      insert into job (kind, dedupe_key, payload, run_ts, created_ts)
      select 'summary-mail', ${`summary ${due} to `} || id,
        json_build_object('member_id', id, 'due', ${due}::bigint)::jsonb, ${now}, ${now}
      from unnest(${ids}::bigint[]) id`.execute(tx)
    emit({ kind: 'job.due', job: 'summary-mail' })
    return true
  })
}

/** Whoever wants one and has something to hear; looked at once more when it is sent. */
async function recipientsAmong(
  db: Reader,
  { after, last, due }: { after: number; last: number; due: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.member_id as id from account a join member m on m.id = a.member_id
    where a.member_id > ${after} and a.member_id <= ${last} and ${wantsSummary} and ${hasNews(due)}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
