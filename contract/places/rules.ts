export const CITY_SUGGESTIONS = 10

export const cityLabel = (city: { name: string; stateCode: string }): string =>
  city.stateCode === '' ? city.name : `${city.name}, ${city.stateCode}`

/** At most 10, by case-insensitive substring, sorted by where the match begins. */
export function suggestCities<C extends { name: string; stateCode: string }>(
  cities: readonly C[],
  typed: string,
): C[] {
  const wanted = typed.trim().toLowerCase()
  if (wanted === '') return []
  return cities
    .map((city) => ({ city, at: cityLabel(city).toLowerCase().indexOf(wanted) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .slice(0, CITY_SUGGESTIONS)
    .map(({ city }) => city)
}
