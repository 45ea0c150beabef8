import { type FilterKey, setFilters } from '@rosella/contract/browse/filters'
import { NEW_FOR_SECONDS } from '@rosella/contract/browse/rules'
import { ageAt } from '@rosella/contract/member/rules'
import { lastBandWithin } from '@rosella/contract/places/bands'
import { choiceFilters, preferenceListNames } from '@rosella/contract/profile/fields'
import { questions } from '@rosella/contract/questions/questions'
import { MATCH_FROM } from '@rosella/contract/questions/rules'
import { siteDay } from '@rosella/contract/site-day'
import { answerOf, orientations } from '@rosella/server/members/member-facts'
import { NO_BAND } from '@rosella/server/members/preferences'
import { memberIsListed } from '@rosella/server/members/visible-members'
import type { Reader } from '@rosella/server/platform/database/transaction'
import { mutualOrientations } from '@rosella/server/search-index/compile-query'
import type { Entry, SearchRequest, SearchResult } from '@rosella/server/search-index/request'
import type { Towns } from '@rosella/server/search-index/towns'
import { type RawBuilder, type SqlBool, sql } from 'kysely'

type Condition = RawBuilder<SqlBool>

const lists = choiceFilters
const isList = (key: FilterKey): key is keyof typeof lists => Object.hasOwn(lists, key)

/** A second implementation of the search in SQL: the oracle for search-property.test.ts. */
export async function searchInSql(
  db: Reader,
  towns: Towns,
  request: SearchRequest,
  { skip, count }: { skip(total: number): number; count: number },
): Promise<SearchResult> {
  const { total, withoutFilter } = await (request.countNearMisses ? countNearMisses : countMatches)(
    db,
    towns,
    request,
  )
  const { rows: entries } = await sql<Entry>`
    with found as (${matching(towns, request)})
    select id, ts from found order by ${orderOf(request)} ts desc, id desc
    limit ${count} offset ${skip(total)}`.execute(db)
  return { total, withoutFilter, entries }
}

/** The given ids that match. */
export async function amongInSql(
  db: Reader,
  towns: Towns,
  request: SearchRequest,
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with found as (${matching(towns, request)}) select id from found where id = any(${ids}::bigint[])`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

const orderOf = ({ sort }: SearchRequest): RawBuilder<unknown> =>
  sort === 'distance' ? sql`band, ` : sort === 'match' ? sql`match desc nulls last, ` : sql``

type Counts = Pick<SearchResult, 'total' | 'withoutFilter'>

async function countMatches(db: Reader, towns: Towns, request: SearchRequest): Promise<Counts> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${matching(towns, request)}) found`.execute(db)
  return { total: rows[0]?.total ?? 0, withoutFilter: new Map() }
}

/** Also counts, for each filter, how many more would match without it. Evaluates all filters for every member. */
async function countNearMisses(db: Reader, towns: Towns, request: SearchRequest): Promise<Counts> {
  const set = setFilters(request.filters)
  const checks = checksOf(request)
  const {
    rows: [counts],
  } = await sql<{ total: number; without_filter: number[] }>`
    with judged as materialized (${judged(towns, request, checks)})
    select count(*) filter (where failed = 0)::int as total,
      array[${sql.join([sql`0`, ...set.map((key) => without(key, checks))])}]::int[] as without_filter
    from judged`.execute(db)
  return {
    total: counts?.total ?? 0,
    withoutFilter: new Map(set.map((key, n) => [key, counts?.without_filter[n + 1] ?? 0])),
  }
}

/** 'Only people who answered' is no filter itself; it changes the others. */
const checksOf = ({ filters }: SearchRequest): FilterKey[] =>
  setFilters(filters).filter((key) => key !== 'answered_only')

/** Counts members who fail only this filter. For 'only people who answered': who fail only by not having answered. */
function without(key: FilterKey, checks: readonly FilterKey[]): RawBuilder<number> {
  if (key === 'answered_only') return sql`count(*) filter (where failed > 0 and failed = unanswered)`
  const place = sql.lit(checks.indexOf(key) + 1)
  return sql`count(*) filter (where failed = 1 and fails[${place}])`
}

