import type { Tx } from '../../database/transaction'
import type { Viewer } from '../../domain/viewer'

interface Entry {
  action: string
  member_id?: number
  before?: object
  after?: object
}

/** Who did what to whom, in the transaction that does it: there is no action without its entry. */
export async function recordAudit(
  tx: Tx,
  admin: Pick<Viewer, 'id'>,
  ts: number,
  entry: Entry,
): Promise<void> {
  const { action, member_id = null, before, after } = entry
  await tx
    .insertInto('audit')
    .values({
      ts,
      admin_id: admin.id,
      action,
      member_id,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}
