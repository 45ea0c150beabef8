import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { TestApp } from './test-app'

/** Invariant of reports: each has one snapshot, and all snapshots form one chain. */
export async function assertChainWhole({ db }: TestApp): Promise<void> {
  const snapshots = await db.selectFrom('report_snapshot').selectAll().execute()
  const reports = await db.selectFrom('report').select('id').orderBy('id').execute()
  const after = new Map(snapshots.map((each) => [hex(each.previous_hash), each]))
  const walked: number[] = []
  let hash = Buffer.alloc(32)
  for (let next = after.get(hex(hash)); next; next = after.get(hex(hash))) {
    hash = createHash('sha256').update(hash).update(next.content).digest()
    expect(hex(next.hash), `hash of report ${next.report_id}`).toBe(hex(hash))
    walked.push(next.report_id)
  }
  expect(walked).toEqual(reports.map(({ id }) => id))
  const [end] = await db.selectFrom('report_chain').select('head').execute()
  expect(hex(end?.head ?? new Uint8Array())).toBe(hex(hash))
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
