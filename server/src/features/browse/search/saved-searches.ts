import type {
  listSavedSearches as call,
  saveSearch as callSaveSearch,
} from '@rosella/contract/browse/endpoints'
import {
  type Filters,
  filtersRule,
  setFilters,
  type WrittenFilters,
  writeFilters,
} from '@rosella/contract/browse/filters'
import { type MailPace, MOST_SAVED_SEARCHES, SAVED_SEARCH_NAME } from '@rosella/contract/browse/rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { storableText } from '@rosella/contract/storable-text'
import { sql } from 'kysely'
import { type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { accept, Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { findAmong } from '../find-members'
import type { Deps as DepsListSavedSearches, Deps as DepsSaveSearch } from '../list-members'
import { findOrigin, makeRequest, readSeeker } from './requests'

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

interface Row {
  id: number
  name: string
  filters: unknown
  mail: MailPace
  created_ts: number
  hits: number[]
}

/** The oldest first; what is new is whoever began to match, has not been seen, and is still there to be seen. */
export async function listSavedSearches(
  deps: DepsListSavedSearches,
  viewer: Pick<Viewer, 'id' | 'hidden'>,
): Promise<ReplyOf<typeof call>> {
  const rows = await readSavedSearches(deps, viewer.id)
  const items = []
  for (const { hits, filters: written, ...row } of rows) {
    const filters = readWritten(written)
    const fresh = hits.length === 0 ? [] : await stillMatching(deps, viewer, filters, hits)
    items.push({ ...row, filters: writeFilters(filters), new: fresh.length })
  }
  return { items }
}

async function readSavedSearches(
  { db }: Pick<DepsListSavedSearches, 'db'>,
  memberId: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.filters, s.mail, s.created_ts,
      array(select h.member_id from saved_search_hit h where h.search_id = s.id and not h.seen) as hits
    from saved_search s where s.member_id = ${memberId} order by s.id`.execute(db)
  return rows
}

/** Those of the members who fit the search as it is now. */
export async function stillMatching(
  deps: Omit<DepsListSavedSearches, 'bus' | 'rateLimits'>,
  viewer: Pick<Viewer, 'id' | 'hidden'>,
  filters: ReturnType<typeof readWritten>,
  ids: readonly number[],
): Promise<number[]> {
  return findAmong(deps, await makeRequest(deps, viewer, filters), ids)
}

interface Checked {
  name: string
  filters: Filters
  mail: MailPace | undefined
}

/** A new one, or another name, filters or pace for one's own. Other filters begin anew: nobody is new in them yet. */
export async function saveSearch(
  deps: DepsSaveSearch,
  viewer: Pick<Viewer, 'id' | 'hidden'>,
  input: InputOf<typeof callSaveSearch>,
): Promise<ReplyOf<typeof callSaveSearch>> {
  const checked = check(input)
  const seeker = await readSeeker(deps.db, viewer.id)
  if (!seeker) throw new Problem('session.none')
  await findOrigin(deps, seeker, checked.filters)
  const now = deps.clock.now()
  const saved = await withTransaction(deps, async (tx) => {
    // One at a time for a member, so that ten are ten.
    await tx.selectFrom('member').where('id', '=', viewer.id).forUpdate().select('id').execute()
    return input.id === undefined
      ? insert(tx, viewer.id, checked, now)
      : update(tx, viewer.id, input.id, checked)
  })
  const { fresh, ...row } = saved
  const still = fresh.length === 0 ? [] : await stillMatching(deps, viewer, checked.filters, fresh)
  return { ...row, name: checked.name, filters: writeFilters(checked.filters), new: still.length }
}

function check({ name, filters: written, mail }: InputOf<typeof callSaveSearch>): Checked {
  const line = storableText(name)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
  if (line.length < 1 || line.length > SAVED_SEARCH_NAME.characters) throw new Problem('saved-search.name')
  const filters = accept(filtersRule(written))
  if (setFilters(filters).length === 0) throw new Problem('saved-search.empty')
  return { name: line, filters, mail }
}

/** `fresh`: who began to match and has not been seen. */
type Saved = Pick<ReplyOf<typeof callSaveSearch>, 'id' | 'mail' | 'created_ts'> & { fresh: number[] }

async function insert(
  tx: Tx,
  memberId: number,
  { name, filters, mail }: Checked,
  now: number,
): Promise<Saved> {
  const held = await tx.selectFrom('saved_search').where('member_id', '=', memberId).select('id').execute()
  if (held.length >= MOST_SAVED_SEARCHES) throw new Problem('saved-search.limit', { n: MOST_SAVED_SEARCHES })
  const row = await tx
    .insertInto('saved_search')
    .values({
      member_id: memberId,
      name,
      filters: JSON.stringify(writeFilters(filters)),
      mail: mail ?? 'none',
      created_ts: now,
    })
    .returning(['id', 'mail', 'created_ts'])
    .executeTakeFirstOrThrow()
  return { ...row, fresh: [] }
}

async function update(
  tx: Tx,
  memberId: number,
  id: number,
  { name, filters, mail }: Checked,
): Promise<Saved> {
  const own = await tx
    .selectFrom('saved_search')
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .select(['filters'])
    .executeTakeFirst()
  if (!own) throw new Problem('saved-search.unknown')
  const written = writeFilters(filters)
  if (!isSame(own.filters as Record<string, string>, written))
    await tx.deleteFrom('saved_search_hit').where('search_id', '=', id).execute()
  const row = await tx
    .updateTable('saved_search')
    .set({ name, filters: JSON.stringify(written), ...(mail ? { mail } : {}) })
    .where('id', '=', id)
    .returning(['id', 'mail', 'created_ts'])
    .executeTakeFirstOrThrow()
  const fresh = await tx
    .selectFrom('saved_search_hit')
    .where('search_id', '=', id)
    .where('seen', '=', false)
    .select('member_id')
    .execute()
  return { ...row, fresh: fresh.map(({ member_id }) => member_id) }
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
    const gone = await tx
      .deleteFrom('saved_search')
      .where('id', '=', id)
      .where('member_id', '=', viewer.id)
      .returning('id')
      .executeTakeFirst()
    if (!gone) throw new Problem('saved-search.unknown')
    return {}
  })
