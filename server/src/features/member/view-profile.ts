import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { viewProfile as call } from '@rosella/contract/member/endpoints'
import { isUrlHash } from '@rosella/contract/member/rules'
import { readContact } from '../../database/read-contact'
import { toldRefusal } from '../../domain/contact-rule'
import { isSet } from '../../domain/flag'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Impressions } from '../../ports/impressions'
import type { Services } from '../../ports/services'
import { presentBlocked, presentProfile } from './present'
import { findProfile, type ProfileRow } from './queries'
import { recordView } from './record-view'

/** Seconds. Without an end, whoever looked once could look for ever after without being seen. */
const LONGEST_VISIT = 86_400

export type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'presence' | 'settings'> & {
  impressions: Impressions
}

/** Whoever may not be seen is answered as one who does not exist; whom the viewer blocked, by name alone. */
export async function viewProfile(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  { url_hash, again }: Pick<InputOf<typeof call>, 'url_hash' | 'again'>,
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
  if (!isSameVisit(row, again, now)) deps.impressions.opened(viewer, row.id)
  const [online, contact] = await Promise.all([
    // Who is online is a kindness; a profile does without it while Redis is away.
    deps.presence.isOnline([row.id]).catch(() => new Set<number>()),
    row.id === viewer.id ? undefined : readContact(deps.db, viewer.id, row.id, now),
    isSameVisit(row, again, now) ? undefined : recordView(deps, viewer, row.id),
  ])
  const refusal = contact && toldRefusal(contact, settings)
  const user = presentProfile(row, { online: online.has(row.id), refusal, now })
  return { user, photos: row.pictures, settings, stealth }
}

/** A visit is recorded once, however often its page asks anew: when the tab is looked at again, or after a fault. */
const isSameVisit = ({ viewed_ts }: ProfileRow, again: unknown, now: number): boolean =>
  isSet(again) && viewed_ts !== null && now - viewed_ts < LONGEST_VISIT
