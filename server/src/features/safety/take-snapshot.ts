import type { Tx } from '../../database/transaction'
import type { Conversation } from './gather-conversation'

export interface Accusation {
  reporter_id: number
  member_id: number
  reason: string
  /** Which of the reasons it is, whatever its words are by then. */
  reason_key: string
  info: string
  message_id: number | null
}

type Case = Accusation & { id: number; created_ts: number }

/** What the reporter could see: the whole profile, and what the two wrote to each other. */
export async function takeSnapshot(
  tx: Tx,
  report: Case,
  { messages, lost }: Conversation,
  /** The name of an account that has been erased. */
  erased: string | undefined,
): Promise<object> {
  const shown =
    erased === undefined ? await takeProfile(tx, report.member_id) : { profile: null, prompts: [] }
  return {
    report,
    ...shown,
    ...(erased === undefined ? {} : { username: erased }),
    messages,
    message_id: report.message_id,
    ...(lost === 0 ? {} : { held_lost: lost }),
  }
}

export async function takeProfile(tx: Tx, memberId: number) {
  const profile = await tx
    .selectFrom('member as m')
    .innerJoin('profile as p', 'p.member_id', 'm.id')
    .where('m.id', '=', memberId)
    .selectAll('p')
    .select(['m.url_hash', 'm.username', 'm.gender', 'm.interested', 'm.birthday', 'm.country', 'm.city'])
    .select(['m.photo', 'm.created_ts'])
    .executeTakeFirstOrThrow()
  const prompts = await tx
    .selectFrom('prompt_answer as a')
    .innerJoin('prompt as q', 'q.id', 'a.question_id')
    .where('a.member_id', '=', memberId)
    .where('a.active', '=', true)
    .orderBy('a.order_n')
    .orderBy('q.id')
    .select(['q.question as q', 'a.answer as a'])
    .execute()
  return { profile, prompts }
}
