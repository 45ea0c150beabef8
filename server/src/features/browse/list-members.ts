import type { listMembers as call } from '@rosella/contract/browse/endpoints'
import { lists } from '@rosella/contract/browse/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'
import { findMembers } from './find-members'
import { markSeen } from './mark-seen'
import { pageWindow } from './page-window'
import { presentCard } from './present'
import { countMembers, readCards } from './queries'

export type Deps = Pick<Foundations, 'db' | 'bus' | 'clock' | 'settings'>

/** Who may be seen is part of finding, so that the pages are counted right; then the facts, then the cards. */
export async function listMembers(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  { filter = 'recent', p = 1 }: Pick<InputOf<typeof call>, 'filter' | 'p'>,
): Promise<ReplyOf<typeof call>> {
  const { photos_min } = await deps.settings.current()
  await markSeen(deps, viewer, filter)
  const list = await findMembers(deps.db, viewer.id, filter, photos_min)
  const page = pageWindow(await countMembers(deps.db, list), p)
  const rows = page.size === 0 ? [] : await readCards(deps.db, viewer.id, list, page)
  const now = deps.clock.now()
  return {
    users: rows.map((row) => presentCard(row, filter, now)),
    ago: lists[filter].ago,
    pages: page.pages,
    title: lists[filter].title,
  }
}