/** The members who pass all filters. An area is searched by its towns (index member_search). */
function matching(towns: Towns, request: SearchRequest): RawBuilder<unknown> {
  const ts = request.sort === 'newest' ? sql`m.created_ts` : sql`coalesce(a.last_active_ts, m.created_ts)`
  const checks = checksOf(request)
  const passed = [...checks.map((key) => passes(key, request)), ...inTowns(towns, request, checks)]
  return sql`
    select m.id, ${ts} as ts, ${bandOf('t.band')} as band,
      ${request.sort === 'match' ? matchWith(request) : sql`null`} as match from ${candidates(towns, request)}
    ${sql.join(
      passed.map((condition) => sql`and ${condition}`),
      sql` `,
    )}`
}

/** Every candidate with the filters they fail. */
function judged(towns: Towns, request: SearchRequest, checks: readonly FilterKey[]): RawBuilder<unknown> {
  const fails = checks.map((key) => sql`not coalesce(${passes(key, request)}, false)`)
  const open = checks.map((key) => unanswered(key, request))
  return sql`
    select fails, (select count(*) from unnest(fails) one where one) as failed,
      (select count(*) from unnest(fails, open) as two (fails, open) where two.fails and two.open) as unanswered
    from (
      select array[${sql.join([...fails, sql`false`])}]::bool[] as fails,
        array[${sql.join([...open, sql`false`])}]::bool[] as open
      from ${candidates(towns, request)}
    ) each_one`
}

/** Members of mutual orientation who are visible to the seeker and whose preferences accept the seeker. */
function candidates(towns: Towns, request: SearchRequest): RawBuilder<unknown> {
  const { seeker, photosMin } = request
  const isMutual = mutualOrientations(seeker)
    .map((n) => orientations[n])
    .map(
      (orientation) => sql`(m.gender = ${orientation?.gender} and m.interested = ${orientation?.interested})`,
    )
  return sql`member m
    join profile p on p.member_id = m.id
    left join activity a on a.member_id = m.id
    left join preferences l on l.member_id = m.id
    left join member_change c on c.member_id = m.id
    left join ${townTable(towns, request)} on t.id = m.town_id
    where ${memberIsListed('m')} and m.approved_photos >= ${photosMin}
      and (${isMutual.length > 0 ? sql.join(isMutual, sql` or `) : sql`false`})
      and m.id <> all(${[...request.hidden.ids]}::bigint[])
      and coalesce(c.changed_ts, m.created_ts) > ${request.changedAfter ?? -1}
      and ${acceptsSeeker(request)}`
}

/** The distance and state filters again as lists of towns, which an index supports. */
function inTowns(towns: Towns, request: SearchRequest, checks: readonly FilterKey[]): Condition[] {
  const { origin, filters } = request
  const conditions: Condition[] = []
  if (checks.includes('distance')) {
    const bands = towns.bandsFrom(origin.position)
    const last = lastBandWithin(filters.distance ?? 0)
    const near = towns.all.filter(({ id }) => (bands[id] ?? NO_BAND) <= last)
    conditions.push(sql`m.town_id = any(${near.map(({ id }) => id)}::int[])`)
  }
  if (checks.includes('state')) {
    const inside = towns.all.filter((town) => isInState(town, request))
    conditions.push(sql`m.town_id = any(${inside.map(({ id }) => id)}::int[])`)
  }
  return conditions
}

const isInState = (
  { country, state }: { country: string; state: string },
  { origin, filters }: SearchRequest,
): boolean => country === origin.country && (filters.state ?? []).includes(state)

const bandOf = (column: string): RawBuilder<number> =>
  sql`case when m.town_hidden then ${sql.lit(NO_BAND)} else coalesce(${sql.ref(column)}, ${sql.lit(NO_BAND)}) end`

