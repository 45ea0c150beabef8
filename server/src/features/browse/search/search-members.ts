import type { searchMembers as call } from '@rosella/contract/browse/endpoints'
import { filtersRule, setFilters, writeFilters } from '@rosella/contract/browse/filters'
import { SEARCH_TITLE, searchOrders } from '@rosella/contract/browse/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { Viewer } from '../../../platform/http/viewer'
import { accept } from '../../../platform/problem'
import type { SearchResult } from '../../../search-index/request'
import { countPage, findMembers, pagesOf } from '../find-members'
import type { ListDeps } from '../list-members'
import { presentCards, readCards } from '../queries'
import { makeRequest } from './requests'
import { openSavedSearch } from './saved-searches'

/** Members who match the filters and whose preferences accept the viewer. */
export async function searchMembers(
  deps: ListDeps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  { p = 1, sort = 'active', saved, ...written }: InputOf<typeof call>,
): Promise<ReplyOf<typeof call>> {
  await countPage(deps, viewer)
  const requested = accept(filtersRule(written))
  const opened = saved === undefined ? null : await openSavedSearch(deps, viewer, saved)
  const request = await makeRequest(deps, viewer, opened?.filters ?? requested, {
    sort,
    countNearMisses: true,
  })
  const found = await findMembers(deps, request, p)
  const rows = await readCards(deps.db, viewer.id, found.entries, {
    photosMin: request.photosMin,
    withTags: true,
  })
  deps.impressions.shown(
    viewer,
    'search',
    rows.map(({ id }) => id),
  )
  const { ago } = searchOrders[sort]
  return {
    users: presentCards(deps, viewer.id, rows, { ago, now: request.now }),
    ago,
    pages: pagesOf(found.total),
    title: SEARCH_TITLE,
    total: found.total,
    relax: sortedByGain(found, setFilters(request.filters)),
    filters: writeFilters(request.filters),
    saved: opened && { id: opened.id, name: opened.name },
  }
}

/** The filter that excludes most members comes first. */
const sortedByGain = ({ withoutFilter }: SearchResult, set: readonly string[]) =>
  set.map((key) => ({ key, more: withoutFilter.get(key) ?? 0 })).sort((a, b) => b.more - a.more)
