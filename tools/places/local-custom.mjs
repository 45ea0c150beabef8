/** GeoNames' region codes as people write them; elsewhere codes with letters are kept and numbers dropped. */
const states = {
  AU: { '01': 'ACT', '02': 'NSW', '03': 'NT', '04': 'QLD', '05': 'SA', '06': 'TAS', '07': 'VIC', '08': 'WA' },
  CA: {
    '01': 'AB',
    '02': 'BC',
    '03': 'MB',
    '04': 'NB',
    '05': 'NL',
    '07': 'NS',
    '08': 'ON',
    '09': 'PE',
    10: 'QC',
    11: 'SK',
    12: 'YT',
    13: 'NT',
    14: 'NU',
  },
}

// 'Lyon, 84' is meaningless, so a city whose region has no letters is shown without it.
export function stateCodeOf(country, admin1) {
  const known = states[country]
  if (known) return known[admin1] ?? ''
  return /^[A-Z]{2,3}$/.test(admin1) ? admin1 : ''
}

/** Undefined for an entry that repeats its city under another name. */
export function tidyName(country, name) {
  if (country !== 'AU') return name.trim()
  if (/ (central business district|city centre)$/i.test(name)) return undefined
  // Australians write St Kilda, and the picker matches substrings such as 'st k'.
  return name.trim().replace(/\bSaint\b/g, 'St')
}

// The capitals, then the larger towns by size.
const largest = `Sydney, NSW|Melbourne, VIC|Brisbane, QLD|Perth, WA|Adelaide, SA|Canberra, ACT|Hobart, TAS
Darwin, NT|Gold Coast, QLD|Newcastle, NSW|Sunshine Coast, QLD|Central Coast, NSW|Wollongong, NSW|Geelong, VIC
Townsville, QLD|Cairns, QLD|Toowoomba, QLD|Ballarat, VIC|Bendigo, VIC|Launceston, TAS|Mandurah, WA|Mackay, QLD
Rockhampton, QLD|Bunbury, WA|Bundaberg, QLD|Wagga Wagga, NSW|Hervey Bay, QLD|Coffs Harbour, NSW|Albury, NSW
Shepparton, VIC|Port Macquarie, NSW|Mildura, VIC|Tamworth, NSW|Orange, NSW|Dubbo, NSW|Geraldton, WA
Wodonga, VIC|Gladstone, QLD|Bathurst, NSW|Nowra, NSW|Warrnambool, VIC|Albany, WA|Devonport, TAS
Kalgoorlie, WA|Mount Gambier, SA|Lismore, NSW|Maitland, NSW|Alice Springs, NT|Burnie, TAS|Whyalla, SA`
  .split(/[|\n]/)
  .map((label, rank) => [label, rank])
const ranks = new Map(largest)

export function rankAustralia({ name, state }) {
  return ranks.get(`${name}, ${state}`) ?? ranks.size
}
