import { distance } from 'geokdbush'
import { describe, expect, test } from 'vitest'
import type { Places } from '../../ports/places'

const known: Record<string, string[]> = {
  'the capitals': [
    'Sydney, NSW',
    'Melbourne, VIC',
    'Brisbane, QLD',
    'Perth, WA',
    'Adelaide, SA',
    'Canberra, ACT',
    'Hobart, TAS',
    'Darwin, NT',
  ],
  'regional cities':
    `Newcastle, NSW|Wollongong, NSW|Central Coast, NSW|Albury, NSW|Wagga Wagga, NSW|Tamworth, NSW
Dubbo, NSW|Orange, NSW|Port Macquarie, NSW|Coffs Harbour, NSW|Byron Bay, NSW|Broken Hill, NSW|Gold Coast, QLD
Sunshine Coast, QLD|Townsville, QLD|Cairns, QLD|Toowoomba, QLD|Mackay, QLD|Mount Isa, QLD|Geelong, VIC
Ballarat, VIC|Bendigo, VIC|Mildura, VIC|Warrnambool, VIC|Wodonga, VIC|Launceston, TAS|Devonport, TAS
Mount Gambier, SA|Whyalla, SA|Port Lincoln, SA|Bunbury, WA|Kalgoorlie, WA|Broome, WA|Albany, WA
Alice Springs, NT|Katherine, NT`.split(/[|\n]/),
  suburbs:
    `St Kilda, VIC|Fitzroy, VIC|Brunswick, VIC|Richmond, VIC|South Yarra, VIC|Footscray, VIC|Carlton, VIC
Bondi, NSW|Bondi Beach, NSW|Surry Hills, NSW|Newtown, NSW|Manly, NSW|Parramatta, NSW|Paddington, NSW|Glebe, NSW
Kings Cross, NSW|Waterloo, NSW|St Ives, NSW|Fortitude Valley, QLD|New Farm, QLD|West End, QLD|St Lucia, QLD
Surfers Paradise, QLD|Redcliffe, QLD|Fremantle, WA|Subiaco, WA|Cottesloe, WA|Northbridge, WA|Glenelg, SA
Norwood, SA|Burnside, SA|Semaphore, SA|Sandy Bay, TAS|Battery Point, TAS|Nightcliff, NT|Casuarina, NT
Belconnen, ACT|Braddon, ACT|Manuka, ACT|Woden, ACT`.split(/[|\n]/),
}

