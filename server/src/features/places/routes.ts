import * as calls from '@rosella/contract/places/endpoints'
import { cityLabel } from '@rosella/contract/places/rules'
import { Problem } from '../../domain/problem'
import { open, type Route } from '../../ports/route'
import type { Services } from '../../ports/services'

type Deps = Pick<Services, 'places'>

export const placesRoutes = (deps: Deps): Route[] => [
  open(calls.listCities, async ({ country_code }) => [
    ...(await deps.places.cities(country_code.toUpperCase())),
  ]),
  open(calls.findPlace, async ({ lat, lng }) => {
    const found = await deps.places.nearest(lat, lng)
    if (!found) throw new Problem('place.unknown')
    return { ...found.place, city: cityLabel(found.city), location: found.city }
  }),
]
