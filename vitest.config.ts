import { defineConfig } from 'vitest/config'

/** Workspace packages export their TypeScript sources, so @rosella/… needs no alias. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          include: ['contract', 'web/src', 'tools', 'tests/house'].map(
            (home) => `${home}/**/*.test.{ts,tsx}`,
          ),
          maxWorkers: 2,
          setupFiles: ['testkit/no-noise.ts'],
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['server/src', 'testkit', 'tests/doors', 'tests/laws'].map(
            (home) => `${home}/**/*.test.ts`,
          ),
          pool: 'forks',
          maxWorkers: 2,
          setupFiles: ['testkit/no-noise.ts'],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          include: ['tests/e2e/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // What a browser shows changes a moment later, and on a busy machine much later.
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
