import { AsyncLocalStorage } from 'node:async_hooks'
import { sql, type Transaction } from 'kysely'
import type { Viewer } from '../http/viewer'
import type { Clock } from '../ports/clock'
import type { Tables } from './tables'

type Row = Record<string, unknown>

/** A written row: before (null if it is new) and after (null if it was deleted). */
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
  /** Identifies the row where a member has several. */
  which?(row: Row): string
  /** Columns that follow from others or only identify the row. */
  silent: readonly string[]
}

/** The tables whose values are recorded; for all others only the number of rows is. */
const auditedTables: Record<string, AuditedTable> = {
  member: { silent: ['id', 'latitude', 'longitude', 'created_ts'] },
  account: { silent: ['member_id', 'ban_hash'] },
  profile: { silent: ['member_id'] },
  photo: {
    which: ({ name }) => ` of photo ${name}`,
    silent: [
      'name',
      'seq',
      'member_id',
      'width',
      'height',
      'dhash',
      'pdq',
      'hashed_ts',
      'thumbhash',
      'has_sizes',
      'created_ts',
    ],
  },
  prompt_answer: {
    which: ({ question_id }) => ` of prompt ${question_id}`,
    silent: ['member_id', 'question_id'],
  },
  relation: { which: ({ other }) => ` of member ${other}`, silent: ['me', 'other'] },
}

/** Recorded as changed, without the value. */
const secret = /password|token|secret|hash$/
/** The audit log is kept for ever, even after the member is gone, so it stores only the start of a text. */
const MAX_LENGTH = 80

/**
 * The changes of a transaction for a member, by name, with the values before and after: without secrets and messages,
 * and with long texts shortened. The other member's side of a relation repeats the same change and is left out.
 */
export function describeChanges(memberId: number, changes: readonly RowChange[]): DescribedChanges {
  const before: Row = {}
  const after: Row = {}
  const counts = new Map<string, number>()
  for (const { source, before: was, after: is } of changes) {
    const row = is ?? was ?? {}
    const table = auditedTables[source]
    if (!table) {
      const change = `${source.replaceAll('_', ' ')} ${was === null ? 'added' : is === null ? 'removed' : 'changed'}`
      counts.set(change, (counts.get(change) ?? 0) + 1)
      continue
    }
    if (source === 'relation' && row.me !== memberId) continue
    for (const column of Object.keys(row)) {
      const [old, now] = [was?.[column] ?? null, is?.[column] ?? null]
      if (table.silent.includes(column) || isSame(old, now)) continue
      const name = `${column}${table.which?.(row) ?? ''}`
      // Of several changes of one value, the first gives the old value and the last the new one.
      if (!(name in after)) before[name] = auditedValue(column, old)
      after[name] = auditedValue(column, now)
    }
    if (source === 'photo' && was === null) after[`photo ${row.name}`] = 'added'
    if (source === 'photo' && is === null) after[`photo ${row.name}`] = 'removed'
  }
  for (const [change, count] of counts) after[change] = count
  return { before, after }
}

/** In a new or deleted row, an empty value counts as no change. */
const isSame = (old: unknown, now: unknown): boolean =>
  JSON.stringify(old || null) === JSON.stringify(now || null)

function auditedValue(column: string, value: unknown): unknown {
  if (value === null) return null
  if (secret.test(column)) return '(hidden)'
  if (typeof value !== 'string' || value.length <= MAX_LENGTH) return value
  return `${value.slice(0, MAX_LENGTH)}… (${value.length} characters)`
}

type Tx = Transaction<Tables>

interface Impersonation {
  admin_id: number
  member_id: number
  call: string
  now(): number
}

const storage = new AsyncLocalStorage<Impersonation | undefined>()

/** Runs the work of a call or a socket event; what it writes during impersonation is recorded in the audit log. */
export type WithImpersonation = <T>(viewer: Viewer, call: string, work: () => T) => T

export const recordImpersonation =
  (clock: Clock): WithImpersonation =>
  (viewer, call, work) => {
    const { id: member_id, impersonator: admin_id } = viewer
    return admin_id === null
      ? work()
      : storage.run({ admin_id, member_id, call, now: () => clock.now() }, work)
  }

/** For the consequences of a call rather than the call itself, such as jobs and deliveries to other members. */
export const outsideImpersonation = <T>(work: () => T): T =>
  storage.getStore() ? storage.run(undefined, work) : work()

/** Runs the work of a transaction and, during impersonation, writes its audit entry in the same transaction. */
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
