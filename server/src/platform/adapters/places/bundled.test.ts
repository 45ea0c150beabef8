import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makePlaces } from '../../../../../tools/make-places.mjs'
import { openBundledPlaces } from './bundled'
import { placesSuite } from './suite'

const fresh = await mkdtemp(join(tmpdir(), 'rosella-places-'))
afterAll(() => rm(fresh, { recursive: true, force: true }))

await makePlaces()
const opened = openBundledPlaces()
placesSuite('bundled', () => opened)

test('creates the data once and keeps it while nothing has changed', async () => {
  expect(await makePlaces(fresh)).toBe('made')
  expect(await makePlaces(fresh)).toBe('kept')
})

test('two processes can create it concurrently', async () => {
  const dir = join(fresh, 'twice')
  await Promise.all([makePlaces(dir), makePlaces(dir)])
  expect(await (await openBundledPlaces(dir)).find('AU', 'Hobart, TAS')).toBeDefined()
})

test('without data, the error names the command to run', async () => {
  await expect(openBundledPlaces(join(fresh, 'nowhere'))).rejects.toThrow('node tools/make-places.mjs')
})

test('opening reads an index only, not a country', async () => {
  const started = performance.now()
  await openBundledPlaces()
  expect(performance.now() - started).toBeLessThan(200)
})

test('every place of the hand-made supplement is in its state and is not a duplicate', async () => {
  const path = new URL('../../../../../tools/places-supplement-au.json', import.meta.url)
  const supplement: [string, string, number, number][] = JSON.parse(await readFile(path, 'utf8'))
  const places = await opened
  for (const [name, state, latitude, longitude] of supplement) {
    const found = await places.find('AU', `${name}, ${state}`)
    expect(found, name).toMatchObject({ name, stateCode: state, latitude, longitude })
    expect((await places.nearest(latitude, longitude))?.city, name).toBe(found)
  }
})
