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

// npm test runs the same on PostgreSQL (tests/e2e/backup.test.ts).
test('backs up the embedded database under load as one consistent snapshot', () =>
  backUpUnderLoad(app, places))
