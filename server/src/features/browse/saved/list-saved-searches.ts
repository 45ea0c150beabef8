import type { listSavedSearches as call } from '@rosella/contract/browse/endpoints'
import { writeFilters } from '@rosella/contract/browse/filters'
import type { MailPace } from '@rosella/contract/browse/rules'
import type { ReplyOf } from '@rosella/contract/endpoint'
import { sql } from 'kysely'
import type { Viewer } from '../../../domain/viewer'
import { findAmong } from '../find-members'
import type { Deps } from '../list-members'
import { makeRequest } from '../make-request'
import { readWritten } from './open-saved-search'

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
  deps: Deps,
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

async function readSavedSearches({ db }: Pick<Deps, 'db'>, memberId: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.id, s.name, s.filters, s.mail, s.created_ts,
      array(select h.member_id from saved_search_hit h where h.search_id = s.id and not h.seen) as hits
    from saved_search s where s.member_id = ${memberId} order by s.id`.execute(db)
  return rows
}

/** Those of the members who fit the search as it is now. */
export async function stillMatching(
  deps: Omit<Deps, 'bus' | 'limits'>,
  viewer: Pick<Viewer, 'id' | 'hidden'>,
  filters: ReturnType<typeof readWritten>,
  ids: readonly number[],
): Promise<number[]> {
  return findAmong(deps, await makeRequest(deps, viewer, filters), ids)
}
