import type { Transaction } from 'kysely'
import type { Db } from '../ports/database'
import type { EventBus, LiveEvent } from '../ports/event-bus'
import { outsideImpersonation, withAuditEntry } from './impersonation'
import type { Tables } from './tables'

/** Inside a transaction use only this: on PGlite the root handle would wait for itself. */
export type Tx = Transaction<Tables>
/** A transaction or the root handle, for code that only reads. */
export type Reader = Db | Tx

export type Emit = (event: LiveEvent) => void

/** Events emitted inside the transaction are published after its commit; a rollback publishes nothing. */
export async function withTransaction<T>(
  deps: { db: Db; bus: EventBus<LiveEvent> },
  work: (tx: Tx, emit: Emit) => Promise<T>,
): Promise<T> {
  const emitted: LiveEvent[] = []
  const result = await deps.db
    .transaction()
    .execute((tx) => withAuditEntry(tx, () => work(tx, (event) => emitted.push(event))))
  // The commit stands: a failing bus reports its own error, and publishes a gap when it works again.
  if (emitted.length > 0) await outsideImpersonation(() => deps.bus.publish(emitted)).catch(() => {})
  return result
}
