/**
 * A member's city is stored as 'name, stateCode', so names must be unique within a country. Of duplicates close
 * together the first is kept; distant ones are distinguished by their region: 'Newtown (Ipswich)'.
 */
export function distinctNames(cities) {
  const groups = new Map()
  for (const city of cities) {
    const key = label(city)
    groups.get(key)?.push(city) ?? groups.set(key, [city])
  }
  const crowds = countByCell(cities)
  const crowd = (city) => crowds.get(cellOf(city)) ?? 0
  const taken = new Set(groups.keys())
  return [...groups.values()].flatMap((group) => {
    if (group.length === 1) return group
    group.sort((a, b) => crowd(b) - crowd(a))
    const apart = group.filter((city, turn) => !group.slice(0, turn).some((other) => isNear(city, other)))
    // The one with the most places nearby keeps the plain name, because the data has no populations.
    const [first, ...others] = apart
    return [first, ...others.flatMap((city) => qualified(city, taken))]
  })
}

/** Uses the first region that makes the name unique; leaves the city out if none does. */
function qualified(city, taken) {
  for (const region of [city.regions[1], city.regions[0], city.regions.filter(Boolean).join(', ')]) {
    const named = { ...city, name: `${city.name} (${region})` }
    if (!region || taken.has(label(named))) continue
    taken.add(label(named))
    return [named]
  }
  return []
}

const cellOf = ({ lat, lng }) => `${Math.round(lat * 3)} ${Math.round(lng * 3)}`

function countByCell(cities) {
  const counts = new Map()
  for (const city of cities) counts.set(cellOf(city), (counts.get(cellOf(city)) ?? 0) + 1)
  return counts
}

const label = ({ name, state }) => `${name}, ${state}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

function isNear(a, b) {
  const east = (a.lng - b.lng) * Math.cos((a.lat * Math.PI) / 180)
  return Math.hypot(a.lat - b.lat, east) * 111 < 15
}
