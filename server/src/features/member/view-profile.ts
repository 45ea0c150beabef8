import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { viewProfile as call } from '@rosella/contract/member/endpoints'
import { isUrlHash } from '@rosella/contract/member/rules'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { presentBlocked, presentProfile } from './present'
import { findProfile } from './queries'
import { recordView } from './record-view'

export type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'presence' | 'settings'>

/** Whoever may not be seen is answered as one who does not exist; whom the viewer blocked, by name alone. */
export async function viewProfile(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  { url_hash }: Pick<InputOf<typeof call>, 'url_hash'>,
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
  const [online] = await Promise.all([
    // Who is online is a kindness; a profile does without it while Redis is away.
    deps.presence.isOnline([row.id]).catch(() => new Set<number>()),
    recordView(deps, viewer, row.id),
  ])
  return { user: presentProfile(row, online.has(row.id), now), photos: row.pictures, settings, stealth }
}