/** The towns with their bands from the origin of the search and from the seeker's own town. */
function townTable(towns: Towns, request: SearchRequest): RawBuilder<unknown> {
  const { origin, seeker } = request
  const [bands, home] = [
    towns.bandsFrom(origin.position),
    towns.bandsFrom(seeker.town_hidden ? null : seeker.home),
  ]
  const ids = towns.all.map(({ id }) => id)
  return sql`unnest(${ids}::int[], ${ids.map((id) => bands[id])}::int[], ${ids.map((id) => home[id])}::int[],
    ${towns.all.map((town) => isInState(town, request))}::bool[]) t (id, band, home, in_state)`
}

/** The other side's preferences. The distance of a member with a hidden town is ignored. */
function acceptsSeeker({ seeker, now }: SearchRequest): Condition {
  const age = seeker.birthday === null ? 0 : ageAt(seeker.birthday, now)
  const accepted = preferenceListNames.map((list) => {
    const mine = answerOf(seeker, list)
    const column = sql.ref(`l.${list}`)
    return mine === ' '
      ? sql`(cardinality(${column}) = 0 or not l.answered_only)`
      : sql`(cardinality(${column}) = 0 or ${mine} = any(${column}))`
  })
  return sql<SqlBool>`(l.member_id is null or (
    (l.age_min = 18 or l.age_min <= ${age}) and (l.age_max = 99 or l.age_max >= ${age})
    and ${sql.join(accepted, sql` and `)}
    and (l.distance = 0 or m.town_hidden or ${bandOf('t.home')} <= ${lastBandOf('l.distance')})))`
}

