import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/test/longest-first.ts'

/** They start the built server and wait for what happens to it; no browser is opened. */
const processes = [
  'backup',
  'benches',
  'broken-pipe',
  'faults',
  'kill',
  'kill-check-ins',
  'previous-release',
  'process',
  'processes',
  'proxies',
  'scale-out',
].map((name) => `tests/e2e/${name}.test.ts`)

/** Most code of tests runs too rarely to be worth optimising. Optimising a tenth as much saves a tenth of their time. */
const rarelyOptimised = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1300000'] : []
/** Tests create much short-lived garbage. More room for it saves a sixth of their processor time. */
const execArgv = ['--max-semi-space-size=64', ...rarelyOptimised]

/** Workspace packages export their TypeScript sources, so @rosella/… needs no alias. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'unit',
          environment: 'node',
          execArgv,
          include: ['contract', 'web/src', 'tools', 'bench', 'tests/architecture'].map(
            (home) => `${home}/**/*.test.{ts,tsx}`,
          ),
          maxWorkers: 2,
          // Some read every file of the repository, which takes long on a busy machine.
          testTimeout: 60_000,
          setupFiles: ['testkit/no-noise.ts'],
        },
      },
      {
        test: {
          name: 'server',
          environment: 'node',
          execArgv,
          include: ['server/src', 'testkit', 'tests/endpoints', 'tests/invariants'].map(
            (home) => `${home}/**/*.test.ts`,
          ),
          pool: 'forks',
          // Every file opens servers of its own; loading the server again for each would take longer than most tests.
          isolate: false,
          // One more than the cores this is measured on: some wait, for ten seconds to pass or for a process to end.
          maxWorkers: 3,
          setupFiles: ['testkit/no-noise.ts'],
          // A server on the embedded one takes five times as long to open. What talks to the database itself runs on
          // both, and of every large feature one file (and the demo town) says on: 'pglite'.
          env: { TEST_ON: 'postgres' },
          // Most take a second; a host that is busy with others made some of them wait for half a minute.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'e2e',
          environment: 'node',
          execArgv,
          include: ['tests/e2e/**/*.test.ts'],
          exclude: processes,
          pool: 'forks',
          isolate: false,
          // The browser does not care which database it is, and PostgreSQL leaves it more of the processor.
          env: { TEST_ON: 'postgres' },
          // One more than the cores here as well: a browser that waits for an answer or a line to fall still uses none.
          maxWorkers: 3,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A second try for what a busy machine did to a browser; it is printed, and what is wrong fails twice.
          retry: 1,
          // A browser updates the page a moment later, and on a busy machine much later.
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        test: {
          name: 'processes',
          environment: 'node',
          execArgv,
          include: processes,
          pool: 'forks',
          isolate: false,
          env: { TEST_ON: 'postgres' },
          // Beside the server tests.
          maxWorkers: 1,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          retry: 1,
          expect: { poll: { timeout: 20_000 } },
        },
      },
      {
        // Not part of npm test: npm run fault-test.
        test: {
          name: 'faults',
          environment: 'node',
          include: ['tests/faults/**/*.test.ts'],
          pool: 'forks',
          maxWorkers: 1,
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
