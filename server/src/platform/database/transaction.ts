import type { Transaction } from 'kysely'
import type { Db } from '../ports/database'
import type { EventBus, LiveEvent } from '../ports/event-bus'
import { outsideImpersonation, withAuditEntry } from './impersonation'
import type { Tables } from './tables'

/** Inside a transaction only this exists: the root handle would wait for itself for ever on PGlite. */
export type Tx = Transaction<Tables>
/** What a read may be given: a transaction or the root handle. */
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
  // What is done is done: while the bus is away it reports so itself, and tells of the gap when it is back.
  if (emitted.length > 0) await outsideImpersonation(() => deps.bus.publish(emitted)).catch(() => {})
  return result
}
