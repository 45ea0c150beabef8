import { openTestApp, type TestApp } from '@rosella/testkit/test-app'
import { afterAll, beforeAll, test } from 'vitest'
import { openRestoreTargets, type RestoreTargets } from '../e2e/backup/restore-targets'
import { backUpUnderLoad } from '../e2e/backup/under-load'

let app: TestApp
let places: RestoreTargets
beforeAll(async () => {
  app = await openTestApp({ on: 'pglite' })
  places = await openRestoreTargets()
})
afterAll(async () => {
  await places?.close()
  await app?.close()
})

// On PostgreSQL the same is in npm test (tests/e2e/backup.test.ts).
test('[issue 9.5] a site on the embedded database is backed up under load as one moment', () =>
  backUpUnderLoad(app, places))
