import type { listMembers as call } from '@rosella/contract/browse/endpoints'
import { type ListFilter, lists } from '@rosella/contract/browse/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { Viewer } from '../../domain/viewer'
import type { Impressions } from '../../ports/impressions'
import type { Services } from '../../ports/services'
import { countPage } from './count-page'
import { type Finder, findMembers, pagesOf } from './find-members'
import { makeRequest } from './make-request'
import { markSeen } from './mark-seen'
import { presentCard } from './present'
import { type CardRow, readCards, readRelationPage } from './queries'

export type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'settings' | 'limits' | 'places' | 'presence'> &
  Finder

/** Lists also count whom they show. */
export type ListDeps = Deps & { impressions: Impressions }

/** Who may be seen is part of finding, so that the pages are counted right; then the facts, then the cards. */
export async function listMembers(
  deps: ListDeps,
  viewer: Pick<Viewer, 'id' | 'hidden' | 'impersonator'>,
  { filter = 'recent', p = 1 }: Pick<InputOf<typeof call>, 'filter' | 'p'>,
): Promise<ReplyOf<typeof call>> {
  await countPage(deps, viewer)
  await markSeen(deps, viewer, filter)
  const { pages, rows } = isOrder(filter)
    ? await browse(deps, viewer, filter, p)
    : await readRelationPage(deps.db, viewer.id, filter, p)
  if (isOrder(filter))
    deps.impressions.shown(
      viewer,
      filter,
      rows.map(({ id }) => id),
    )
  const now = deps.clock.now()
  const { ago, title } = lists[filter]
  return { users: rows.map((row) => presentCard(row, ago, now)), ago, pages, title }
}

type Order = 'recent' | 'newest'
const isOrder = (filter: ListFilter): filter is Order => filter === 'recent' || filter === 'newest'

/** Recent Activity and Newest are searches that ask for nothing but the limits of both sides. */
async function browse(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'hidden'>,
  order: Order,
  p: number,
): Promise<{ pages: number; rows: CardRow[] }> {
  const request = await makeRequest(deps, viewer, {}, { sort: order === 'newest' ? 'newest' : 'active' })
  const { total, entries } = await findMembers(deps, request, p)
  const { photosMin } = request
  return { pages: pagesOf(total), rows: await readCards(deps.db, viewer.id, entries, { photosMin }) }
}
