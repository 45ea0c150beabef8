import { type ToastedKind, toastedKinds } from '@rosella/contract/notifications/kinds'
import { expect, test } from 'vitest'
import { audienceOf, type LiveEvent } from '../../platform/ports/event-bus'
import { readPendingEvents } from './pending-events'

const [anna, ben] = [1, 2]
const pair = { from: anna, to: ben }

type OtherKind = Exclude<LiveEvent['kind'], `${ToastedKind}.sent`>

/** One of each kind. */
const events: { [K in OtherKind]: Extract<LiveEvent, { kind: K }> } = {
  'session.ended': { kind: 'session.ended', session_ids: [7] },
  'member.changed': { kind: 'member.changed', member_id: anna },
  'member.erased': { kind: 'member.erased', member_id: anna, known: [ben] },
  'members.active': { kind: 'members.active', moves: [[anna, 7]] },
  'member.viewed': { kind: 'member.viewed', ...pair },
  'lists.seen': { kind: 'lists.seen', member_id: anna },
  'message.read': { kind: 'message.read', ids: [7], reader: ben, sender: anna },
  'message.deleted': { kind: 'message.deleted', id: 7, ...pair },
  'message.removed': { kind: 'message.removed', id: 7, by: ben },
  'message.reacted': { kind: 'message.reacted', id: 7, ...pair },
  'typing.noted': { kind: 'typing.noted', ...pair },
  'message.warned': { kind: 'message.warned', ...pair, shown: true },
  'block.changed': { kind: 'block.changed', ...pair },
  'interest.changed': { kind: 'interest.changed', ...pair, ended: true },
  'photo.decided': { kind: 'photo.decided', name: 'x', member_id: anna },
  'verify.asked': { kind: 'verify.asked', ...pair },
  'verification.decided': { kind: 'verification.decided', member_id: anna, verified: true },
  'safety.noticed': { kind: 'safety.noticed', notices: [{ id: 7, member_id: anna }] },
  'date.changed': { kind: 'date.changed', id: 7, members: [anna, ben] },
  'check-in.changed': { kind: 'check-in.changed', id: 7, member_id: anna },
  'role.changed': { kind: 'role.changed', member_id: anna },
  'answers.published': { kind: 'answers.published', member_ids: [anna] },
  'queue.changed': { kind: 'queue.changed' },
  'job.due': { kind: 'job.due', job: 'push' },
  'settings.changed': { kind: 'settings.changed' },
}

test('every event is sent to the processes with the streams that it changes', () => {
  const sent = toastedKinds.map((kind) => ({ kind: `${kind}.sent`, id: 7, ...pair }) as LiveEvent)
  for (const event of [...sent, ...Object.values(events)]) {
    const audience = audienceOf(event)
    const pending = readPendingEvents([event])
    const members = [
      ...pending.announcements.map(({ to }) => to),
      ...pending.recount,
      ...pending.owed,
      ...pending.askedToVerify,
      ...pending.verified.keys(),
      ...pending.photos.keys(),
      ...pending.safetyNotices.map(({ member_id }) => member_id),
      ...pending.dates.flatMap((date) => date.members),
      ...pending.checkIns.map(({ member_id }) => member_id),
      ...pending.reopened,
    ]
    const needed = [...members.map((id) => `stream:${id}`), ...(pending.queues ? ['queues'] : [])]
    if (pending.settings || pending.changedMembers.size > 0) needed.push('everyone')
    const missing = needed.filter(
      (topic) => audience !== 'everyone' && !audience.some((one) => one === topic),
    )
    expect([event.kind, missing]).toEqual([event.kind, []])
  }
})
