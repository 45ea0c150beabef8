import * as calls from '@rosella/contract/places/endpoints'
import { cityLabel } from '@rosella/contract/places/rules'
import type { Feature } from '../../platform/feature'
import { open } from '../../platform/http/route'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

type Deps = Pick<Services, 'places'>

export const places = (deps: Deps): Feature => ({
  routes: [
    open(calls.listCities, async ({ country_code }) => [
      ...(await deps.places.cities(country_code.toUpperCase())),
    ]),
    open(calls.findPlace, async ({ lat, lng }) => {
      const found = await deps.places.nearest(lat, lng)
      if (!found) throw new Problem('place.unknown')
      return { ...found.place, city: cityLabel(found.city), location: found.city }
    }),
  ],
})
