/** Distances between towns are shown only as these bands, never more precisely. A band is an index into this list. */
export const bandLabels = [
  'under 10 km',
  '10 to 25 km',
  '25 to 50 km',
  '50 to 100 km',
  '100 to 250 km',
  '250 to 500 km',
  'over 500 km',
] as const

/** Distances in km that preferences and filters offer; 0 means any. Each includes the bands up to its index. */
export const distances = [10, 25, 50, 100, 250, 500] as const

/** The last band within a distance: 25 km includes bands up to 1, `10 to 25 km`. */
export const lastBandWithin = (km: number): number => (distances as readonly number[]).indexOf(km)

const EARTH_KM = 6371.0088
const radians = (degrees: number): number => (degrees * Math.PI) / 180

export interface Position {
  latitude: number
  longitude: number
}

/** Squared half chords on a globe of radius 1; comparing these avoids computing an arc for each pair of towns. */
const chords = distances.map((km) => Math.sin(km / (2 * EARTH_KM)) ** 2)
const farthest = Math.max(...chords)

/** The band between the centres of two towns. The exact distance never leaves this function. */
export function bandBetween(one: Position, other: Position): number {
  const up = Math.sin(radians(other.latitude - one.latitude) / 2)
  if (up * up >= farthest) return distances.length
  const along = Math.sin(radians(other.longitude - one.longitude) / 2)
  const chord = up * up + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * along * along
  let band = 0
  while (band < chords.length && chord >= (chords[band] as number)) band++
  return band
}
