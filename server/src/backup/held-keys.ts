import { type Selectable, sql } from 'kysely'
import type { Tables } from '../database/tables'
import type { Reader, Tx } from '../database/transaction'

export type HeldKeys = Selectable<Tables['held_key']>[]

/** The keys of held messages that an installation has; one of an earlier version, or none at all, has none. */
export async function readHeldKeys(db: Reader): Promise<HeldKeys> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('held_key') is not null as there`.execute(db)
  return rows[0]?.there ? db.selectFrom('held_key').selectAll().execute() : []
}

export async function writeHeldKeys(tx: Tx, keys: HeldKeys): Promise<void> {
  if (keys.length > 0) await tx.insertInto('held_key').values(keys).execute()
}
