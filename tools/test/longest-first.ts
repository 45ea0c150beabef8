import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Test files that are slow for their size, because they wait for time to pass or make many calls. */
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
 * Without timings of an earlier run, vitest starts the files with the most lines first. These files would start
 * last, and one worker would still run when the others have finished.
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
