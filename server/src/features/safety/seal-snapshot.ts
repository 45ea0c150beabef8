import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../database/transaction'

/** The end of the chain, held until the transaction is over: whoever reports meanwhile waits for theirs. */
export async function lockChain(tx: Tx): Promise<Buffer> {
  const { rows } = await sql<{ head: Uint8Array }>`select head from report_chain for update`.execute(tx)
  if (!rows[0]) throw new Error('The chain of reports has no end.')
  return Buffer.from(rows[0].head)
}

/**
 * Links a snapshot to the one before it. What is hashed is the text as it is stored, so that checking the
 * chain takes nothing but sha256: of the hash before, then the text in UTF-8.
 */
export async function sealSnapshot(
  tx: Tx,
  previous: Buffer,
  reportId: number,
  content: object,
): Promise<void> {
  const text = canonicalJson(content)
  const hash = createHash('sha256').update(previous).update(text).digest()
  await tx
    .insertInto('report_snapshot')
    .values({ report_id: reportId, content: text, previous_hash: previous, hash })
    .execute()
  await tx.updateTable('report_chain').set({ head: hash }).execute()
}

/** One text for one content: keys in order, no blanks. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
