import { bandBetween, type Position } from '@rosella/contract/places/bands'
import { areaOf } from '@rosella/contract/places/countries'

export interface Home {
  country: string | null
  city: string | null
  town_hidden: boolean
}

/** Where a member lives, as others may know it: every answer that tells of a city asks here. */
export const shownCity = ({ country, city, town_hidden }: Home): string | null =>
  town_hidden && city !== null ? areaOf(country ?? '', city) : city

export interface DistantHome extends Home {
  latitude: number | null
  longitude: number | null
  /** Where the one who looks lives. */
  home_latitude: number | null
  home_longitude: number | null
}

const position = (latitude: number | null, longitude: number | null): Position | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

/** The town's centre, unless it is hidden. */
export const shownPosition = (row: DistantHome): Position | null =>
  row.town_hidden ? null : position(row.latitude, row.longitude)

/** How far away, in bands; null where one of the two places is not known. */
export function shownBand(row: DistantHome): number | null {
  const [there, home] = [shownPosition(row), position(row.home_latitude, row.home_longitude)]
  return there && home ? bandBetween(home, there) : null
}
