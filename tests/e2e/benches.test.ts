import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freshPostgresDatabase } from '@rosella/testkit/services'
import { afterAll, expect, test } from 'vitest'
import { scripts } from '../../package.json'

const dir = mkdtempSync(join(tmpdir(), 'rosella-benches-'))
afterAll(() => rmSync(dir, { recursive: true, force: true }))

const pairs = join(dir, 'pairs.csv')
const ratings = Array.from({ length: 400 }, (_, n) => `${n % 20},${(n * 7) % 31},${n % 3 === 0 ? 1 : 0}`)
writeFileSync(pairs, `rater,rated,liked\n${ratings.join('\n')}\n`)

/** Arguments for a town as small as it may be, and what the output ends with. */
const tiny: Record<string, [args: string[], ends: RegExp]> = {
  seed: [['1000'], /statistics: [\d.]+ s/],
  'bench:index': [['2000'], /event-loop delay p99/],
  'bench:saved': [['60', '11'], /11 searches, \d+ new people/],
  'bench:questions': [['300'], /300 members: filled in/],
  'bench:photos': [['1'], /by processor time/],
  'bench:summaries': [['300'], /emails planned in/],
  'bench:sweep': [['2000'], /20 of 20 orphans removed/],
  'bench:for-you': [['80'], /nobody to suggest, compared with a full list/],
  'bench:suggest': [['200', '8', '200', 'ours,popularity'], /members assigned together/],
  'learn-weights': [['check'], /"loss": \d/],
  'score-pairs': [[pairs, '2'], /Share of the fits that used a learned weight/],
}

/** These start several processes each, so they run only with `npm run test:benches`, not in every `npm test`. */
const slow: typeof tiny = {
  'bench:costs': [['500'], /\| idle hour \| 500 \| \d/],
  'bench:lists': [['60'], /\| 60 \| recent last \|/],
  'bench:search': [['60'], /\| nationwide, by distance \| \d/],
  'bench:relations': [['260'], /\| any call of another member during lists without a pause \| \d/],
  'bench:chat': [['1'], /a member's rss: /],
  'bench:mixed': [['0.1', '--members', '120', '--online', '8'], /0 errors, 0 events not delivered/],
}

/** These have a short form of their own in the tests, or need minutes at any size. */
const elsewhere: Record<string, string> = {
  'bench:faults': 'needs Prometheus and ten minutes; tests/endpoints/alerts.test.ts tries each alert',
  'bench:scale-out': 'tests/e2e/scale-out.test.ts',
  'bench:dates': 'tests/e2e/kill-check-ins.test.ts',
  'bench:desk': 'tests/e2e/admin-desk-keys.test.ts',
  'bench:notices': 'server/src/features/safety/safety-notices-kills.test.ts',
  'bench:web': 'needs the demo town and ten minutes',
  'bench:pdq': 'bench/pdq.test.ts',
  'bench:restore': 'tests/e2e/backup.test.ts',
  'bench:scam': 'bench/scam-town/town.test.ts',
  'bench:upgrade': 'tests/e2e/previous-release.test.ts',
  'failover-test': 'run by hand, because it needs root, Debian and five minutes',
  'fault-test': 'tests/e2e/faults.test.ts',
  'kill-test': 'tests/e2e/kill.test.ts',
}

const now = process.env.BENCHES ? { ...tiny, ...slow } : tiny

test.each(Object.entries(now))('%s still runs to its end', async (name, [args, ends]) => {
  const [file] = /(bench|tools)\/[\w-]+\.ts/.exec(scripts[name as keyof typeof scripts]) ?? []
  // The embedded database would take longer to open than all that is measured.
  const town = ['seed', 'bench:photos'].includes(name) ? await freshPostgresDatabase() : undefined
  const env = { ...process.env, TINY: '1', ...(town ? { DATABASE_URL: town.url } : {}) }
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', file ?? '', ...args], {
    env,
  }).catch((error) => {
    throw new Error(`${name}: ${error.stdout}\n${error.stderr}`)
  })
  await town?.drop()
  expect(stdout).toMatch(ends)
})

test('every bench is run here or named with its own short form', () => {
  const benches = Object.keys(scripts).filter((name) =>
    /^(bench:|seed$|learn-weights$|score-pairs$)|-test$/.test(name),
  )
  expect(benches.filter((name) => !(name in tiny || name in slow || name in elsewhere))).toEqual([])
})
