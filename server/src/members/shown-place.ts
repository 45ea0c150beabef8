import { bandBetween, type Position } from '@rosella/contract/places/bands'
import { areaOf } from '@rosella/contract/places/countries'

export interface Home {
  country: string | null
  city: string | null
  town_hidden: boolean
}

/** The city, or only the state if the member hides their town. Every reply with a city must use this. */
export const shownCity = ({ country, city, town_hidden }: Home): string | null =>
  town_hidden && city !== null ? areaOf(country ?? '', city) : city

export interface DistantHome extends Home {
  latitude: number | null
  longitude: number | null
  /** The viewer's home. */
  home_latitude: number | null
  home_longitude: number | null
}

const position = (latitude: number | null, longitude: number | null): Position | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/** The centre of the town; null if the town is hidden. */
export const shownPosition = (row: DistantHome): Position | null =>
  row.town_hidden ? null : position(row.latitude, row.longitude)

/** The distance band; null if one of the two places is unknown. */
export function shownBand(row: DistantHome): number | null {
  const [there, home] = [shownPosition(row), position(row.home_latitude, row.home_longitude)]
  return there && home ? bandBetween(home, there) : null
}
