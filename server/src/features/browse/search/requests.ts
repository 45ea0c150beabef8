import { type Filters, withPreferences } from '@rosella/contract/browse/filters'
import { noPreferences, type Preferences } from '@rosella/contract/browse/preferences'
import type { SearchSort } from '@rosella/contract/browse/rules'
import { cityLabel } from '@rosella/contract/places/rules'
import { sql } from 'kysely'
import { acceptedLists, type MemberFacts, memberFacts } from '../../../members/member-facts'
import { hidersFrom } from '../../../members/relation'
import type { UnlistedMembers } from '../../../members/unlisted-members'
import { prepared } from '../../../platform/database/prepared'
import type { Reader } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import type { SearchRequest, Seeker } from '../../../search-index/request'

type SeekerRow = MemberFacts & {
  country: string | null
  latitude: number | null
  longitude: number | null
}

const byId = prepared(
  (id: number) => sql<SeekerRow & { hiders: number[] }>`
    select f.id, f.gender, f.interested, f.town_id, f.town_hidden, f.birthday, f.created_ts, f.active_ts, f.ndp,
      f.verified_ts, f.choices, f.height, f.spoken, f.tags, f.age_min, f.age_max, f.distance, f.answered_only, f.accepts,
      t.country, t.latitude, t.longitude, array(${hidersFrom(id)}) as hiders
    from ${memberFacts} f left join town t on t.id = f.town_id where f.id = ${id}`,
)

/** With the members who hide from the seeker's address. */
export async function readSeeker(
  db: Reader,
  memberId: number,
): Promise<(Seeker & { hiders: number[] }) | undefined> {
  const [row] = await byId(db, memberId)
  return row && { ...asSeeker(row), hiders: row.hiders }
}

export function asSeeker(row: SeekerRow): Seeker {
  const { latitude, longitude, ...facts } = row
  return { ...facts, home: latitude === null || longitude === null ? null : { latitude, longitude } }
}

function preferencesOf(facts: MemberFacts): Omit<Preferences, 'contact'> {
  const lists = acceptedLists(facts)
  if (!lists) return noPreferences
  return {
    age_min: facts.age_min ?? noPreferences.age_min,
    age_max: facts.age_max ?? noPreferences.age_max,
    distance: facts.distance ?? 0,
    answered_only: facts.answered_only === true,
    ...lists,
  }
}

/**
 * The filters in effect. While the seeker hides their town, the distance preference is ignored on both sides, because
 * the results would reveal where they live.
 */
export function filtersFor(seeker: Seeker, requested: Filters): Filters {
  const preferences = preferencesOf(seeker)
  return withPreferences(requested, seeker.town_hidden ? { ...preferences, distance: 0 } : preferences)
}

export type RequestDeps = Pick<Services, 'db' | 'clock' | 'settings' | 'places' | 'presence'> & {
  unlisted: Pick<UnlistedMembers, 'of'>
}

/** More members than can be online. */
const ALL_ONLINE = 100_000

/** Builds the request for a list of strangers and loads everything the search needs. */
export async function makeRequest(
  deps: RequestDeps,
  viewer: Pick<Viewer, 'id'>,
  requested: Filters,
  { sort = 'active', countNearMisses = false }: { sort?: SearchSort; countNearMisses?: boolean } = {},
): Promise<SearchRequest> {
  const [seeker, hidden, { photos_min }] = await Promise.all([
    readSeeker(deps.db, viewer.id),
    deps.unlisted.of(viewer.id),
    deps.settings.current(),
  ])
  if (!seeker) throw new Problem('session.none')
  const filters = filtersFor(seeker, requested)
  return {
    seeker,
    hidden: hidden.with(seeker.hiders),
    filters,
    origin: await findOrigin(deps, seeker, filters),
    online: filters.online ? await deps.presence.online(ALL_ONLINE) : undefined,
    sort,
    photosMin: photos_min,
    now: deps.clock.now(),
    countNearMisses,
  }
}

/** The place in the filters, or the seeker's own town. Refuses states that its country does not have. */
export async function findOrigin(
  { places }: Pick<Services, 'places'>,
  seeker: Seeker,
  { place, state = [] }: Filters,
): Promise<SearchRequest['origin']> {
  const origin = await placeOrHome(places, seeker, place)
  if (state.length > 0 && origin.country !== null) {
    const cities = await places.cities(origin.country)
    if (!state.every((code) => cities.some(({ stateCode }) => stateCode === code)))
      throw new Problem('search.filter', { field: 'state' })
  }
  return origin
}

async function placeOrHome(
  places: Services['places'],
  seeker: Seeker,
  place: Filters['place'],
): Promise<SearchRequest['origin']> {
  if (!place) return { country: seeker.country, position: seeker.home }
  const town = await places.find(place.countryCode, cityLabel(place))
  // Only an exact name counts, because a search address stands for one place.
  if (!town || town.name !== place.name || town.stateCode !== place.stateCode)
    throw new Problem('search.filter', { field: 'place' })
  return { country: town.countryCode, position: { latitude: town.latitude, longitude: town.longitude } }
}
