import type { Filters } from '@rosella/contract/browse/filters'
import { sql } from 'kysely'
import type { MemberFacts } from '../../../members/member-facts'
import { findUnlisted, memberIsListed, memberIsShown } from '../../../members/visible-members'
import { type Reader, withTransaction } from '../../../platform/database/transaction'
import type { Services } from '../../../platform/services'
import { MemberColumns } from '../../../search-index/columns'
import { compileQuery } from '../../../search-index/compile-query'
import { factColumns } from '../../../search-index/member-index'
import type { SearchRequest } from '../../../search-index/request'
import { matchesAmong, scan } from '../../../search-index/scan'
import type { Towns } from '../../../search-index/towns'
import { takeTurns } from '../../../search-index/yield-to-event-loop'
import { asSeeker, filtersFor, findOrigin } from './requests'
import { readWritten } from './saved-searches'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'settings' | 'places'> & { towns: Towns }

const CHANGED = 5000
/** In one transaction: whoever wants to leave, or to delete a search, waits for its end. */
const SEARCHES = 500
/** In one statement, which may take 15 seconds on a busy machine. */
const HITS = 20_000

interface Change {
  member_id: number
  was: unknown
}

/**
 * Who began to match which saved search: they match as they are, and did not as they were before their first change
 * since the last time. Runs every hour, a batch of the changed at a time. Broken off, it begins anew with the batch it
 * had taken, and finds nobody twice.
 */
export const matchChanged =
  (deps: Deps) =>
  async (signal: AbortSignal): Promise<void> => {
    const { photos_min } = await deps.settings.current()
    await deps.towns.refresh(deps.db)
    for (let isLast = false; !isLast && !signal.aborted; ) {
      const taken = await takeChanges(deps)
      isLast = taken.isLast
      if (!(await matchBatch(deps, taken.changes, photos_min, signal))) return
      const ids = taken.changes.map(({ member_id }) => member_id)
      await sql`delete from member_change where taken and member_id = any(${ids}::bigint[])`.execute(deps.db)
    }
  }

/** Those that were taken and not done with, or else the next. Whoever changes from now on is the next hour's. */
async function takeChanges({ db }: Deps): Promise<{ changes: Change[]; isLast: boolean }> {
  const left = await sql<Change>`select member_id, was from member_change where taken`.execute(db)
  if (left.rows.length > 0) return { changes: left.rows, isLast: false }
  const { rows } = await sql<Change>`
    update member_change set taken = true where not taken and member_id in (
      select member_id from member_change where not taken order by member_id limit ${CHANGED})
    returning member_id, was`.execute(db)
  return { changes: rows, isLast: rows.length < CHANGED }
}

/** Whether it came to its end. */
async function matchBatch(
  deps: Deps,
  changes: readonly Change[],
  photosMin: number,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = deps
  const now = deps.clock.now()
  const before = new MemberColumns(photosMin)
  for (const facts of await listedBefore(db, changes, photosMin)) before.place(facts)
  const after = new MemberColumns(photosMin)
  const ids = changes.map(({ member_id }) => member_id)
  const listed = sql`${memberIsListed('f')} and f.approved_photos >= ${photosMin}`
  const { rows: listedNow } = await sql<MemberFacts>`
    select ${factColumns} from member_facts f where f.id = any(${ids}::bigint[]) and ${listed}`.execute(db)
  for (const facts of listedNow) after.place(facts)

  if (after.size === 0) return true
  let hits: Hits = { searches: [], members: [] }
  let last: number | undefined = 0
  while (last !== undefined) {
    if (signal.aborted) return false
    // The database stores what was found while the next searches are matched.
    const [next]: [Next, unknown] = await Promise.all([
      matchNext(deps, last, { before, after, photosMin, now }),
      storeHits(deps, hits, now),
    ])
    hits = next.hits
    last = next.last
  }
  await storeHits(deps, hits, now)
  return true
}

/** Pairs as two columns, in the order of the primary key. */
interface Hits {
  searches: number[]
  members: number[]
}

interface Next {
  hits: Hits
  /** The last of these searches, where there are more. */
  last: number | undefined
}

async function matchNext(deps: Deps, after: number, batch: Omit<Batch, 'searches'>): Promise<Next> {
  const searches = await readSearches(deps.db, after)
  const last = searches.length < SEARCHES ? undefined : searches.at(-1)?.search_id
  return { hits: await matchAll(deps, { searches, ...batch }), last }
}

/**
 * But for those who have left meanwhile, and searches that were deleted: the database takes those out again (migration
 * 0036).
 */
async function storeHits(deps: Deps, { searches, members }: Hits, now: number): Promise<void> {
  if (searches.length === 0) return
  await withTransaction(deps, async (tx) => {
    for (let at = 0; at < searches.length; at += HITS) {
      const until = at + HITS
      await sql`
        insert into saved_search_hit (search_id, member_id, began_ts)
        select search, member, ${now}
        from unnest(${searches.slice(at, until)}::bigint[], ${members.slice(at, until)}::bigint[]) hit (search, member)
        on conflict do nothing`.execute(tx)
    }
  })
}

/** What they were, of those who could be found at all. */
async function listedBefore(
  db: Reader,
  changes: readonly Change[],
  photosMin: number,
): Promise<MemberFacts[]> {
  const was = JSON.stringify(changes.flatMap((change) => (change.was ? [change.was] : [])))
  const { rows } = await sql<MemberFacts>`
    select ${factColumns} from jsonb_populate_recordset(null::member_facts, ${was}::jsonb) f
    where ${memberIsListed('f')} and f.approved_photos >= ${photosMin}`.execute(db)
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
async function readSearches(db: Reader, after: number): Promise<SearchRow[]> {
  const { rows } = await sql<SearchRow>`
    select s.id as search_id, s.filters, ${factColumns}, t.country, t.latitude, t.longitude
    from saved_search s join member_facts f on f.id = s.member_id left join town t on t.id = f.town_id
    where s.id > ${after} and ${memberIsShown('f')} order by s.id limit ${SEARCHES}`.execute(db)
  return rows
}

interface Batch {
  searches: readonly SearchRow[]
  before: MemberColumns
  after: MemberColumns
  photosMin: number
  now: number
}

async function matchAll(deps: Deps, batch: Batch): Promise<Hits> {
  const owners = [...new Set(batch.searches.map(({ id }) => id))]
  const hidden = await findUnlisted(deps.db, owners)
  const hits: Hits = { searches: [], members: [] }
  // One after the other takes seconds, during which the site is open.
  const turn = takeTurns({ forJob: true })
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
    const begun = found.filter((id) => !already.has(id)).sort((one, other) => one - other)
    for (const id of begun) {
      hits.searches.push(search_id)
      hits.members.push(id)
    }
  }
  return hits
}

/** Being online or active comes and goes: it is asked for when the new ones are counted, and begins nothing. */
const withoutPassing = ({ online: _online, active_days: _days, ...lasting }: Filters): Filters => lasting
