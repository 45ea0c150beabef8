import { socketEventsPerMinute, TYPING_SECONDS } from '@rosella/contract/messages/rules'
import { sql } from 'kysely'
import { messageRefusal, readContact } from '../../members/contact-rules'
import { hasStatus, inStealth, visibleInRelation } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Deps } from './deps'
import { publish } from './send-message'

/**
 * A row if both see each other, neither is paused or not interested, and the typing member is not in stealth mode; by
 * primary keys. If both have already written, no other contact rule applies.
 */
const readTypingPair = prepared(
  (me: number, other: number, now: number) => sql<{ both_wrote: boolean }>`
    select coalesce(r.wrote and t.wrote, false) as both_wrote
    from member v join account a on a.member_id = v.id
    join member m on m.id = ${other}
    left join relation r on r.me = v.id and r.other = m.id
    left join relation t on t.me = m.id and t.other = v.id
    where v.id = ${me} and ${hasStatus('v.status', 'active')} and not v.paused and not m.paused
      and ${visibleInRelation(sql.ref('v.id'))} and ${visibleInRelation(sql.ref('m.id'), 'v', 't')}
      and r.not_interested_ts is null and r.closed_to_me is not true
      and not ${inStealth(now)}`,
)

/**
 * Publishes that the viewer is typing, and stores nothing. An event that is not allowed or too soon is dropped without
 * an error, because an error would reveal what the other member has done.
 */
export async function publishTyping(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  receiverId: number,
): Promise<void> {
  if (viewer.impersonator !== null) throw new Problem('access.impersonating')
  const me = viewer.id
  if (receiverId === me) throw new Problem('gesture.self')
  const counted = await Promise.all([
    deps.rateLimits.hit(`typing ${me} ${receiverId}`, { limit: 1, seconds: TYPING_SECONDS }),
    deps.rateLimits.hit(`typing ${me}`, { limit: socketEventsPerMinute.typing, seconds: 60 }),
  ])
  if (counted.some(({ allowed }) => !allowed)) return
  const now = deps.clock.now()
  const [found] = await readTypingPair(deps.db, me, receiverId, now)
  if (!found) return
  const isOpen =
    found.both_wrote ||
    ((await mayWrite(deps, me, receiverId, now)) && (await mayWrite(deps, receiverId, me, now)))
  if (isOpen) await publish(deps, { kind: 'typing.noted', from: me, to: receiverId })
}

async function mayWrite({ db, settings }: Deps, from: number, to: number, now: number): Promise<boolean> {
  const contact = await readContact(db, from, to, now)
  return contact !== undefined && !messageRefusal(contact, await settings.current())
}
