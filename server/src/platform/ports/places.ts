export interface City {
  name: string
  stateCode: string
  latitude: number
  longitude: number
  countryCode: string
}

export interface Place {
  country: string
  country_code: string
  city: string
}

/** The world's cities, by country and by position. */
export interface Places {
  /** Every city of a country, largest first; empty for a country without one. */
  cities(countryCode: string): Promise<readonly City[]>
  /** The city written 'name, stateCode' (or just 'name' where the country has no states). */
  find(countryCode: string, city: string): Promise<City | undefined>
  /** The nearest city within 100 km, in the country that contains the position. */
  nearest(latitude: number, longitude: number): Promise<{ place: Place; city: City } | undefined>
}
