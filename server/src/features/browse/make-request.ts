import type { Filters } from '@rosella/contract/browse/filters'
import type { SearchSort } from '@rosella/contract/browse/rules'
import { cityLabel } from '@rosella/contract/places/rules'
import { Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { filtersFor, readSeeker, type SearchRequest, type Seeker } from './search-request'

type Deps = Pick<Services, 'db' | 'clock' | 'settings' | 'places' | 'presence'>

/** As many as can be online; the filter asks for whoever is. */
const ALL_ONLINE = 100_000

/** A list of strangers as this viewer asks for it, with all that has to be looked up beforehand. */
export async function makeRequest(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'hidden'>,
  asked: Filters,
  { sort = 'active', relaxing = false }: { sort?: SearchSort; relaxing?: boolean } = {},
): Promise<SearchRequest> {
  const [seeker, { photos_min }] = await Promise.all([
    readSeeker(deps.db, viewer.id),
    deps.settings.current(),
  ])
  if (!seeker) throw new Problem('session.none')
  const filters = filtersFor(seeker, asked)
  return {
    seeker,
    hidden: viewer.hidden,
    filters,
    origin: await findOrigin(deps, seeker, filters),
    online: filters.online ? await deps.presence.online(ALL_ONLINE) : undefined,
    sort,
    photosMin: photos_min,
    now: deps.clock.now(),
    relaxing,
  }
}

/** The place that the filters name, or else the seeker's own town. */
export async function findOrigin(
  { places }: Pick<Services, 'places'>,
  seeker: Seeker,
  { place }: Filters,
): Promise<SearchRequest['origin']> {
  if (!place) return { country: seeker.country, position: seeker.home }
  const town = await places.find(place.countryCode, cityLabel(place))
  // Found by the very name, not by one that is much like it: an address means one place.
  if (!town || town.name !== place.name || town.stateCode !== place.stateCode)
    throw new Problem('search.filter', { field: 'place' })
  return { country: town.countryCode, position: { latitude: town.latitude, longitude: town.longitude } }
}
