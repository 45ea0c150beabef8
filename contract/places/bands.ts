/**
 * How far apart two towns are is told in these and in nothing finer. A band is the place of its words here: 0 to 6.
 */
export const bandWords = [
  'under 10 km',
  '10 to 25 km',
  '25 to 50 km',
  '50 to 100 km',
  '100 to 250 km',
  '250 to 500 km',
  'over 500 km',
] as const

/** What a limit or a filter may name, in km; each takes in the bands before its place. 0 is any. */
export const distances = [10, 25, 50, 100, 250, 500] as const

/** The last band within a distance: 25 km reaches to band 1, `10 to 25 km`. */
export const lastBandWithin = (km: number): number => (distances as readonly number[]).indexOf(km)

const EARTH_KM = 6371.0088
const radians = (degrees: number): number => (degrees * Math.PI) / 180

export interface Position {
  latitude: number
  longitude: number
}

/** As squared halves of the chord through a globe of radius 1: comparing these spares each pair of towns an arc. */
const chords = distances.map((km) => Math.sin(km / (2 * EARTH_KM)) ** 2)
const farthest = Math.max(...chords)

/** The band between the centres of two towns. Nothing else ever learns how many kilometres it was. */
export function bandBetween(one: Position, other: Position): number {
  const up = Math.sin(radians(other.latitude - one.latitude) / 2)
  if (up * up >= farthest) return distances.length
  const along = Math.sin(radians(other.longitude - one.longitude) / 2)
  const chord = up * up + Math.cos(radians(one.latitude)) * Math.cos(radians(other.latitude)) * along * along
  let band = 0
  while (band < chords.length && chord >= (chords[band] as number)) band++
  return band
}
