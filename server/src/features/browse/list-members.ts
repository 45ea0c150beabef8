import type { listMembers as call } from '@rosella/contract/browse/endpoints'
import { type ListFilter, lists } from '@rosella/contract/browse/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { type Browser, browsePage } from './browse-page'
import { markSeen } from './mark-seen'
import type { MemberIndex } from './member-index'
import { presentCard } from './present'
import { type CardRow, readCards, readRelationPage } from './queries'
import type { Order } from './segment-lists'

export type Deps = Pick<Services, 'db' | 'bus' | 'clock'> & { memberIndex: MemberIndex }

/** Who may be seen is part of finding, so that the pages are counted right; then the facts, then the cards. */
export async function listMembers(
  deps: Deps,
  viewer: Browser & Pick<Viewer, 'impersonator'>,
  { filter = 'recent', p = 1 }: Pick<InputOf<typeof call>, 'filter' | 'p'>,
): Promise<ReplyOf<typeof call>> {
  await markSeen(deps, viewer, filter)
  const { pages, rows } = isOrder(filter)
    ? await browse(deps, viewer, filter, p)
    : await readRelationPage(deps.db, viewer.id, filter, p)
  const now = deps.clock.now()
  return {
    users: rows.map((row) => presentCard(row, filter, now)),
    ago: lists[filter].ago,
    pages,
    title: lists[filter].title,
  }
}

const isOrder = (filter: ListFilter): filter is Order => filter === 'recent' || filter === 'newest'

async function browse(
  { db, memberIndex }: Deps,
  viewer: Browser,
  order: Order,
  p: number,
): Promise<{ pages: number; rows: CardRow[] }> {
  const segmentLists = await memberIndex.lists()
  const { pages, entries } = browsePage(segmentLists, viewer, order, p)
  return { pages, rows: await readCards(db, viewer.id, entries, segmentLists.photosMin) }
}