/** The answers in `question_member.published` of a member, one row each; `weight` is 0 if every answer is accepted. */
const publishedOf = (member: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select id, choice, accepts, case when accepts = 2 ^ c.choices - 1 then 0 else importance + 1 end::float8 as weight
  from (
    select (a >> 10) as id, (a >> 7) & 7 as choice, (a >> 2) & 31 as accepts, a & 3 as importance
    from question_member q, generate_series(0, length(q.published) / 4 - 1) n,
      lateral (select (get_byte(q.published, 4 * n) << 24) | (get_byte(q.published, 4 * n + 1) << 16)
        | (get_byte(q.published, 4 * n + 2) << 8) | get_byte(q.published, 4 * n + 3)) written (a)
    where q.member_id = ${member}
  ) one
  join unnest(${questions.map(({ id }) => id)}::int[], ${questions.map(({ choices }) => choices.length)}::int[])
    c (question, choices) on c.question = one.id)`

/** The lower end of the 90 % Wilson interval (docs/specification/part-4.md § 4). */
const wilson = (share: RawBuilder<unknown>, n: RawBuilder<unknown>): RawBuilder<number> => {
  const z2 = sql.lit(1.6448536269514722 ** 2)
  return sql<number>`greatest(0, coalesce((${share} + ${z2} / (2 * ${n})
    - sqrt(${z2} * (${share} * (1 - ${share}) / ${n} + ${z2} / (4 * ${n} * ${n})))) / (1 + ${z2} / ${n}), 0))`
}

/** The member's match with the seeker, null with too few common questions. */
function matchWith({ seeker }: SearchRequest): RawBuilder<number | null> {
  const bound = (weight: string, ok: string, strict: string) => {
    const [w, isOk, isStrict] = [sql.ref(weight), sql.ref(ok), sql.ref(strict)]
    const n = sql`nullif(count(*) filter (where ${w} > 0), 0)::float8`
    const plain = wilson(sql`(count(*) filter (where ${w} > 0 and ${isOk}) / ${n})`, n)
    const sum = sql`nullif(sum(${w}), 0)`
    const weighted = wilson(
      sql`(coalesce(sum(${w}) filter (where ${isOk}), 0) / ${sum})`,
      sql`(${sum} * ${sum} / nullif(sum(${w} * ${w}), 0))`,
    )
    const ofOne = sql`(3.0 * count(*) filter (where ${w} > 0 and ${isOk} and ${isStrict}))`
    const satisfied = sql`(${ofOne} + 0.5 * count(*) filter (where ${w} > 0 and ${isOk} and not ${isStrict}))`
    const sample = sql`nullif(${satisfied} + count(*) filter (where ${w} > 0 and not ${isOk}), 0)::float8`
    const selective = wilson(sql`(${satisfied} / ${sample})`, sample)
    return sql`least(${plain}, ${selective}, ${weighted})`
  }
  return sql<number | null>`(
    select case when count(*) >= ${sql.lit(MATCH_FROM)}
      then least(95, 5 * floor(20 * sqrt(${bound('mine', 'they_fit', 'i_am_strict')} * ${bound('theirs', 'i_fit', 'they_are_strict')}))) end
    from (
      select a.weight as mine, b.weight as theirs, (a.accepts >> b.choice) & 1 = 1 as they_fit,
        (b.accepts >> a.choice) & 1 = 1 as i_fit, a.accepts & (a.accepts - 1) = 0 as i_am_strict,
        b.accepts & (b.accepts - 1) = 0 as they_are_strict
      from ${publishedOf(sql`${seeker.id}`)} a join ${publishedOf(sql.ref('m.id'))} b on b.id = a.id
    ) pairs)`
}

const lastBandOf = (km: string): RawBuilder<number> =>
  sql`array_position(array[10, 25, 50, 100, 250, 500]::smallint[], ${sql.ref(km)}) - 1`

/** Whether a member fails the filter only because they have not answered. */
function unanswered(key: FilterKey, { filters }: SearchRequest): Condition {
  if (!filters.answered_only) return sql<SqlBool>`false`
  if (isList(key)) return sql<SqlBool>`${sql.ref(`p.${lists[key]}`)} is null`
  if (key === 'height_min' || key === 'height_max') return sql<SqlBool>`p.height is null`
  return sql<SqlBool>`false`
}

function passes(key: FilterKey, request: SearchRequest): Condition {
  const { filters, now, online } = request
  const today = siteDay(now)
  const born = (years: number) => Number(today.replaceAll('-', '')) - years * 10_000
  const birth = sql`to_char(m.birthday, 'YYYYMMDD')::int`
  const ifAnswered = (column: string, fits: RawBuilder<unknown>) =>
    filters.answered_only ? sql<SqlBool>`${fits}` : sql<SqlBool>`(${sql.ref(column)} is null or ${fits})`
  if (isList(key)) {
    const column = `p.${lists[key]}`
    return ifAnswered(column, sql`${sql.ref(column)} = any(${filters[key] ?? []}::text[])`)
  }
  switch (key) {
    case 'age_min':
      return sql<SqlBool>`${birth} <= ${born(filters.age_min ?? 0)}`
    case 'age_max':
      return sql<SqlBool>`${birth} > ${born((filters.age_max ?? 0) + 1)}`
    case 'distance':
      return sql<SqlBool>`${bandOf('t.band')} <= ${lastBandWithin(filters.distance ?? 0)}`
    case 'state':
      return sql<SqlBool>`t.in_state`
    case 'height_min':
      return ifAnswered('p.height', sql`p.height >= ${filters.height_min}`)
    case 'height_max':
      return ifAnswered('p.height', sql`p.height <= ${filters.height_max}`)
    case 'spoken':
      return sql<SqlBool>`p.spoken && ${filters.spoken ?? []}::text[]`
    case 'tags':
      return sql<SqlBool>`p.tags && ${filters.tags ?? []}::text[]`
    case 'online':
      return sql<SqlBool>`m.id = any(${online ?? []}::bigint[])`
    case 'active_days':
      return sql<SqlBool>`coalesce(a.last_active_ts, m.created_ts) >= ${now - (filters.active_days ?? 0) * 86_400}`
    case 'new':
      return sql<SqlBool>`m.created_ts > ${now - NEW_FOR_SECONDS}`
    case 'prompts':
      return sql<SqlBool>`m.ndp > 0`
    case 'match_min':
      return sql<SqlBool>`coalesce(${matchWith(request)} >= ${filters.match_min}, false)`
    case 'verified':
      return sql<SqlBool>`m.verified_ts is not null`
    default:
      throw new Error(`${key} is not a filter`)
  }
}
