import { type Filters, withLimits } from '@rosella/contract/browse/filters'
import { type Limits, limitListNames, noLimits } from '@rosella/contract/browse/limits'
import type { SearchSort } from '@rosella/contract/browse/rules'
import type { Position } from '@rosella/contract/places/bands'
import { sql } from 'kysely'
import { prepared } from '../../database/prepared'
import type { Reader } from '../../database/transaction'
import type { MemberFacts } from '../../domain/member-facts'

/** Who looks, as the rules of both sides see them. */
export interface Seeker extends MemberFacts {
  country: string | null
  home: Position | null
}

/** A list of strangers to be found: all of them are this, whatever the screen is called. */
export interface SearchRequest {
  seeker: Seeker
  /** Whom the seeker may not see, or does not want to. */
  hidden: readonly number[]
  /** What holds in the end, the seeker's limits included. */
  filters: Filters
  /** Where distances are counted from. */
  origin: { country: string | null; position: Position | null }
  /** Those online now, where the filter asks for them. */
  online: readonly number[] | undefined
  sort: SearchSort
  photosMin: number
  now: number
  /** Whether to count who there would be without each filter. */
  relaxing: boolean
}

export interface Entry {
  id: number
  /** By which the list is ordered, within a band. */
  ts: number
}

export interface Found {
  total: number
  /** Who would be there besides without a filter alone, by its name. */
  relax: ReadonlyMap<string, number>
  entries: Entry[]
}

const byId = prepared(
  (id: number) => sql<
    MemberFacts & { country: string | null; latitude: number | null; longitude: number | null }
  >`
    select f.id, f.gender, f.interested, f.town_id, f.town_hidden, f.birthday, f.created_ts, f.active_ts, f.ndp,
      f.verified_ts, f.choices, f.height, f.spoken, f.tags, f.age_min, f.age_max, f.distance, f.answered_only, f.accepts,
      t.country, t.latitude, t.longitude
    from member_facts f left join town t on t.id = f.town_id where f.id = ${id}`,
)

export async function readSeeker(db: Reader, memberId: number): Promise<Seeker | undefined> {
  const [row] = await byId(db, memberId)
  return row && asSeeker(row)
}

export function asSeeker(
  row: MemberFacts & { country: string | null; latitude: number | null; longitude: number | null },
): Seeker {
  const { latitude, longitude, ...facts } = row
  return { ...facts, home: latitude === null || longitude === null ? null : { latitude, longitude } }
}

/** The limits of a row of facts, as the calls write them. */
function limitsOf(facts: MemberFacts): Omit<Limits, 'contact'> {
  if (facts.accepts === null) return noLimits
  const lists = facts.accepts.split(',').map((letters) => [...letters])
  return {
    age_min: facts.age_min ?? noLimits.age_min,
    age_max: facts.age_max ?? noLimits.age_max,
    distance: facts.distance ?? 0,
    answered_only: facts.answered_only === true,
    ...(Object.fromEntries(limitListNames.map((name, n) => [name, lists[n] ?? []])) as Pick<
      Limits,
      (typeof limitListNames)[number]
    >),
  }
}

/**
 * The filters that hold. While the seeker hides their town, the distance of their limits counts for neither side: who
 * is shown to whom would tell where they live.
 */
export function filtersFor(seeker: Seeker, asked: Filters): Filters {
  const limits = limitsOf(seeker)
  return withLimits(asked, seeker.town_hidden ? { ...limits, distance: 0 } : limits)
}
