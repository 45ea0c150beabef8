import { countryName } from './countries'

/** The states by name, where the city table has their codes and people say them by name. */
const states: Record<string, Record<string, string>> = {
  AU: {
    ACT: 'Australian Capital Territory',
    NSW: 'New South Wales',
    NT: 'Northern Territory',
    QLD: 'Queensland',
    SA: 'South Australia',
    TAS: 'Tasmania',
    VIC: 'Victoria',
    WA: 'Western Australia',
  },
  GB: { ENG: 'England', NIR: 'Northern Ireland', SCT: 'Scotland', WLS: 'Wales' },
}

/** To choose from in a search: [['ACT', 'Australian Capital Territory'], …]; none where nobody says them. */
export const statesOf = (country: string): [code: string, name: string][] =>
  Object.entries(states[country] ?? {})

/** The code at the end of a city as it is kept and shown: 'Hobart, TAS'. */
export const stateCodeIn = (city: string): string => /, ([A-Z]{2,3})$/.exec(city)?.[1] ?? ''

/** What is told of where somebody lives who hides their town: the state, or the country where none is known. */
export const areaOf = (country: string, city: string): string =>
  states[country]?.[stateCodeIn(city)] ?? countryName(country)
