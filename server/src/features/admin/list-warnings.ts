import type { System } from '@rosella/contract/admin/shapes'
import { countHeldJobs } from '../../jobs/held-jobs'
import type { Services } from '../../ports/services'
import type { SetupWatch } from './setup-watch'

type Deps = Pick<Services, 'db'> & { setup: Pick<SetupWatch, 'faults'> }

/** What the one who runs the site has to mend: what was found by asking, and what jobs ran into, of any process. */
export async function listWarnings({ db, setup }: Deps): Promise<System['warnings']> {
  const held = await countHeldJobs(db)
  const asked = setup.faults()
  const met = [...held]
    .filter(([part]) => !asked.some((fault) => fault.part === part))
    .map(([part, { words }]) => ({ part, words }))
  const countOf = (which: string) => [...held].find(([part]) => part === which)?.[1].count ?? 0
  return [...asked, ...met].map((fault) => ({ ...fault, held: countOf(fault.part) }))
}
