import type { listMembers as call } from '@rosella/contract/browse/endpoints'
import { type ListFilter, lists } from '@rosella/contract/browse/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { sql } from 'kysely'
import type { SeenMark } from '../../members/relation'
import { prepared } from '../../platform/database/prepared'
import type { Viewer } from '../../platform/http/viewer'
import type { Services } from '../../platform/services'
import { countPage, type Finder, findMembers, pagesOf } from './find-members'
import { type CardRow, presentCards, readCards, readRelationPage } from './queries'
import { makeRequest, type RequestDeps } from './search/requests'
import type { Impressions } from './suggestions/impression-counter'

const mark = (mark: SeenMark, time: string) =>
  prepared(
    (viewerId: number) => sql<{ member_id: number }>`
      update account set ${sql.ref(mark)} = newest.ts
      from (select max(${sql.ref(time)}) as ts from relation where me = ${viewerId}) newest
      where member_id = ${viewerId} and ${sql.ref(mark)} < newest.ts
      returning member_id`,
  )
const marks: Partial<Record<ListFilter, ReturnType<typeof mark>>> = {
  'viewed-me': mark('seen_views_ts', 'viewed_me_ts'),
  'likes-received': mark('seen_likes_ts', 'received_like_ts'),
  'roses-received': mark('seen_roses_ts', 'received_rose_ts'),
}

/**
 * Opening a list marks it as seen up to its newest entry, which is the first entry of its index. Using the current time
 * instead would lose entries that are being written at this moment.
 */
async function markSeen(
  deps: Pick<Services, 'db' | 'bus'>,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  filter: ListFilter,
): Promise<void> {
  const seen = marks[filter]
  if (!seen || viewer.impersonator !== null) return
  const marked = await seen(deps.db, viewer.id)
  if (marked.length > 0)
    await deps.bus.publish([{ kind: 'lists.seen', member_id: viewer.id }]).catch(() => {})
}

export type Deps = Pick<Services, 'bus' | 'rateLimits'> & RequestDeps & Finder

export type ListDeps = Deps & { impressions: Impressions }

/** Visibility is part of the search, so that the number of pages is right. */
export async function listMembers(
  deps: ListDeps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
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
  return { users: presentCards(deps, viewer.id, rows, { ago, now }), ago, pages, title }
}

type Order = 'recent' | 'newest'
const isOrder = (filter: ListFilter): filter is Order => filter === 'recent' || filter === 'newest'

/** Recent Activity and Newest are searches without filters; only both sides' preferences apply. */
async function browse(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  order: Order,
  p: number,
): Promise<{ pages: number; rows: CardRow[] }> {
  const request = await makeRequest(deps, viewer, {}, { sort: order === 'newest' ? 'newest' : 'active' })
  const { total, entries } = await findMembers(deps, request, p)
  const { photosMin } = request
  return { pages: pagesOf(total), rows: await readCards(deps.db, viewer.id, entries, { photosMin }) }
}
