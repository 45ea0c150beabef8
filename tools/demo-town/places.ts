import type { AustralianState } from './person'

/** The character of a place, which texts and scenes follow. */
export type Setting = 'city' | 'suburb' | 'coast' | 'country' | 'tropics' | 'hills'

export interface Place {
  name: string
  state: AustralianState
  setting: Setting
  /** Roughly the share of members, not of residents: a suburb also represents its neighbours. */
  weight: number
}

const list = (state: AustralianState, setting: Setting, weight: number, names: string): Place[] =>
  names.split(', ').map((name) => ({ name, state, setting, weight }))

/** Real places with GeoNames' spelling ("Saint Kilda"), so that the city picker finds each one. */
export const places: readonly Place[] = [
  ...list('NSW', 'city', 9, 'Sydney'),
  ...list('NSW', 'city', 3.4, 'Newtown, Surry Hills, Marrickville, Redfern, Glebe, Leichhardt'),
  ...list('NSW', 'suburb', 3.2, 'Parramatta, Blacktown, Liverpool, Penrith, Campbelltown, Castle Hill'),
  ...list('NSW', 'suburb', 2.4, 'Bankstown, Cabramatta, Lakemba, Hurstville, Chatswood, Strathfield, Ryde'),
  ...list('NSW', 'coast', 2.6, 'Manly, Bondi, Coogee, Cronulla, Wollongong, Newcastle, Gosford, Terrigal'),
  ...list('NSW', 'coast', 1.2, 'Byron Bay, Coffs Harbour, Port Macquarie, Kiama, Ballina, Merimbula'),
  ...list('NSW', 'hills', 1.2, 'Katoomba, Bowral, Bellingen'),
  ...list('NSW', 'country', 1.2, 'Albury, Wagga Wagga, Dubbo, Tamworth, Orange, Bathurst, Mudgee, Armidale'),
  ...list('VIC', 'city', 9, 'Melbourne'),
  ...list('VIC', 'city', 3, 'Brunswick, Fitzroy, Richmond, Carlton, Footscray, South Yarra, Northcote'),
  ...list('VIC', 'suburb', 2.6, 'Box Hill, Glen Waverley, Dandenong, Preston, Coburg, Sunshine, Werribee'),
  ...list('VIC', 'suburb', 2, 'Camberwell, Oakleigh, Epping, Frankston, Ringwood, Craigieburn'),
  ...list('VIC', 'coast', 2, 'Saint Kilda, Williamstown, Geelong, Torquay, Warrnambool, Mornington'),
  ...list('VIC', 'hills', 1, 'Belgrave, Daylesford, Healesville'),
  ...list('VIC', 'country', 1.4, 'Ballarat, Bendigo, Shepparton, Mildura, Wodonga, Castlemaine, Sale'),
  ...list('QLD', 'city', 6, 'Brisbane'),
  ...list('QLD', 'city', 2, 'West End, Fortitude Valley, Paddington, Toowong'),
  ...list('QLD', 'suburb', 2.2, 'Ipswich, Logan City, Sunnybank, Chermside, Carindale, Caboolture'),
  ...list('QLD', 'coast', 2.6, 'Gold Coast, Southport, Burleigh Heads, Maroochydore, Noosa Heads, Caloundra'),
  ...list('QLD', 'coast', 1.2, 'Hervey Bay, Bundaberg, Yeppoon, Sandgate'),
  ...list('QLD', 'tropics', 1.8, 'Cairns, Townsville, Mackay, Airlie Beach, Port Douglas'),
  ...list('QLD', 'country', 1.3, 'Toowoomba, Rockhampton, Gladstone, Mount Isa, Warwick'),
  ...list('WA', 'city', 5, 'Perth'),
  ...list('WA', 'city', 1.8, 'Subiaco, Northbridge, Victoria Park, Mount Lawley'),
  ...list('WA', 'coast', 2, 'Fremantle, Scarborough, Cottesloe, Rockingham, Mandurah, Joondalup'),
  ...list('WA', 'coast', 1, 'Bunbury, Busselton, Margaret River, Albany, Geraldton'),
  ...list('WA', 'suburb', 1.4, 'Armadale, Midland, Canning Vale'),
  ...list('WA', 'tropics', 0.8, 'Broome, Karratha'),
  ...list('WA', 'country', 0.7, 'Kalgoorlie, Northam'),
  ...list('SA', 'city', 4, 'Adelaide'),
  ...list('SA', 'city', 1.4, 'Norwood, Unley, Prospect'),
  ...list('SA', 'coast', 1.4, 'Glenelg, Semaphore, Victor Harbor, Port Lincoln'),
  ...list('SA', 'suburb', 1.2, 'Salisbury, Modbury, Marion'),
  ...list('SA', 'hills', 0.9, 'Stirling, Hahndorf, Mount Barker'),
  ...list('SA', 'country', 0.9, 'Mount Gambier, Murray Bridge, Tanunda, Whyalla'),
  ...list('TAS', 'city', 2.2, 'Hobart'),
  ...list('TAS', 'country', 1, 'Launceston, Devonport, New Norfolk'),
  ...list('TAS', 'coast', 0.8, 'Burnie, Kingston, Sandy Bay, Ulverstone'),
  ...list('ACT', 'city', 3, 'Canberra'),
  ...list('ACT', 'suburb', 1.2, 'Belconnen, Gungahlin, Kambah, Dickson, Braddon'),
  ...list('NT', 'tropics', 1.8, 'Darwin, Palmerston, Nightcliff, Katherine'),
  ...list('NT', 'country', 1, 'Alice Springs'),
]

export const placeKey = (place: Place): string => `${place.name}, ${place.state}`
