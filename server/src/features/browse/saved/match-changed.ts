import type { Filters } from '@rosella/contract/browse/filters'
import { sql } from 'kysely'
import { type Tx, withTransaction } from '../../../database/transaction'
import { findUnlisted, memberIsListed, memberIsShown } from '../../../database/visible-members'
import type { MemberFacts } from '../../../domain/member-facts'
import type { Services } from '../../../ports/services'
import { MemberColumns } from '../index/columns'
import { compileQuery } from '../index/compile-query'
import { matchesAmong, scan } from '../index/scan'
import { takeTurns } from '../index/take-turns'
import type { Towns } from '../index/towns'
import { findOrigin } from '../make-request'
import { factColumns } from '../member-index'
import { asSeeker, filtersFor, type SearchRequest } from '../search-request'
import { readWritten } from './open-saved-search'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'settings' | 'places'> & { towns: Towns }

const CHANGED = 5000
const SEARCHES = 2000

/**
 * Who began to match which saved search: they match as they are, and did not as they were before their first change
 * since the last time. Runs every hour, a batch of the changed at a time, each in a transaction of its own.
 */
export const matchChanged =
  (deps: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    const { photos_min } = await deps.settings.current()
    await deps.towns.refresh(deps.db)
    for (;;) {
      const taken = await withTransaction(deps, (tx) => matchBatch(tx, deps, photos_min))
      if (taken < CHANGED || signal.aborted) return
    }
  }

async function matchBatch(tx: Tx, deps: Deps, photosMin: number): Promise<number> {
  const now = deps.clock.now()
  const { rows: changes } = await sql<{ member_id: number; was: (MemberFacts & { shown: boolean }) | null }>`
    delete from member_change where member_id in (
      select member_id from member_change order by member_id limit ${CHANGED} for update skip locked)
    returning member_id, was`.execute(tx)
  if (changes.length === 0) return 0
  const before = new MemberColumns(photosMin)
  for (const facts of await listedBefore(tx, changes, photosMin)) before.place(facts)
  const after = new MemberColumns(photosMin)
  const ids = changes.map(({ member_id }) => member_id)
  const listed = sql`${memberIsListed('f')} and f.approved_photos >= ${photosMin}`
  const { rows: listedNow } = await sql<MemberFacts>`
    select ${factColumns} from member_facts f where f.id = any(${ids}::bigint[]) and ${listed}`.execute(tx)
  for (const facts of listedNow) after.place(facts)

  for (let last = 0; after.size > 0; ) {
    const searches = await readSearches(tx, last)
    const hits = await matchAll(tx, deps, { searches, before, after, photosMin, now })
    await sql`
      insert into saved_search_hit (search_id, member_id, began_ts)
      select hit.search, hit.member, ${now}
      from unnest(${hits.map(([id]) => id)}::bigint[], ${hits.map(([, id]) => id)}::bigint[]) hit (search, member)
      order by 1, 2 on conflict do nothing`.execute(tx)
    last = searches.at(-1)?.search_id ?? last
    if (searches.length < SEARCHES) break
  }
  return changes.length
}

/** What they were, of those who could be found at all. */
async function listedBefore(
  tx: Tx,
  changes: readonly { member_id: number }[],
  photosMin: number,
): Promise<MemberFacts[]> {
  const was = JSON.stringify(changes.flatMap((change) => ('was' in change && change.was ? [change.was] : [])))
  const { rows } = await sql<MemberFacts>`
    select ${factColumns} from jsonb_populate_recordset(null::member_facts, ${was}::jsonb) f
    where ${memberIsListed('f')} and f.approved_photos >= ${photosMin}`.execute(tx)
  return rows
}

type SearchRow = MemberFacts & {
  search_id: number
  filters: unknown
  country: string | null
  latitude: number | null
  longitude: number | null
}

/** Those of members who are here to look. */
async function readSearches(tx: Tx, after: number): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`
    select s.id as search_id, s.filters, ${factColumns}, t.country, t.latitude, t.longitude
    from saved_search s join member_facts f on f.id = s.member_id left join town t on t.id = f.town_id
    where s.id > ${after} and ${memberIsShown('f')} order by s.id limit ${SEARCHES}`.execute(tx)
  return rows
}

interface Batch {
  searches: readonly SearchRow[]
  before: MemberColumns
  after: MemberColumns
  photosMin: number
  now: number
}

async function matchAll(tx: Tx, deps: Deps, batch: Batch): Promise<[search: number, member: number][]> {
  const owners = [...new Set(batch.searches.map(({ id }) => id))]
  const hidden = await findUnlisted(tx, owners)
  const hits: [number, number][] = []
  // One after the other takes seconds, during which the site is open.
  const turn = takeTurns()
  for (const { search_id, filters, ...owner } of batch.searches) {
    const seeker = asSeeker(owner)
    const lasting = filtersFor(seeker, withoutPassing(readWritten(filters)))
    const origin = await findOrigin(deps, seeker, lasting).catch(() => undefined)
    if (!origin) continue
    const request: SearchRequest = {
      seeker,
      hidden: [...(hidden.get(seeker.id) ?? [])],
      filters: lasting,
      origin,
      online: undefined,
      sort: 'active',
      photosMin: batch.photosMin,
      now: batch.now,
      relaxing: false,
    }
    const query = compileQuery(request, deps.towns)
    const found = (await scan(batch.after, query, { turn })).ids()
    if (found.length === 0) continue
    const already = new Set(matchesAmong(batch.before, query, found))
    for (const id of found) if (!already.has(id)) hits.push([search_id, id])
  }
  return hits
}

/** Being online or active comes and goes: it is asked for when the new ones are counted, and begins nothing. */
const withoutPassing = ({ online: _online, active_days: _days, ...lasting }: Filters): Filters => lasting
