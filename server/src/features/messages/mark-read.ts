import { sql } from 'kysely'
import { prepared } from '../../database/prepared'
import { visibleInRelation } from '../../database/visible-members'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { publish } from './publish'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log'>

/** An event stays small; messagesRead covers what lies before the newest. */
const NAMED_AT_MOST = 100

// message by primary key, the unread ones by message_unread.
const read = prepared(
  (me: number, messageId: number, now: number, leaveMark: boolean) => sql<{
    sender: number
    ids: number[] | null
  }>`
    with target as (
      select t.id, t.sender_id from message t
      join member m on m.id = t.sender_id
      left join relation r on r.me = ${me} and r.other = t.sender_id
      where t.id = ${messageId} and t.receiver_id = ${me} and not t.removed_by_receiver and ${visibleInRelation(me)}
    ), read as (
      update message u set read_ts = ${now}::bigint
      from target t
      where ${leaveMark} and u.receiver_id = ${me} and u.sender_id = t.sender_id and u.id <= t.id
        and u.read_ts is null and not u.removed_by_receiver
      returning u.id
    )
    select t.sender_id as sender, (select array_agg(id order by id) from read) as ids from target t`,
)

/** Reads a received message and all earlier ones of its sender. An admin acting as a member leaves no mark. */
export async function markRead(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  messageId: number,
): Promise<void> {
  const me = viewer.id
  const [found] = await read(deps.db, me, messageId, deps.clock.now(), viewer.impersonator === null)
  if (!found) throw new Problem('message.unknown')
  if (!found.ids) return
  const ids = found.ids.slice(-NAMED_AT_MOST)
  await publish(deps, { kind: 'message.read', ids, reader: me, sender: found.sender })
}
