import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { viewProfile as call } from '@rosella/contract/member/endpoints'
import { isUrlHash } from '@rosella/contract/member/rules'
import { sql } from 'kysely'
import { readContact, visibleRefusal } from '../../members/contact-rules'
import { arrivalTime, hidesFrom } from '../../members/relation'
import { inStealth, memberIsShown, nothingHidesIn } from '../../members/visible-members'
import { prepared } from '../../platform/database/prepared'
import { parseBoolean } from '../../platform/http/route'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import type { MemberIndex } from '../../search-index/member-index'
import type { Impressions } from '../browse/index'
import { presentBlocked, presentProfile } from './present'
import { findProfile, type ProfileRow } from './queries'

/**
 * One statement, so one round trip and all or nothing. It locks in the same order as lockPair: members first,
 * then both rows of the pair in ascending order, created if missing. A block committed before the rows are
 * locked wins; a later one waits.
 */
const writeView = prepared(
  (viewerId: number, otherId: number, low: number, high: number, now: number) => sql<{ stealth: boolean }>`
    with both_members as materialized (
      select id, status, premium, premium_until_ts from member
      where id in (${low}, ${high}) order by id for key share
    ), viewer as materialized (
      select ${inStealth(now)} as stealth from both_members v join account a on a.member_id = v.id
      where v.id = ${viewerId}
        and exists (select from both_members m where m.id = ${otherId} and ${memberIsShown('m')})
        and not ${hidesFrom(otherId, viewerId)}
    ), pair as (
      insert into relation (me, other, viewed_ts, viewed_me_ts)
      select relation.me, relation.other,
        case when relation.me = ${viewerId} then ${now}::bigint end,
        case when relation.me = ${otherId} and not viewer.stealth
          then ${arrivalTime('seen_views_ts', now)} end
      from viewer,
        (values (${low}::bigint, ${high}::bigint), (${high}::bigint, ${low}::bigint)) relation(me, other)
      order by relation.me
      on conflict (me, other) do update set
        viewed_ts = greatest(excluded.viewed_ts, relation.viewed_ts),
        viewed_me_ts = coalesce(excluded.viewed_me_ts, relation.viewed_me_ts)
      where ${nothingHidesIn('relation')}
        and (excluded.viewed_ts is not null or excluded.viewed_me_ts is not null)
      returning me
    )
    select stealth from viewer where exists (select from pair where me = ${viewerId})`,
)

/**
 * Records one view per pair with its latest time. In stealth mode only the viewer's row is written, so the
 * other never sees it, not even later. Views of one's own profile and by an impersonator are not recorded.
 */
export async function recordView(
  { db, bus, clock }: Pick<Services, 'db' | 'bus' | 'clock'>,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  otherId: number,
): Promise<void> {
  if (viewer.impersonator !== null || otherId === viewer.id) return
  const [low, high] = [Math.min(viewer.id, otherId), Math.max(viewer.id, otherId)]
  const [written] = await writeView(db, viewer.id, otherId, low, high, clock.now())
  if (!written) throw new Problem('no-user')
  // The view is stored. If the bus is down, it logs that itself and publishes the gap when it is back.
  if (!written.stealth)
    await bus.publish([{ kind: 'member.viewed', from: viewer.id, to: otherId }]).catch(() => {})
}

/** Seconds. Without a limit, someone who looked once could reload for ever without being noticed. */
const LONGEST_VISIT = 86_400

export interface Deps extends Services {
  impressions: Impressions
  memberIndex: MemberIndex
}

/** A member who may not be seen gives the same 404 as an unknown one; a blocked one shows only the name. */
export async function viewProfile(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  { url_hash, again, conversation }: Pick<InputOf<typeof call>, 'url_hash' | 'again' | 'conversation'>,
): Promise<ReplyOf<typeof call>> {
  if (!isUrlHash(url_hash)) throw new Problem('no-user')
  const now = deps.clock.now()
  const settings = await deps.settings.current()
  const row = await findProfile(deps.db, viewer.id, url_hash, { maxPrompts: settings.max_prompts, now })
  if (!row) throw new Problem('no-user')
  const { stealth } = row
  if (row.blocked) {
    return { user: presentBlocked(row), photos: [], settings, stealth }
  }
  if (!row.visible) throw new Problem('no-user')
  const isVisit = !isSameVisit(row, again, now) && !isConversation(row, conversation)
  if (isVisit) deps.impressions.opened(viewer, row.id)
  const [online, contact] = await Promise.all([
    // Online status is optional: while Redis is down the profile works without it.
    deps.presence.isOnline([row.id]).catch(() => new Set<number>()),
    row.id === viewer.id ? undefined : readContact(deps.db, viewer.id, row.id, now),
    isVisit ? recordView(deps, viewer, row.id) : undefined,
  ])
  const refusal = contact && visibleRefusal(contact, settings)
  const agreement = deps.memberIndex.answers.between(viewer.id, [row.id])(row.id)
  const user = presentProfile(row, { online: online.has(row.id), refusal, agreement, now })
  return { user, photos: row.pictures, settings, stealth }
}

/** A visit is recorded once, however often its page reloads, for example when the tab regains focus. */
const isSameVisit = ({ viewed_ts }: ProfileRow, again: unknown, now: number): boolean =>
  parseBoolean(again) && viewed_ts !== null && now - viewed_ts < LONGEST_VISIT

/** Only where messages were exchanged; otherwise anyone could look at profiles without being noticed. */
const isConversation = ({ messages }: ProfileRow, conversation: unknown): boolean =>
  parseBoolean(conversation) && (messages ?? 0) > 0
