import type { System } from '@rosella/contract/admin/shapes'
import { countHeldJobs } from '../../jobs/held-jobs'
import type { Db } from '../../ports/database'
import type { SiteFigures } from '../../ports/figures'

type Warning = System['warnings'][number]
export type Part = System['parts'][number]

const LATE_SECONDS = 900

/**
 * What the one who runs the site has to look at: faults of the configuration, found by asking or met by jobs of any
 * process, then what does not answer, is late, old or full.
 */
export async function listWarnings(
  db: Db,
  figures: Pick<SiteFigures, 'faults' | 'jobs'>,
  parts: readonly Part[],
): Promise<Warning[]> {
  const held = await countHeldJobs(db)
  const asked = figures.faults()
  const met = [...held]
    .filter(([part]) => !asked.some((fault) => fault.part === part))
    .map(([part, { words }]) => ({ part, words }))
  const countOf = (which: string) => [...held].find(([part]) => part === which)?.[1].count ?? 0
  const faults = [...asked, ...met].map((fault) => ({ ...fault, held: countOf(fault.part) }))
  const known = new Set<string>(faults.map(({ part }) => part))
  const down = parts
    .filter(({ ok, part }) => !ok && !known.has(part))
    .map(({ part, words }): Warning => ({ part, words, held: 0 }))
  return [...faults, ...down, ...(await lateJobs(figures))]
}

async function lateJobs({ jobs }: Pick<SiteFigures, 'jobs'>): Promise<Warning[]> {
  const { oldest_due_seconds } = await jobs.backlog()
  if (oldest_due_seconds < LATE_SECONDS) return []
  const minutes = Math.floor(oldest_due_seconds / 60)
  return [{ part: 'jobs', words: `The oldest has been due for ${minutes} minutes.`, held: 0 }]
}
