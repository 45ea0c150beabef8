import { sql } from 'kysely'
import type { Tx } from '../../database/transaction'

const MESSAGES_AT_MOST = 1000

export interface Accusation {
  reporter_id: number
  member_id: number
  reason: string
  /** Which of the reasons it is, whatever its words are by then. */
  reason_key: string
  info: string
}

type Case = Accusation & { id: number; created_ts: number }

/** What the reporter could see: the whole profile, and what the two wrote to each other, the newest kept. */
export async function takeSnapshot(tx: Tx, report: Case): Promise<object> {
  const { reporter_id, member_id } = report
  const profile = await tx
    .selectFrom('member as m')
    .innerJoin('profile as p', 'p.member_id', 'm.id')
    .where('m.id', '=', member_id)
    .selectAll('p')
    .select(['m.url_hash', 'm.username', 'm.gender', 'm.interested', 'm.birthday', 'm.country', 'm.city'])
    .select(['m.photo', 'm.created_ts'])
    .executeTakeFirstOrThrow()
  const prompts = await tx
    .selectFrom('prompt_answer as a')
    .innerJoin('prompt as q', 'q.id', 'a.question_id')
    .where('a.member_id', '=', member_id)
    .where('a.active', '=', true)
    .orderBy('a.order_n')
    .orderBy('q.id')
    .select(['q.question as q', 'a.answer as a'])
    .execute()
  const { rows: messages } = await sql<{ id: number }>`
    select id, sender_id, text, ts, read_ts, removed_by_receiver from message
    where least(sender_id, receiver_id) = ${Math.min(reporter_id, member_id)}
      and greatest(sender_id, receiver_id) = ${Math.max(reporter_id, member_id)}
    order by id desc limit ${MESSAGES_AT_MOST}`.execute(tx)
  return { report, profile, prompts, messages: messages.reverse() }
}
