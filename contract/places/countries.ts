import { countryName } from './country-name'

/** ISO 3166-1 and Kosovo: the countries with at least one place in the city table. */
const codes = `
  AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW
  BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES
  ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE
  IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV
  LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP
  NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ
  SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ
  VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW
`

export interface Country {
  code: string
  name: string
}

let sorted: readonly Country[] | undefined
export const countries = (): readonly Country[] => {
  sorted ??= codes
    .trim()
    .split(/\s+/)
    .map((code) => ({ code, name: countryName(code) }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'))
  return sorted
}

/** State names, for countries whose city table has state codes. */
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

/** Options for a search: [['ACT', 'Australian Capital Territory'], …]; empty for other countries. */
export const statesOf = (country: string): [code: string, name: string][] =>
  Object.entries(states[country] ?? {})

/** The state code at the end of a stored city: 'Hobart, TAS'. */
export const stateCodeIn = (city: string): string => /, ([A-Z]{2,3})$/.exec(city)?.[1] ?? ''

/** Shown instead of a hidden town: the state, or the country if the state is unknown. */
export const areaOf = (country: string, city: string): string =>
  states[country]?.[stateCodeIn(city)] ?? countryName(country)
