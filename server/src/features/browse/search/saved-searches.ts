import type {
  listSavedSearches as call,
  saveSearch as callSaveSearch,
} from '@rosella/contract/browse/endpoints'
import {
  type Filters,
  filtersRule,
  narrowing,
  setFilters,
  type WrittenFilters,
  writeFilters,
} from '@rosella/contract/browse/filters'
import {
  type MailPace,
  MOST_NEW,
  MOST_SAVED_SEARCHES,
  SAVED_SEARCH_NAME,
} from '@rosella/contract/browse/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { storableText } from '@rosella/contract/storable-text'
import { type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { accept, Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { countMembers, type Finder, latestChange } from '../find-members'
import { findOrigin, makeRequest, type RequestDeps, readSeeker } from './requests'

type SearchDeps = Finder & RequestDeps

/** Drops filters that this version no longer knows instead of the whole search. */
export function readWritten(written: unknown): Filters {
  const whole = filtersRule(written as WrittenFilters)
  if (whole.ok) return whole.value
  const good = Object.entries(written as WrittenFilters).filter(
    ([key, value]) => filtersRule({ [key]: value }).ok,
  )
  const checked = filtersRule(Object.fromEntries(good))
  return checked.ok ? checked.value : {}
}

/** Returns the filters and resets the count of new people, except during impersonation. */
export async function openSavedSearch(
  deps: SearchDeps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  id: number,
): Promise<{ id: number; name: string; filters: Filters }> {
  const { db } = deps
  const row = await db
    .selectFrom('saved_search')
    .where('id', '=', id)
    .where('member_id', '=', viewer.id)
    .select(['id', 'name', 'filters'])
    .executeTakeFirst()
  if (!row) throw new Problem('saved-search.unknown')
  if (viewer.impersonator === null) {
    // Read before the search runs, so that a change in between is counted later and never lost.
    const opened_ts = await latestChange(deps)
    await db
      .updateTable('saved_search')
      .set({ opened_ts })
      .where('id', '=', id)
      .where('opened_ts', '<', opened_ts)
      .execute()
  }
  return { id: row.id, name: row.name, filters: readWritten(row.filters) }
}

export async function listSavedSearches(
  deps: SearchDeps,
  viewer: Pick<Viewer, 'id'>,
): Promise<ReplyOf<typeof call>> {
  const rows = await deps.db
    .selectFrom('saved_search')
    .where('member_id', '=', viewer.id)
    .orderBy('id')
    .select(['id', 'name', 'filters', 'mail', 'created_ts', 'opened_ts'])
    .execute()
  const items = []
  for (const { opened_ts, filters: written, ...row } of rows) {
    const filters = readWritten(written)
    const count = await countNew(deps, viewer, filters, opened_ts)
    items.push({ ...row, filters: writeFilters(filters), new: Math.min(count, MOST_NEW) })
  }
  return { items }
}

/**
 * Counts people who match now and joined, came back or changed a searchable field after `changedAfter`. Returns 0 if
 * the place of the search no longer exists.
 */
export async function countNew(
  deps: SearchDeps,
  viewer: Pick<Viewer, 'id'>,
  filters: Filters,
  changedAfter: number,
): Promise<number> {
  const request = await makeRequest(deps, viewer, filters).catch((err) => {
    if (err instanceof Problem) return undefined
    throw err
  })
  return request ? countMembers(deps, { ...request, changedAfter }) : 0
}

interface CheckedSearch {
  name: string
  filters: Filters
  mail: MailPace | undefined
}

/**
 * Stores a new search or updates one. Changing the filters resets the count of new people. The same filters are never
 * saved twice: saving them again renames the search that has them.
 */
export async function saveSearch(
  deps: SearchDeps & Pick<Services, 'bus'>,
  viewer: Pick<Viewer, 'id'>,
  input: InputOf<typeof callSaveSearch>,
): Promise<ReplyOf<typeof callSaveSearch>> {
  const checked = check(input)
  const seeker = await readSeeker(deps.db, viewer.id)
  if (!seeker) throw new Problem('session.none')
  await findOrigin(deps, seeker, checked.filters)
  const times = { created_ts: deps.clock.now(), opened_ts: await latestChange(deps) }
  const { opened_ts, ...row } = await withTransaction(deps, async (tx) => {
    // Locks the member, so that concurrent saves cannot exceed the maximum.
    await tx.selectFrom('member').where('id', '=', viewer.id).forUpdate().select('id').execute()
    const own = await tx
      .selectFrom('saved_search')
      .where('member_id', '=', viewer.id)
      .select(['id', 'filters'])
      .execute()
    const written = writeFilters(checked.filters)
    const hasSame = ({ filters }: { filters: unknown }) => isSame(filters as Record<string, string>, written)
    const same = own.find((search) => search.id !== input.id && hasSame(search))
    if (input.id !== undefined) {
      const changed = own.find(({ id }) => id === input.id)
      if (!changed) throw new Problem('saved-search.unknown')
      if (hasSame(changed)) return update(tx, changed.id, checked)
      if (same) throw new Problem('saved-search.twice')
      return update(tx, changed.id, checked, times.opened_ts)
    }
    if (same) return update(tx, same.id, checked)
    if (own.length >= MOST_SAVED_SEARCHES) throw new Problem('saved-search.limit', { n: MOST_SAVED_SEARCHES })
    return insert(tx, viewer.id, checked, times)
  })
  const count = await countNew(deps, viewer, checked.filters, opened_ts)
  return {
    ...row,
    name: checked.name,
    filters: writeFilters(checked.filters),
    new: Math.min(count, MOST_NEW),
  }
}

function check({ name, filters: written, mail }: InputOf<typeof callSaveSearch>): CheckedSearch {
  const line = storableText(name)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  if (line.length < 1 || line.length > SAVED_SEARCH_NAME.characters) throw new Problem('saved-search.name')
  const filters = accept(filtersRule(written))
  if (setFilters(filters).length === 0) throw new Problem('saved-search.empty')
  return { name: line, filters: filters.any ? narrowing(filters) : filters, mail }
}

type SavedRow = Pick<ReplyOf<typeof callSaveSearch>, 'id' | 'mail' | 'created_ts'> & { opened_ts: number }
const savedColumns = ['id', 'mail', 'created_ts', 'opened_ts'] as const

async function insert(
  tx: Tx,
  memberId: number,
  { name, filters, mail = 'none' }: CheckedSearch,
  times: { created_ts: number; opened_ts: number },
): Promise<SavedRow> {
  return tx
    .insertInto('saved_search')
    .values({ member_id: memberId, name, filters: JSON.stringify(writeFilters(filters)), mail, ...times })
    .returning(savedColumns)
    .executeTakeFirstOrThrow()
}

/** `opened_ts` is given if the filters have changed. */
async function update(
  tx: Tx,
  id: number,
  { name, filters, mail }: CheckedSearch,
  opened_ts?: number,
): Promise<SavedRow> {
  return tx
    .updateTable('saved_search')
    .set({
      name,
      filters: JSON.stringify(writeFilters(filters)),
      ...(mail ? { mail } : {}),
      ...(opened_ts === undefined ? {} : { opened_ts }),
    })
    .where('id', '=', id)
    .returning(savedColumns)
    .executeTakeFirstOrThrow()
}

const isSame = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([key, value]) => other[key] === value)

export const deleteSavedSearch = (
  deps: Pick<Services, 'db' | 'bus'>,
  viewer: Pick<Viewer, 'id'>,
  id: number,
): Promise<{ message?: string }> =>
  withTransaction(deps, async (tx) => {
    const deleted = await tx
      .deleteFrom('saved_search')
      .where('id', '=', id)
      .where('member_id', '=', viewer.id)
      .returning('id')
      .executeTakeFirst()
    if (!deleted) throw new Problem('saved-search.unknown')
    return {}
  })
