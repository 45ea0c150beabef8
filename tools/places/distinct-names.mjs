/**
 * A member's city is kept as 'name, stateCode', so no two cities of a country may be written alike: of
 * twins close together the first stays, and those apart are told apart by their region: 'Newtown (Ipswich)'.
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
    // The one in the most crowded parts keeps the bare name: the data knows no populations.
    const [first, ...others] = apart
    return [first, ...others.flatMap((city) => qualified(city, taken))]
  })
}

/** Under the first region that makes it unlike all others; left out when none does. */
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
