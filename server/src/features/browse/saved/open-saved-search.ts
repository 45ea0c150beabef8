import { type Filters, filtersRule, type WrittenFilters } from '@rosella/contract/browse/filters'
import { Problem } from '../../../domain/problem'
import type { Viewer } from '../../../domain/viewer'
import type { Services } from '../../../ports/services'

type Deps = Pick<Services, 'db'>

/** A filter that a later version no longer knows is left out, rather than the whole search. */
export function readWritten(written: unknown): Filters {
  const whole = filtersRule(written as WrittenFilters)
  if (whole.ok) return whole.value
  const good = Object.entries(written as WrittenFilters).filter(
    ([key, value]) => filtersRule({ [key]: value }).ok,
  )
  const checked = filtersRule(Object.fromEntries(good))
  return checked.ok ? checked.value : {}
}

/** Its filters; whoever began to match has been seen from now on, unless an admin looks. */
export async function openSavedSearch(
  { db }: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  id: number,
): Promise<{ id: number; name: string; filters: Filters }> {
  const row = await db
    .selectFrom('saved_search')
    .where('id', '=', id)
    .where('member_id', '=', viewer.id)
    .select(['id', 'name', 'filters'])
    .executeTakeFirst()
  if (!row) throw new Problem('saved-search.unknown')
  if (viewer.impersonator === null) {
    await db
      .updateTable('saved_search_hit')
      .set({ seen: true })
      .where('search_id', '=', id)
      .where('seen', '=', false)
      .execute()
  }
  return { id: row.id, name: row.name, filters: readWritten(row.filters) }
}
