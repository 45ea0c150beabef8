import type { listMembers as call } from '@rosella/contract/browse/endpoints'
import { type ListFilter, lists } from '@rosella/contract/browse/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { Viewer } from '../../domain/viewer'
import type { Foundations } from '../../ports/foundations'
import type { Order } from './board'
import { type Browser, browsePage } from './browse-page'
import { markSeen } from './mark-seen'
import { presentCard } from './present'
import { type CardRow, readCards, readRelationPage } from './queries'
import type { Standings } from './standings'

export type Deps = Pick<Foundations, 'db' | 'bus' | 'clock'> & { standings: Standings }

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
  { db, standings }: Deps,
  viewer: Browser,
  order: Order,
  p: number,
): Promise<{ pages: number; rows: CardRow[] }> {
  const board = await standings.board()
  const { pages, entries } = browsePage(board, viewer, order, p)
  return { pages, rows: await readCards(db, viewer.id, entries, board.photosMin) }
}
