import { HISTORY_PAGE, HISTORY_PAGE_MAX } from '@rosella/contract/messages/rules'
import type { ChatMessage } from '@rosella/contract/messages/shapes'
import type { FetchMessages, HistoryPage } from '@rosella/contract/messages/socket'
import { sql } from 'kysely'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'
import { chatMessage } from './present'
import { findReceipts, type MessageRow, maySee, messageColumns } from './queries'

type Deps = Pick<Foundations, 'db' | 'clock'>

/** A page of the conversation, the newest first, each page in ascending order (index message_pair). */
export async function fetchMessages(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  input: FetchMessages,
): Promise<{ messages: ChatMessage[]; page: HistoryPage }> {
  const { receiver_id, before_id } = input
  const me = viewer.id
  if (receiver_id === me) throw new Problem('gesture.self')
  const limit = Math.min(input.limit ?? HISTORY_PAGE, HISTORY_PAGE_MAX)
  const [low, high] = [Math.min(me, receiver_id), Math.max(me, receiver_id)]
  const [allowed, receipts, { rows }] = await Promise.all([
    maySee(deps.db, { me, other: receiver_id }),
    findReceipts(deps.db, [me], deps.clock.now()),
    sql<MessageRow>`
      select ${messageColumns} from message
      where least(sender_id, receiver_id) = ${low} and greatest(sender_id, receiver_id) = ${high}
        and not (receiver_id = ${me} and removed_by_receiver)
        and id < ${before_id ?? Number.MAX_SAFE_INTEGER}
      order by id desc limit ${limit + 1}`.execute(deps.db),
  ])
  if (!allowed) throw new Problem('no-user')
  const reading = { id: me, receipts: receipts.has(me) }
  return {
    messages: rows
      .slice(0, limit)
      .reverse()
      .map((row) => chatMessage(row, reading)),
    page: { receiver_id, before_id, more: rows.length > limit },
  }
}
