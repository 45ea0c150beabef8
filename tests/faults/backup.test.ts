import { openTestHouse, type TestHouse } from '@rosella/testkit/test-house'
import { afterAll, beforeAll, test } from 'vitest'
import { openPlaces, type Places } from '../e2e/backup/places'
import { backUpUnderLoad } from '../e2e/backup/under-load'

let house: TestHouse
let places: Places
beforeAll(async () => {
  house = await openTestHouse({ on: 'pglite' })
  places = await openPlaces()
})
afterAll(async () => {
  await places?.close()
  await house?.close()
})

// On PostgreSQL the same is in npm test (tests/e2e/backup.test.ts).
test('[issue 9.5] a site on the embedded database is backed up under load as one moment', () =>
  backUpUnderLoad(house, places))
