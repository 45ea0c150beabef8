import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { readAppeal as readCall, sendAppeal as sendCall } from '@rosella/contract/safety/endpoints'
import { APPEAL_SECONDS, reportInfo } from '@rosella/contract/safety/rules'
import { sentences } from '@rosella/contract/sentences'
import { type Reader, withTransaction } from '../../database/transaction'
import { Problem } from '../../domain/problem'
import type { Services } from '../../ports/services'
import { appealHold, findHold, readHold } from './appeal-hold'
import { isAppealKey } from './appeal-key'

export type AppealDeps = Pick<Services, 'db' | 'bus' | 'clock'> & { appealSecret: Buffer }

/** What the one who holds the key may know: the decision and their own words, nothing of the reporter. */
export async function readAppeal(
  deps: AppealDeps,
  input: InputOf<typeof readCall>,
): Promise<ReplyOf<typeof readCall>> {
  const report = await openCase(deps, deps.db, input)
  if (report.hold) return readHold(report.id, report.hold)
  const appeal = await deps.db
    .selectFrom('appeal')
    .where('report_id', '=', report.id)
    .select(['text', 'created_ts', 'upheld'])
    .executeTakeFirst()
  const { id, outcome, member_text, closed_ts, until_ts } = report
  return {
    report_id: id,
    outcome,
    member_text,
    closed_ts,
    until_ts,
    may_appeal: !appeal && isInTime(deps, closed_ts),
    appeal: appeal ?? null,
  }
}

/** Once for each decision: the primary key holds that, also between two at once. */
export async function sendAppeal(
  deps: AppealDeps,
  input: InputOf<typeof sendCall>,
): Promise<{ message: string }> {
  const text = reportInfo(input.text)
  return withTransaction(deps, async (tx, emit) => {
    const { id, member_id, closed_ts, hold } = await openCase(deps, tx, input)
    if (hold) {
      await appealHold(tx, id, text, deps.clock.now())
      emit({ kind: 'queue.changed' })
      return { message: sentences.appealed }
    }
    if (!isInTime(deps, closed_ts)) throw new Problem('appeal.key')
    if (text === '') throw new Problem('appeal.empty')
    const sent = await tx
      .insertInto('appeal')
      .values({ report_id: id, member_id, text, created_ts: deps.clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('report_id')
      .executeTakeFirst()
    if (!sent) throw new Problem('appeal.sent')
    emit({ kind: 'queue.changed' })
    return { message: sentences.appealed }
  })
}

const isInTime = ({ clock }: AppealDeps, closed: number): boolean => clock.now() < closed + APPEAL_SECONDS

/** A wrong key and a case that does not exist, or is not decided against the member, look the same. */
async function openCase(
  { appealSecret }: AppealDeps,
  db: Reader,
  { report_id, key }: { report_id: number; key: string },
) {
  const report = await db
    .selectFrom('report')
    .where('id', '=', report_id)
    .select(['id', 'member_id', 'outcome', 'member_text', 'closed_ts', 'until_ts'])
    .executeTakeFirst()
  if (!report || !isAppealKey(appealSecret, report, key)) throw new Problem('appeal.key')
  const { outcome, closed_ts } = report
  const hold = closed_ts === null ? await findHold(db, report_id) : undefined
  if (hold) return { ...report, outcome: 'held', closed_ts: hold.since_ts, hold }
  if (closed_ts === null || outcome === null || outcome === 'dismissed') throw new Problem('appeal.key')
  return { ...report, outcome, closed_ts, hold: undefined }
}
