import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Few lines that take long: they start processes, and wait for what happens to them. */
const LONG = ['backup', 'kill', 'process', 'scale-out', 'faults', 'chat-restart']

/**
 * On a machine that has not run the tests before, vitest starts the files with the most lines first. These
 * would come last, and one worker would wait for the other.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const at = LONG.findIndex((name) => moduleId.endsWith(`/tests/e2e/${name}.test.ts`))
      return at < 0 ? LONG.length : at
    }
    return (await super.sort(files)).sort((a, b) => place(a) - place(b))
  }
}
