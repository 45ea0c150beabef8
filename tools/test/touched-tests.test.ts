import { expect, test } from 'vitest'
import { touchedTests } from './touched-tests.mjs'

const endpoints = 'tests/endpoints/endpoints.test.ts'

test.each([
  ['server/src/features/photos/rotate.ts', ['server/src/features/photos/', endpoints]],
  ['contract/messages/rules.ts', ['server/src/features/messages/', endpoints]],
  ['server/src/platform/adapters/mailer/smtp.ts', ['server/src/platform/adapters/mailer/', endpoints]],
  ['server/src/platform/http/http.ts', ['server/src/platform/http/', endpoints]],
  ['server/src/app.ts', [endpoints]],
  ['server/migrations/0001-start.sql', ['server/src/platform/database/', endpoints]],
  ['testkit/person.ts', [endpoints]],
  ['testkit/seed-town.test.ts', ['testkit/seed-town.test.ts', endpoints]],
  ['tests/invariants/live.test.ts', ['tests/invariants/live.test.ts']],
  ['web/src/app/App.tsx', []],
  ['README.md', []],
])('a change of %s selects the server tests next to it: %j', (file, paths) => {
  expect(touchedTests([file])).toEqual(paths)
})

test('selects a test once, however many of its files have changed', () => {
  const files = [
    'server/src/features/photos/a.ts',
    'contract/photos/b.ts',
    'server/src/features/photos/a.test.ts',
  ]
  expect(touchedTests(files)).toEqual(['server/src/features/photos/', endpoints])
})