/** The contract of the port, which every adapter fulfils. */
export function placesSuite(kind: string, make: () => Promise<Places>): void {
  describe(`places: ${kind}`, () => {
    for (const [what, labels] of Object.entries(known)) {
      test.each(labels)(`${what}: %s is found as written`, async (label) => {
        const found = await (await make()).find('AU', label)
        expect(`${found?.name}, ${found?.stateCode}`).toBe(label)
        expect(found?.countryCode).toBe('AU')
      })
    }

    test.each([
      ['AU', 'saint kilda, vic', 'St Kilda, VIC'],
      ['AU', 'ST. KILDA,VIC', 'St Kilda, VIC'],
      ['AU', 'Mt Isa, QLD', 'Mount Isa, QLD'],
      ['AU', 'mt. gambier, sa', 'Mount Gambier, SA'],
      ['AU', 'O’Connor, ACT', "O'Connor, ACT"],
      ['au', 'Perth', 'Perth, WA'],
      ['AU', 'Perth, TAS', 'Perth, TAS'],
      ['US', 'St. Louis, MO', 'St. Louis, MO'],
      ['US', 'saint louis, mo', 'St. Louis, MO'],
      ['DE', 'MÜNSTER', 'Münster'],
      ['CH', 'zurich, ZH', 'Zürich, ZH'],
      ['BR', 'sao paulo', 'São Paulo'],
      ['DK', 'Kobenhavn', undefined],
      ['CA', 'Vancouver, BC', 'Vancouver, BC'],
    ])('%s: %j is %j', async (code, written, label) => {
      const found = await (await make()).find(code, written)
      const state = found?.stateCode && `, ${found.stateCode}`
      expect(found && found.name + state).toBe(label)
    })

    test.each([
      ['AU', 'Atlantis, NSW'],
      ['AU', 'Sydney, VIC'],
      ['AU', ''],
      ['AU', ', NSW'],
      ['AU', 'x'.repeat(100_000)],
      ['ZZ', 'Sydney'],
      ['', 'Sydney'],
      ['../AU', 'Sydney'],
      ['__proto__', 'Sydney'],
      ['constructor', 'Sydney'],
    ])('%s has no %j', async (code, written) => {
      const places = await make()
      expect(await places.find(code, written)).toBeUndefined()
      if (code !== 'AU') expect(await places.cities(code)).toEqual([])
    })

    test('[P1 §3] the list has complete suggestions, capitals first in Australia', async () => {
      const cities = await (await make()).cities('AU')
      expect(cities.length).toBeGreaterThan(3_500)
      const labels = cities.map(({ name, stateCode }) => `${name}, ${stateCode}`)
      expect(labels.slice(0, 8).sort()).toEqual([...(known['the capitals'] ?? [])].sort())
      const states = new Set(cities.map(({ stateCode }) => stateCode))
      expect([...states].sort()).toEqual(['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'])
      for (const { latitude, longitude, countryCode } of cities) {
        expect(countryCode).toBe('AU')
        expect(latitude).toBeGreaterThan(-44)
        expect(latitude).toBeLessThan(-9)
        expect(longitude).toBeGreaterThan(112)
        expect(longitude).toBeLessThan(160)
      }
    })

    test.each(['AU', 'NZ', 'GB', 'US', 'DE', 'FR', 'CN'])(
      'in %s every listed city can be found',
      async (code) => {
        const places = await make()
        const lost: string[] = []
        for (const city of await places.cities(code)) {
          const label = city.stateCode ? `${city.name}, ${city.stateCode}` : city.name
          if ((await places.find(code, label)) !== city) lost.push(label)
        }
        expect(lost).toEqual([])
      },
    )

    test.each([
      [
        'Sydney Opera House',
        -33.8568,
        151.2153,
        'AU',
        /Sydney|Circular Quay|The Rocks|Kirribilli|Dawes Point/,
      ],
      ['Albury', -36.0737, 146.9135, 'AU', /^Albury$/],
      ['Wodonga', -36.1217, 146.8881, 'AU', /^Wodonga$/],
      ['Tweed Heads', -28.1783, 153.537, 'AU', /^Tweed Heads/],
      ['Coolangatta', -28.1683, 153.5367, 'AU', /^Coolangatta$/],
      ['Basel', 47.5584, 7.5733, 'CH', /Basel/],
      ['Weil am Rhein, over the river', 47.593, 7.611, 'DE', /^Weil am Rhein$/],
      ['Saint-Louis, over the border', 47.59, 7.5586, 'FR', /^Saint-Louis/],
      ['Geneva', 46.2044, 6.1432, 'CH', /Gen[eè]v/],
      ['Annemasse, over the border', 46.1944, 6.2364, 'FR', /Annemasse|Ambilly/],
      ['Norfolk Island', -29.0546, 167.9663, 'NF', /Kingston/],
      ['Hong Kong', 22.2819, 114.1582, 'HK', /./],
      ['Suva, near the date line', -18.1416, 178.4415, 'FJ', /Suva/],
      ['Taveuni, across the date line', -16.79, -179.99, 'FJ', /./],
    ])('the nearest city to %s', async (_, latitude, longitude, code, name) => {
      const found = await (await make()).nearest(latitude, longitude)
      expect(found?.place.country_code).toBe(code)
      expect(found?.place.city).toMatch(name)
      expect(found?.city).toMatchObject({ name: found?.place.city, countryCode: code })
      const { city } = found ?? expect.fail('nothing near')
      expect(distance(longitude, latitude, city.longitude, city.latitude)).toBeLessThan(100)
    })

    test('[P2 §6] returns the English name of the country', async () => {
      const places = await make()
      const at = async (lat: number, lng: number) => (await places.nearest(lat, lng))?.place.country
      expect(await at(-33.86, 151.2)).toBe('Australia')
      expect(await at(46.2044, 6.1432)).toBe('Switzerland')
      expect(await at(51.5, -0.12)).toBe('United Kingdom')
      expect(await at(22.2819, 114.1582)).toBe('Hong Kong')
    })

    test('finds the right state on either side of a river', async () => {
      const places = await make()
      expect((await places.nearest(-36.0737, 146.9135))?.city.stateCode).toBe('NSW')
      expect((await places.nearest(-36.1217, 146.8881))?.city.stateCode).toBe('VIC')
    })

    test.each([
      ['the Tasman Sea', -38, 160],
      ['the southern Pacific', -48.9, -123.4],
      ['the Simpson Desert, over 100 km from any town', -24.6, 136.9],
      ['no latitude', Number.NaN, 151],
      ['no longitude', -33, Number.NaN],
      ['infinity', Number.POSITIVE_INFINITY, 151],
      ['beyond the pole', -90.01, 151],
      ['beyond the date line', -33, 180.01],
    ])('finds nothing near %s', async (_, latitude, longitude) => {
      expect(await (await make()).nearest(latitude, longitude)).toBeUndefined()
    })

    test('handles the poles and the date line', async () => {
      const places = await make()
      for (const [latitude, longitude] of [
        [90, 0],
        [-90, 0],
        [0, 180],
        [0, -180],
        [-0, 0],
      ] as const)
        expect(await places.nearest(latitude, longitude)).toBeUndefined()
    })
  })
}
