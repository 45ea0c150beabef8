import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { City, Places } from '../../ports/places'

// Letters that Unicode does not decompose into a base letter and a mark.
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

/** Normalises spellings: 'ST. KILDA, vic' and 'Saint Kilda, VIC' become the same. */
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
  /** By 'name, stateCode', or the name alone where there is no state. */
  byLabel: Map<string, City>
  /** By normalised label and, where that is free, by normalised name; built on first use. */
  byFold: () => Map<string, City>
}

/** In the sources this file is four folders below server/; in the build it is in server/dist/. */
function generatedFolder(): string {
  const up = import.meta.url.endsWith('.ts') ? '../../../../generated' : '../generated'
  return fileURLToPath(new URL(up, import.meta.url))
}

/**
 * The city data that tools/make-places.mjs wrote to `places/` below the folder. Each country is read on first use,
 * the world map with the first position; both stay in memory. Country codes are ISO 3166-1 alpha-2: returned in
 * capitals, accepted in either case.
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
      // A territory (Norfolk Island) counts as its own country where the data has it.
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
    throw new Error('There is no city data yet. Run node tools/make-places.mjs', { cause })
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
  // Loaded on demand, because the borders take a while to unpack and most visitors choose their city from the list.
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

/** A failure is not cached, so that the next call tries again. */
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
