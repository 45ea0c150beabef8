import { PAGE_SIZE } from '@rosella/contract/browse/rules'
import type { Db } from '../../ports/database'
import { compileQuery, type Query } from './index/compile-query'
import { matchesAmong, scan } from './index/scan'
import type { Towns } from './index/towns'
import type { MemberIndex } from './member-index'
import { amongInSql, searchInSql } from './search-in-sql'
import type { Found, SearchRequest } from './search-request'

export interface Finder {
  db: Db
  towns: Towns
  /** Undefined where the site keeps none in memory. */
  memberIndex: MemberIndex | undefined
}

/** One page of the strangers that a request names, and how many there are: from memory, or else from SQL. */
export async function findMembers(finder: Finder, request: SearchRequest, p: number): Promise<Found> {
  const skip = (total: number): number =>
    (Math.max(1, Math.min(p, Math.ceil(total / PAGE_SIZE))) - 1) * PAGE_SIZE
  const ready = await prepare(finder, request)
  if (!ready) return searchInSql(finder.db, finder.towns, request, { skip, count: PAGE_SIZE })
  const matches = await scan(ready.columns, ready.query, { ranks: p * PAGE_SIZE })
  const { total } = matches
  return { total, relax: matches.relax(), entries: matches.entries(skip(total), PAGE_SIZE) }
}

/**
 * Some of those whom the request names, in its order. That there is nobody is believed only of the database: what memory
 * has not heard of yet another process may have, and two screens would differ.
 */
export async function findFitting(finder: Finder, request: SearchRequest, count: number): Promise<number[]> {
  const ready = await prepare(finder, request)
  const known = ready ? (await scan(ready.columns, ready.query, { ranks: count })).entries(0, count) : []
  const entries =
    known.length > 0
      ? known
      : (await searchInSql(finder.db, finder.towns, request, { skip: () => 0, count })).entries
  return entries.map(({ id }) => id)
}

/** Those of the ids whom the request names. */
export async function findAmong(
  finder: Finder,
  request: SearchRequest,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const ready = await prepare(finder, request)
  return ready
    ? matchesAmong(ready.columns, ready.query, ids)
    : amongInSql(finder.db, finder.towns, request, ids)
}

async function prepare({ db, towns, memberIndex }: Finder, request: SearchRequest) {
  const columns = await memberIndex?.columns(request.photosMin)
  const { town_id } = request.seeker
  if (!columns || (town_id !== null && !towns.byId(town_id))) await towns.refresh(db)
  const query: Query = compileQuery(request, towns)
  return columns && { columns, query }
}

export const pagesOf = (total: number): number => Math.ceil(total / PAGE_SIZE)
