/** Opens the whole app and makes every call: the minimum to check after any change of the server. */
const ALWAYS = 'tests/endpoints/endpoints.test.ts'

/**
 * The server tests that a change affects, as paths for vitest: those next to the changed file rather than those
 * that import it, because nearly every test imports the whole app.
 */
export function touchedTests(files) {
  const found = new Set(files.flatMap(testsFor))
  if (files.some((file) => /^(server|contract|testkit)\//.test(file))) found.add(ALWAYS)
  const paths = [...found].sort()
  return paths.filter((path) => !paths.some((other) => other !== path && path.startsWith(other)))
}

function testsFor(file) {
  if (/^(testkit|tests\/endpoints|tests\/invariants)\/.*\.test\.ts$/.test(file)) return [file]
  if (file.startsWith('server/migrations/')) return ['server/src/platform/database/']
  const feature = /^(?:contract|server\/src\/features)\/([^/]+)\//.exec(file)?.[1]
  if (feature) return [`server/src/features/${feature}/`]
  const folder = /^server\/src\/(?:platform\/adapters\/)?[^/]+\/(?:[^/]+\/)?/.exec(file)?.[0]
  return folder ? [folder] : []
}
