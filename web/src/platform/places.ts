import type { CitySuggestion, LocationValue } from '@rosella/contract/places/shapes'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { call } from './api'
import { queryKeys } from './query-keys'

export type LocationControlProps = {
  value: LocationValue | null
  /** Null while the input does not match a city. */
  onChange: (value: LocationValue | null) => void
  level?: 'h2' | 'h3'
}
/** Implemented by the places feature. The app passes it to the screens that ask for a location. */
export type LocationControl = ComponentType<LocationControlProps>

const FOR_EVER = Number.POSITIVE_INFINITY

/** The cities of a country, largest first. Fetched once and cached. */
export const useCities = (country: string) =>
  useQuery({
    queryKey: queryKeys.cities(country),
    queryFn: ({ signal }) => call('GET /api/cities', { country_code: country }, { signal }),
    staleTime: FOR_EVER,
    gcTime: FOR_EVER,
    enabled: country !== '',
  })

const position = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) => {
    if (!navigator.geolocation) return reject(new Error('This browser has no geolocation.'))
    navigator.geolocation.getCurrentPosition(resolve, reject, { timeout: 15_000, maximumAge: 600_000 })
  })

/** Finds the browser's city. The position is sent once and not stored. */
export async function detectCity(): Promise<CitySuggestion> {
  const { coords } = await position()
  const { location } = await call('GET /api/place', { lat: coords.latitude, lng: coords.longitude })
  return location
}
