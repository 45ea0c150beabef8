import type { ReplyOf } from '@rosella/contract/endpoint'
import type { listMessages as call } from '@rosella/contract/messages/endpoints'
import {
  HISTORY_PAGE,
  HISTORY_PAGE_MAX,
  overviewText,
  UNREAD_IN_OVERVIEW,
} from '@rosella/contract/messages/rules'
import type { ChatMessage } from '@rosella/contract/messages/shapes'
import type { FetchMessages, HistoryPage } from '@rosella/contract/messages/socket'
import { sql } from 'kysely'
import { hasStatus, visibleInRelation } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import { isPremium, type Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Deps } from './deps'
import { chatMessage, compactMessage, presentPartner } from './present'
import { findPartners, findReceipts, type MessageRow, messageFields } from './queries'

/**
 * The newest received, newest sent and newest unread messages of each conversation, newest first. The reply stays
 * small however much one sender writes: at most 100 unread messages, long texts cut, and the total number of unread
 * ones.
 */
export async function listMessages(deps: Deps, viewer: Pick<Viewer, 'id'>): Promise<ReplyOf<typeof call>> {
  const now = deps.clock.now()
  const me = viewer.id
  const [rows, receipts] = await Promise.all([findOverview(deps.db, me), findReceipts(deps.db, [me], now)])
  const partnerOf = (row: MessageRow) => (row.sender_id === me ? row.receiver_id : row.sender_id)
  const others = [...new Set(rows.map(partnerOf))]
  const partners = await findPartners(
    deps.db,
    others.map((other) => ({ me, other })),
  )
  const visible = new Set(partners.map((partner) => partner.other))
  const reading = { id: me, receipts: receipts.has(me) }
  return {
    m: rows
      .filter((row) => visible.has(partnerOf(row)))
      .map((row) => compactMessage({ ...row, text: overviewText(row.text) }, reading)),
    u: partners.map((partner) => presentPartner(partner, now)),
  }
}

const columns = messageFields('message')

/**
 * One index lookup per partner (message_received, message_sent) instead of a scan of all messages; unread messages
 * have their own index (message_unread), read from its end.
 */
const findOverview = prepared(
  (me: number) => sql<MessageRow>`
    with recursive received as (
      (select ${columns} from message where receiver_id = ${me} and not removed_by_receiver
        order by sender_id, id desc limit 1)
      union all
      select next.* from received r cross join lateral (
        select ${columns} from message
        where receiver_id = ${me} and not removed_by_receiver and sender_id > r.sender_id
        order by sender_id, id desc limit 1) next
    ), sent as (
      (select ${columns} from message where sender_id = ${me} order by receiver_id, id desc limit 1)
      union all
      select next.* from sent s cross join lateral (
        select ${columns} from message
        where sender_id = ${me} and receiver_id > s.receiver_id
        order by receiver_id, id desc limit 1) next
    ), unread as (
      select newest.* from received r cross join lateral (
        select ${columns} from message
        where receiver_id = ${me} and sender_id = r.sender_id and read_ts is null and not removed_by_receiver
        order by id desc limit ${sql.lit(UNREAD_IN_OVERVIEW)}) newest
    )
    select * from received union select * from sent union select * from unread
    order by id desc`,
)

type Line = { read_receipts: boolean; premium: boolean; premium_until_ts: number | null } & (
  | MessageRow
  | { id: null }
)

/**
 * Checks by primary keys whether the viewer may see the partner, then reads a page of their messages (index
 * message_pair). If they may but there are no messages, the result is one row without a message.
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

/** One page of a conversation. Pages go from new to old; each page is in ascending order. */
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
    page: { receiver_id, before_id: before_id ?? undefined, more: rows.length > limit },
  }
}
