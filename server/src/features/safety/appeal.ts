import { createHmac, timingSafeEqual } from 'node:crypto'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { readAppeal as readCall, sendAppeal as sendCall } from '@rosella/contract/safety/endpoints'
import { APPEAL_SECONDS, reportInfo } from '@rosella/contract/safety/rules'
import { sentences } from '@rosella/contract/sentences'
import type { Selectable } from 'kysely'
import type { Tables } from '../../platform/database/tables'
import { type Reader, type Tx, withTransaction } from '../../platform/database/transaction'
import { Problem } from '../../platform/problem'
import type { Deps } from './deps'

type Restriction = Pick<Selectable<Tables['messaging_restriction']>, 'since_ts' | 'appeal_text' | 'appeal_ts'>

/** While its case is open. Afterwards the member can appeal against the decision instead. */
const findRestriction = (db: Reader, reportId: number): Promise<Restriction | undefined> =>
  db
    .selectFrom('messaging_restriction')
    .where('report_id', '=', reportId)
    .where('ended_ts', 'is', null)
    .select(['since_ts', 'appeal_text', 'appeal_ts'])
    .executeTakeFirst()

/** The member sees that they are restricted, since when, and their own appeal. */
const readRestriction = (
  report_id: number,
  { since_ts, appeal_text, appeal_ts }: Restriction,
): ReplyOf<typeof readCall> => ({
  report_id,
  outcome: 'held',
  member_text: RESTRICTION_TEXT,
  closed_ts: since_ts,
  until_ts: null,
  may_appeal: appeal_text === null,
  appeal:
    appeal_text === null || appeal_ts === null
      ? null
      : { text: appeal_text, created_ts: appeal_ts, upheld: null },
})

/** Once, before the case is decided. Of two concurrent appeals the first is stored. */
async function appealRestriction(tx: Tx, reportId: number, text: string, now: number): Promise<void> {
  if (text === '') throw new Problem('appeal.empty')
  const sent = await tx
    .updateTable('messaging_restriction')
    .set({ appeal_text: text, appeal_ts: now })
    .where('report_id', '=', reportId)
    .where('ended_ts', 'is', null)
    .where('appeal_text', 'is', null)
    .returning('report_id')
    .executeTakeFirst()
  if (!sent) throw new Problem('appeal.sent')
}

interface Decided {
  id: number
  member_id: number
  closed_ts: number | null
}

/**
 * The key in the email about a decision. It is derived from the decision with a secret of the site, so nothing is
 * stored that could be stolen. It only gives access to this appeal, not to a session or the account.
 */
export const appealKey = (secret: Buffer, { id, member_id, closed_ts }: Decided): string =>
  createHmac('sha256', secret).update(`appeal ${id} ${member_id} ${closed_ts}`).digest('base64url')

function isAppealKey(secret: Buffer, report: Decided, given: string): boolean {
  const [good, key] = [Buffer.from(appealKey(secret, report)), Buffer.from(given)]
  return good.length === key.length && timingSafeEqual(good, key)
}

/** With the key a member sees the decision and their own appeal, but nothing about the reporter. */
export async function readAppeal(
  deps: Deps,
  input: InputOf<typeof readCall>,
): Promise<ReplyOf<typeof readCall>> {
  const report = await openCase(deps, deps.db, input)
  if (report.restriction) return readRestriction(report.id, report.restriction)
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

/** Once per decision, which the primary key ensures, also for concurrent requests. */
export async function sendAppeal(deps: Deps, input: InputOf<typeof sendCall>): Promise<{ message: string }> {
  const text = reportInfo(input.text)
  return withTransaction(deps, async (tx, emit) => {
    const { id, member_id, closed_ts, restriction } = await openCase(deps, tx, input)
    if (restriction) {
      await appealRestriction(tx, id, text, deps.clock.now())
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

const isInTime = ({ clock }: Deps, closed: number): boolean => clock.now() < closed + APPEAL_SECONDS

/** Returns the same error for a wrong key, an unknown case and a case not decided against the member. */
async function openCase(
  { appealSecret }: Deps,
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
  const restriction = closed_ts === null ? await findRestriction(db, report_id) : undefined
  if (restriction) return { ...report, outcome: 'held', closed_ts: restriction.since_ts, restriction }
  if (closed_ts === null || outcome === null || outcome === 'dismissed') throw new Problem('appeal.key')
  return { ...report, outcome, closed_ts, restriction: undefined }
}

/** Never reveals which text led to the restriction. */
export const RESTRICTION_TEXT =
  "Some of your messages look like the start of a scam. You can't start new conversations until a moderator has reviewed them. Your existing conversations are not affected."
