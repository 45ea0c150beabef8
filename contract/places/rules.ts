const CITY_SUGGESTIONS = 10

export const cityLabel = (city: { name: string; stateCode: string }): string =>
  city.stateCode === '' ? city.name : `${city.name}, ${city.stateCode}`

const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Alternative spellings: 'Mt Isa' is Mount Isa, and 'St' is the same as 'Saint'. */
function placeSpellings(typed: string): string[] {
  const written = fold(typed).replaceAll('’', "'").trim()
  const inFull = written.replace(/\bmt\b\.?/, 'mount')
  const saints = ['st', 'st.', 'saint'].map((saint) => inFull.replace(/\b(?:saint|st)\b\.?/, saint))
  return [...new Set([written, ...saints])]
}

/** At most 10 cities that contain the text, without regard to case and accents, sorted by position of the match. */
export function suggestCities<C extends { name: string; stateCode: string }>(
  cities: readonly C[],
  typed: string,
): C[] {
  const wanted = placeSpellings(typed)
  if (wanted.includes('')) return []
  return cities
    .map((city) => ({ city, at: firstMatch(fold(cityLabel(city)), wanted) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .slice(0, CITY_SUGGESTIONS)
    .map(({ city }) => city)
}

/** The cities whose whole name was typed, with or without the state. */
export function citiesNamed<C extends { name: string; stateCode: string }>(
  cities: readonly C[],
  typed: string,
): C[] {
  const wanted = placeSpellings(typed)
  return cities.filter((city) => wanted.includes(fold(cityLabel(city))) || wanted.includes(fold(city.name)))
}

function firstMatch(label: string, wanted: readonly string[]): number {
  const places = wanted.map((each) => label.indexOf(each)).filter((at) => at >= 0)
  return places.length === 0 ? -1 : Math.min(...places)
}
