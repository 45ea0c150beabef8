import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { City, Places } from '../../ports/places'

// Letters that Unicode does not take apart into a plain one and a mark.
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const short: Record<string, string> = { st: 'saint', ste: 'sainte', mt: 'mount' }

/** One spelling for all that people write: 'ST. KILDA, vic' and 'Saint Kilda, VIC' fold to the same. */
function foldPlace(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? letter)
    .replace(/['’‘ʻʼ`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => short[word] ?? word)
    .filter(Boolean)
    .join(' ')
}

const reachKm = 100
const longestName = 200

interface Country {
  cities: readonly City[]
  /** As written in the list: 'name, stateCode', or the name alone where there is no state. */
  byLabel: Map<string, City>
  /** By folded label and, where that is free, by folded name; made when a label was not enough. */
  byFold: () => Map<string, City>
}

/** From the sources this file is four folders below server/; in the build it is in server/dist/. */
function generatedFolder(): string {
  const up = import.meta.url.endsWith('.ts') ? '../../../../generated' : '../generated'
  return fileURLToPath(new URL(up, import.meta.url))
}

/**
 * The city data that tools/make-places.mjs cut into `places/` below the folder. A country is read when it
 * is first asked for, the map of the world with the first position; both then stay. Country codes are
 * ISO 3166-1 alpha-2 in capitals everywhere it answers; asked for, they may be in either case.
 */
export async function openBundledPlaces(dir: string = generatedFolder()): Promise<Places> {
  const folder = join(dir, 'places')
  const { starts } = await readIndex(folder)
  const countries = new Map<string, Promise<Country>>()
  const world = once(() => readWorld(folder))

  function country(code: string): Promise<Country> | undefined {
    const upper = code.toUpperCase()
    if (!Object.hasOwn(starts, upper)) return undefined
    const known = countries.get(upper) ?? readCountry(folder, upper)
    countries.set(upper, known)
    known.catch(() => countries.delete(upper))
    return known
  }

  return {
    async cities(countryCode) {
      return (await country(countryCode))?.cities ?? []
    },

    async find(countryCode, city) {
      if (city.length > longestName) return undefined
      const there = await country(countryCode)
      return there?.byLabel.get(city) ?? there?.byFold().get(foldPlace(city))
    },

    async nearest(latitude, longitude) {
      if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined
      const { tree, codesAt, nameOf } = await world()
      // A territory (Norfolk Island) stands for itself where the data knows it.
      const code = codesAt(longitude, latitude).find((each) => Object.hasOwn(starts, each))
      if (!code) return undefined
      const [start, count] = starts[code] ?? [0, 0]
      const isThere = (id: number) => id >= start && id < start + count
      const [id] = around(tree, longitude, latitude, 1, reachKm, isThere)
      if (id === undefined) return undefined
      const city = (await country(code))?.cities[id - start]
      return city && { place: { country: nameOf(code), country_code: code, city: city.name }, city }
    },
  }
}

async function readIndex(
  folder: string,
): Promise<{ starts: Record<string, [start: number, count: number]> }> {
  try {
    return JSON.parse(await readFile(join(folder, 'index.json'), 'utf8'))
  } catch (cause) {
    throw new Error('There is no city data yet: run node tools/make-places.mjs', { cause })
  }
}

async function readCountry(folder: string, countryCode: string): Promise<Country> {
  const rows: [string, string, number, number][] = JSON.parse(
    await readFile(join(folder, `${countryCode}.json`), 'utf8'),
  )
  const cities = rows.map(([name, stateCode, latitude, longitude]) =>
    Object.freeze({ name, stateCode, latitude, longitude, countryCode }),
  )
  const byLabel = new Map(cities.map((city) => [labelOf(city), city]))
  let folded: Map<string, City> | undefined
  const byFold = () => {
    folded ??= foldAll(cities)
    return folded
  }
  return { cities: Object.freeze(cities), byLabel, byFold }
}

function foldAll(cities: readonly City[]): Map<string, City> {
  const folded = new Map<string, City>()
  const add = (text: string, city: City) => {
    const key = foldPlace(text)
    if (!folded.has(key)) folded.set(key, city)
  }
  for (const city of cities) add(labelOf(city), city)
  for (const city of cities) add(city.name, city)
  return folded
}

const labelOf = ({ name, stateCode }: City) => (stateCode ? `${name}, ${stateCode}` : name)

async function readWorld(folder: string) {
  // Its borders take a while to unpack, and most visitors choose their city by hand.
  const [{ iso1A2Code }, bytes] = await Promise.all([
    import('@rapideditor/country-coder'),
    readFile(join(folder, 'index.bin')),
  ])
  const names = new Intl.DisplayNames('en', { type: 'region' })
  return {
    tree: KDBush.from(new Uint8Array(bytes).buffer),
    codesAt: (longitude: number, latitude: number) =>
      ['territory', 'country'].flatMap((level) => iso1A2Code([longitude, latitude], { level }) ?? []),
    nameOf: (code: string) => names.of(code)?.replace(/ SAR China$/, '') ?? code,
  }
}

/** Failure is forgotten, so that the next call tries anew. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined
  return () => {
    if (!loaded) {
      loaded = load()
      loaded.catch(() => {
        loaded = undefined
      })
    }
    return loaded
  }
}
