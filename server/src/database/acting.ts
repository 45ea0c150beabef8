import { AsyncLocalStorage } from 'node:async_hooks'
import { sql, type Transaction } from 'kysely'
import { type RowChange, tellChanges } from '../domain/acting-changes'
import type { Viewer } from '../domain/viewer'
import type { Clock } from '../ports/clock'
import type { Tables } from './tables'

type Tx = Transaction<Tables>

interface Acting {
  admin_id: number
  member_id: number
  call: string
  now(): number
}

const storage = new AsyncLocalStorage<Acting | undefined>()

/** Does the work of a call or a frame; what it writes while an admin acts as the member goes into the audit log. */
export type WhileActing = <T>(viewer: Viewer, call: string, work: () => T) => T

export const recordWhileActing =
  (clock: Clock): WhileActing =>
  (viewer, call, work) => {
    const { id: member_id, impersonator: admin_id } = viewer
    return admin_id === null
      ? work()
      : storage.run({ admin_id, member_id, call, now: () => clock.now() }, work)
  }

/** For what follows from a call and is not done by it, such as the jobs and deliveries of other members. */
export const afterwards = <T>(work: () => T): T =>
  storage.getStore() ? storage.run(undefined, work) : work()

/** The work of a transaction, and beside it what the audit log says of it while an admin acts as a member. */
export async function withEntry<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const acting = storage.getStore()
  if (!acting) return work()
  await sql`select set_config('rosella.acting', 'on', true)`.execute(tx)
  const result = await work()
  const { rows } = await sql<RowChange & { id: number }>`
    delete from acting_change returning id, source, before, after`.execute(tx)
  if (rows.length > 0)
    await writeEntry(
      tx,
      acting,
      rows.sort((a, b) => a.id - b.id),
    )
  return result
}

async function writeEntry(tx: Tx, acting: Acting, changes: readonly RowChange[]): Promise<void> {
  const { admin_id, member_id, call, now } = acting
  const { before, after } = tellChanges(member_id, changes)
  await tx
    .insertInto('audit')
    .values({
      ts: now(),
      admin_id,
      action: 'member.act',
      member_id,
      before: JSON.stringify(before),
      after: JSON.stringify({ call, ...after }),
    })
    .execute()
}
