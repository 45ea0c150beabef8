/** Opens the whole app and looks at every call: the least that must hold after any change to the server. */
const ALWAYS = 'tests/endpoints/endpoints.test.ts'

/**
 * Which server tests a change touches, as paths for vitest. Those beside the changed file, and not those that import
 * it: nearly every test opens the whole app, so that the graph of modules would name them all each time.
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
