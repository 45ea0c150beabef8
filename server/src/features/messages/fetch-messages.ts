import { HISTORY_PAGE, HISTORY_PAGE_MAX } from '@rosella/contract/messages/rules'
import type { ChatMessage } from '@rosella/contract/messages/shapes'
import type { FetchMessages, HistoryPage } from '@rosella/contract/messages/socket'
import { sql } from 'kysely'
import { hasStatus } from '../../database/has-status'
import { prepared } from '../../database/prepared'
import { visibleInRelation } from '../../database/visible-members'
import { Problem } from '../../domain/problem'
import { isPremium, type Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { chatMessage } from './present'
import { type MessageRow, messageFields } from './queries'

type Deps = Pick<Services, 'db' | 'clock'>

type Line = { read_receipts: boolean; premium: boolean; premium_until_ts: number | null } & (
  | MessageRow
  | { id: null }
)

/**
 * Whether one may see the other, by primary keys, and then a page of what is between them (index message_pair). One
 * who may see the other and has nothing to read gets one line without a message.
 */
const page = prepared(
  (me: number, other: number, low: number, high: number, before: number, limit: number) => sql<Line>`
    select a.read_receipts, v.premium, v.premium_until_ts, ${messageFields('t')}
    from member m
    join member v on v.id = ${me} and ${hasStatus('v.status', 'active')}
    join account a on a.member_id = v.id
    left join relation r on r.me = v.id and r.other = m.id
    left join lateral (
      select ${messageFields('message')} from message
      where least(sender_id, receiver_id) = ${low} and greatest(sender_id, receiver_id) = ${high}
        and not (receiver_id = ${me} and removed_by_receiver)
        and id < ${before}
      order by id desc limit ${limit}) t on true
    where m.id = ${other} and ${visibleInRelation(me)}
    order by t.id desc`,
)

/** A page of the conversation, the newest first, each page in ascending order. */
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
  const before = before_id ?? Number.MAX_SAFE_INTEGER
  const lines = await page(deps.db, me, receiver_id, low, high, before, limit + 1)
  const [first] = lines
  if (!first) throw new Problem('no-user')
  const reading = { id: me, receipts: first.read_receipts && isPremium(first, deps.clock.now()) }
  const rows = lines.filter((line) => line.id !== null)
  return {
    messages: rows
      .slice(0, limit)
      .reverse()
      .map((row) => chatMessage(row, reading)),
    page: { receiver_id, before_id, more: rows.length > limit },
  }
}
