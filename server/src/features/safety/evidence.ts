import { createHash } from 'node:crypto'
import { memberColumns } from '@rosella/contract/profile/fields'
import { SEALED_MESSAGES } from '@rosella/contract/safety/rules'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/transaction'
import { Problem } from '../../platform/problem'
import { type OpenedMessage, openRetainedMessages } from './retained-messages'

/** As in a snapshot; `held` marks a retained message, `in_date` a text in the plan of a date. */
type SealedMessage = OpenedMessage & { held?: true }

export interface Conversation {
  messages: SealedMessage[]
  /** The number of retained messages that could not be decrypted. */
  lost: number
}

interface Asked {
  reporter_id: number
  member_id: number
  message_id: number | null
}

/**
 * The newest messages and texts of plans between the two, including those that the other member has deleted since. The reported message
 * is always included, however old it is.
 */
export async function collectConversation(tx: Tx, asked: Asked, now: number): Promise<Conversation> {
  const { reporter_id, member_id, message_id } = asked
  const { opened, lost } = await openRetainedMessages(tx, { owner: reporter_id, other: member_id }, now)
  const retained = opened.map((message) => ({ ...message, held: true as const }))
  const newest = await findMessages(tx, asked, SEALED_MESSAGES)
  const all: SealedMessage[] = [...newest, ...retained].sort((a, b) => a.id - b.id)
  const messages = all.slice(-SEALED_MESSAGES)
  if (message_id !== null) {
    const marked =
      all.find(({ id }) => id === message_id) ?? (await findMessages(tx, asked, 1, message_id)).at(0)
    if (!marked || isRemoved(marked, reporter_id)) throw new Problem('report.message')
    if (!messages.some(({ id }) => id === message_id)) messages.unshift(marked)
  }
  return { messages, lost }
}

/** Whether the reporter removed the message for themselves. */
const isRemoved = ({ held, sender_id, removed_by_receiver }: SealedMessage, reporterId: number): boolean =>
  !held && sender_id !== reporterId && removed_by_receiver

/** Uses the indexes message_pair and date_text_pair. */
async function findMessages(
  tx: Tx,
  { reporter_id, member_id }: Asked,
  limit: number,
  id: number | null = null,
): Promise<SealedMessage[]> {
  const { rows } = await sql<SealedMessage>`
    select id, sender_id, text, ts, read_ts, removed_by_receiver, in_date from written
    where least(sender_id, receiver_id) = ${Math.min(reporter_id, member_id)}
      and greatest(sender_id, receiver_id) = ${Math.max(reporter_id, member_id)}
      ${id === null ? sql`` : sql`and id = ${id}`}
    order by id desc limit ${limit}`.execute(tx)
  return rows.map(withoutFalse)
}

/** A message is sealed without the mark. */
export const withoutFalse = <T extends { in_date?: boolean }>({ in_date, ...message }: T) =>
  in_date ? { ...message, in_date } : message

/** The head of the chain, locked until the transaction ends, so that concurrent reports wait. */
export async function lockChain(tx: Tx): Promise<Buffer> {
  const { rows } = await sql<{ head: Uint8Array }>`select head from report_chain for update`.execute(tx)
  if (!rows[0]) throw new Error('The report chain has no head.')
  return Buffer.from(rows[0].head)
}

/**
 * Links a snapshot to the previous one. The hash covers the text as stored, so that the chain can be checked with
 * sha256 alone: the previous hash, then the text in UTF-8.
 */
export async function sealSnapshot(
  tx: Tx,
  previous: Buffer,
  reportId: number,
  content: object,
): Promise<void> {
  const text = canonicalJson(content)
  const hash = createHash('sha256').update(previous).update(text).digest()
  await tx
    .insertInto('report_snapshot')
    .values({ report_id: reportId, content: text, previous_hash: previous, hash })
    .execute()
  await tx.updateTable('report_chain').set({ head: hash }).execute()
}

/** The same content always gives the same text: sorted keys, no spaces. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

export interface Accusation {
  reporter_id: number
  member_id: number
  reason: string
  /** The identity of the reason, whose text may change later. */
  reason_key: string
  info: string
  message_id: number | null
}

type Case = Accusation & { id: number; created_ts: number }

/** Everything the reporter could see: the whole profile and the conversation. */
export async function takeSnapshot(
  tx: Tx,
  report: Case,
  { messages, lost }: Conversation,
  /** The former name of an erased account. */
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
    .select(['m.url_hash', 'm.photo', 'm.created_ts', 'm.verified_ts'])
    .select(memberColumns.map((column) => `m.${column}` as const))
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
