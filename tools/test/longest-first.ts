import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take longest for their few lines: they wait for time to pass, or ask for everything many times over. */
const LONG = [
  'tests/endpoints/permissions',
  'tests/endpoints/attackers',
  'adapters/image-processor/heic',
  'tests/endpoints/block-crawler',
  'tests/invariants/live',
  'features/live/online-lists',
  'database/migrate',
  'adapters/database/pglite',
  'server/src/verify-reports',
  'tests/endpoints/demo-town',
  'features/browse/search-property',
  'tests/endpoints/status-crawler',
  'tests/endpoints/slow-uploads',
  'jobs/killed-process',
  'tests/e2e/backup',
  'tests/e2e/kill',
  'tests/e2e/chat-restart',
].map((name) => `/${name}.test.ts`)

/**
 * On a machine that has not run the tests before, vitest starts the files with the most lines first. These
 * would come last, and one worker would wait for the others.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(name))
      return at < 0 ? LONG.length : at
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
