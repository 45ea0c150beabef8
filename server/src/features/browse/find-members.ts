import { PAGE_SIZE } from '@rosella/contract/browse/rules'
import { siteDay } from '@rosella/contract/site-day'
import { sql } from 'kysely'
import type { Viewer } from '../../platform/http/viewer'
import type { Db } from '../../platform/ports/database'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import type { MemberColumns } from '../../search-index/columns'
import { compileQuery, type Query } from '../../search-index/compile-query'
import type { MemberIndex } from '../../search-index/member-index'
import type { SearchRequest, SearchResult } from '../../search-index/request'
import { matchesAmong, scan } from '../../search-index/scan'
import type { Towns } from '../../search-index/towns'

export interface Finder {
  db: Db
  towns: Towns
  memberIndex: MemberIndex
}

/** One page of the members that a request finds, and the total. */
export async function findMembers(finder: Finder, request: SearchRequest, p: number): Promise<SearchResult> {
  const { columns, query } = await prepare(finder, request)
  const matches = await scan(columns, query, { ranks: p * PAGE_SIZE })
  const { total } = matches
  return {
    total,
    withoutFilter: matches.withoutFilter(),
    entries: matches.entries(skipFor(p, total), PAGE_SIZE),
  }
}

/** A page number after the last returns the last page. */
export const skipFor = (p: number, total: number): number =>
  (Math.max(1, Math.min(p, pagesOf(total))) - 1) * PAGE_SIZE

/** The latest change of a member that the index has received; later ones are new. */
export async function latestChange({ memberIndex, settings }: Finder & Pick<Services, 'settings'>) {
  const { photos_min } = await settings.current()
  return (await memberIndex.columns(photos_min)).latestChange
}

export async function countMembers(finder: Finder, request: SearchRequest): Promise<number> {
  const { columns, query } = await prepare(finder, request)
  return (await scan(columns, query, { ranks: 0 })).total
}

/** The first `count` members that a request finds, in its order. */
export async function findIds(finder: Finder, request: SearchRequest, count: number): Promise<number[]> {
  const { columns, query } = await prepare(finder, request)
  return (await scan(columns, query, { ranks: count })).entries(0, count).map(({ id }) => id)
}

/**
 * The ids among the given ones that the request finds.
 * @internal compared with the SQL oracle by the property test
 */
export async function findAmong(
  finder: Finder,
  request: SearchRequest,
  ids: readonly number[],
): Promise<number[]> {
  if (ids.length === 0) return []
  const { columns, query } = await prepare(finder, request)
  return matchesAmong(columns, query, ids)
}

async function prepare(
  { db, towns, memberIndex }: Finder,
  request: SearchRequest,
): Promise<{ columns: MemberColumns; query: Query }> {
  const columns = await memberIndex.columns(request.photosMin)
  const { town_id } = request.seeker
  if (town_id !== null && !towns.byId(town_id)) await towns.refresh(db)
  return { columns, query: compileQuery(request, towns, memberIndex.answers) }
}

export const pagesOf = (total: number): number => Math.ceil(total / PAGE_SIZE)

type Deps = Pick<Services, 'db' | 'clock' | 'rateLimits' | 'settings'>

const MINUTE = 60
const DAY = 86_400

/**
 * Limits the pages of lists and searches combined, because only a scraper loads so many. Refused pages are counted by
 * member and day for the admins.
 */
export async function countPage(deps: Deps, viewer: Pick<Viewer, 'id' | 'impersonator'>): Promise<void> {
  const { pages_minute, pages_day } = await deps.settings.current()
  const { allowed, waitSeconds, refusedBy } = await deps.rateLimits.hit(
    `pages ${viewer.id}`,
    { limit: pages_minute, seconds: MINUTE },
    { limit: pages_day, seconds: DAY },
  )
  if (!allowed)
    await refuse(deps, viewer, refusedBy?.seconds === DAY ? 'pages.day' : 'pages.minute', waitSeconds)
}

async function refuse(
  { db, clock }: Deps,
  viewer: Pick<Viewer, 'id' | 'impersonator'>,
  code: 'pages.minute' | 'pages.day',
  waitSeconds: number,
): Promise<never> {
  // Pages that an admin loads while impersonating the member are no sign of scraping.
  if (viewer.impersonator === null)
    await sql`
    insert into refused_pages (member_id, day, count) values (${viewer.id}, ${siteDay(clock.now())}, 1)
    on conflict (member_id, day) do update set count = refused_pages.count + 1`.execute(db)
  throw new Problem(code, {}, undefined, waitSeconds)
}
