import type { Db } from '../../ports/database'
import type { Replica } from '../../ports/replica'

/** Where there is one database only, it answers everything. */
export const noReplica = (db: Db): Replica => ({
  read: (work) => work(db),
  state: () => undefined,
  async close() {},
})
