import type { ReplyOf } from '@rosella/contract/endpoint'
import type { listMessages as call } from '@rosella/contract/messages/endpoints'
import { overviewText, UNREAD_IN_OVERVIEW } from '@rosella/contract/messages/rules'
import { sql } from 'kysely'
import { prepared } from '../../database/prepared'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { compactMessage, presentPartner } from './present'
import { findPartners, findReceipts, type MessageRow, messageFields } from './queries'

type Deps = Pick<Services, 'db' | 'clock'>

/**
 * For each partner the newest received, the newest sent and the newest unread received messages, newest first. However
 * much one sender has put there, the answer stays small: at most 100 unread, long texts cut, the whole number beside.
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
 * One step of the index per partner (message_received, message_sent) instead of a walk through every message
 * ever exchanged; the unread ones have an index of their own (message_unread), read from its end.
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
