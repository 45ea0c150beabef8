import { AsyncLocalStorage } from 'node:async_hooks'
import { sql, type Transaction } from 'kysely'
import type { Viewer } from '../http/viewer'
import type { Clock } from '../ports/clock'
import type { Tables } from './tables'

type Row = Record<string, unknown>

/** A row that was written: as it was (null when it is new) and as it is (null when it is gone). */
export interface RowChange {
  source: string
  before: Row | null
  after: Row | null
}

export interface DescribedChanges {
  before: Row
  after: Row
}

interface AuditedTable {
  /** Which one of several rows of a member it is. */
  which?(row: Row): string
  /** What follows from other values, or says which row it is. */
  silent: readonly string[]
}

/** Whose values are told; of all other tables only how many rows. */
const auditedTables: Record<string, AuditedTable> = {
  member: { silent: ['id', 'latitude', 'longitude', 'created_ts'] },
  account: { silent: ['member_id', 'ban_hash'] },
  profile: { silent: ['member_id'] },
  photo: {
    which: ({ name }) => ` of photo ${name}`,
    silent: ['name', 'seq', 'member_id', 'width', 'height', 'dhash', 'thumbhash', 'created_ts'],
  },
  prompt_answer: {
    which: ({ question_id }) => ` of prompt ${question_id}`,
    silent: ['member_id', 'question_id'],
  },
  relation: { which: ({ other }) => ` of member ${other}`, silent: ['me', 'other'] },
}

/** Told that they changed, and never to what. */
const secret = /password|token|secret|hash$/
/** As much as tells what was done: the log is kept for good, also when the member has gone. */
const LONGEST = 80

/**
 * What a transaction changed for a member, by name, with the values before and after: no secret, no message, and of a
 * long text its beginning. The other side of a relation says the same once more and is left out.
 */
export function describeChanges(memberId: number, changes: readonly RowChange[]): DescribedChanges {
  const before: Row = {}
  const after: Row = {}
  const counts = new Map<string, number>()
  for (const { source, before: was, after: is } of changes) {
    const row = is ?? was ?? {}
    const table = auditedTables[source]
    if (!table) {
      const deed = `${source.replaceAll('_', ' ')} ${was === null ? 'added' : is === null ? 'removed' : 'changed'}`
      counts.set(deed, (counts.get(deed) ?? 0) + 1)
      continue
    }
    if (source === 'relation' && row.me !== memberId) continue
    for (const column of Object.keys(row)) {
      const [old, now] = [was?.[column] ?? null, is?.[column] ?? null]
      if (table.silent.includes(column) || isSame(old, now)) continue
      const name = `${column}${table.which?.(row) ?? ''}`
      // Of several changes of one value the first says what was, the last what is.
      if (!(name in after)) before[name] = auditedValue(column, old)
      after[name] = auditedValue(column, now)
    }
    if (source === 'photo' && was === null) after[`photo ${row.name}`] = 'added'
    if (source === 'photo' && is === null) after[`photo ${row.name}`] = 'removed'
  }
  for (const [deed, count] of counts) after[deed] = count
  return { before, after }
}

/** A row that is new or gone has much that is nothing: no flag, no count. */
const isSame = (old: unknown, now: unknown): boolean =>
  JSON.stringify(old || null) === JSON.stringify(now || null)

function auditedValue(column: string, value: unknown): unknown {
  if (value === null) return null
  if (secret.test(column)) return '(not told)'
  if (typeof value !== 'string' || value.length <= LONGEST) return value
  return `${value.slice(0, LONGEST)}… (${value.length} characters)`
}

type Tx = Transaction<Tables>

interface Impersonation {
  admin_id: number
  member_id: number
  call: string
  now(): number
}

const storage = new AsyncLocalStorage<Impersonation | undefined>()

/** Does the work of a call or a frame; what it writes while an admin acts as the member goes into the audit log. */
export type WithImpersonation = <T>(viewer: Viewer, call: string, work: () => T) => T

export const recordImpersonation =
  (clock: Clock): WithImpersonation =>
  (viewer, call, work) => {
    const { id: member_id, impersonator: admin_id } = viewer
    return admin_id === null
      ? work()
      : storage.run({ admin_id, member_id, call, now: () => clock.now() }, work)
  }

/** For what follows from a call and is not done by it, such as the jobs and deliveries of other members. */
export const outsideImpersonation = <T>(work: () => T): T =>
  storage.getStore() ? storage.run(undefined, work) : work()

/** The work of a transaction, and beside it what the audit log says of it while an admin acts as a member. */
export async function withAuditEntry<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const impersonation = storage.getStore()
  if (!impersonation) return work()
  await sql`select set_config('rosella.impersonation', 'on', true)`.execute(tx)
  const result = await work()
  const { rows } = await sql<RowChange & { id: number }>`
    delete from impersonation_change returning id, source, before, after`.execute(tx)
  if (rows.length > 0)
    await writeEntry(
      tx,
      impersonation,
      rows.sort((a, b) => a.id - b.id),
    )
  return result
}

async function writeEntry(
  tx: Tx,
  impersonation: Impersonation,
  changes: readonly RowChange[],
): Promise<void> {
  const { admin_id, member_id, call, now } = impersonation
  const { before, after } = describeChanges(member_id, changes)
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
