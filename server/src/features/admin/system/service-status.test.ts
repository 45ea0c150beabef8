import { expect, test } from 'vitest'
import { backupStatus, diskStatus, formatBytes, indexStatus, replicaStatus } from './read-system'

const now = 1_000_000_000
const rehearsal: { rehearsed_ts: number | null; rehearsal_failure: string | null } = {
  rehearsed_ts: null,
  rehearsal_failure: null,
}

test('reports a replica that is behind or lost, and that the primary is used instead', () => {
  expect(replicaStatus(undefined)).toEqual([])
  const [fine] = replicaStatus({ usable: true, lag_seconds: 0.04, fallbacks: 3 })
  expect(fine).toMatchObject({
    ok: true,
    words: 'In use, 0.0 s behind. The primary replaced it 3 times.',
  })
  const [behind] = replicaStatus({ usable: false, lag_seconds: 45.2, fallbacks: 0 })
  expect(behind).toMatchObject({ ok: false, words: 'It is 45.2 s behind, so the primary is used instead.' })
  const [lost] = replicaStatus({ usable: false, lag_seconds: null, fallbacks: 0 })
  expect(lost).toMatchObject({ ok: false, words: "It isn't responding, so the primary is used instead." })
})

test('reports a failed backup and one older than a day; no schedule is not a fault', () => {
  expect(backupStatus(undefined, undefined, now)).toMatchObject({ ok: true, ts: null })
  expect(backupStatus({ ...rehearsal, last_ts: now - 3600, failure: null }, 3, now)).toMatchObject({
    ok: true,
    words: 'Every day at 3:00.',
    ts: now - 3600,
  })
  expect(backupStatus({ ...rehearsal, last_ts: now - 27 * 3600, failure: null }, 3, now)).toMatchObject({
    ok: false,
    words: 'The last backup is 27 hours old.',
  })
  expect(backupStatus({ ...rehearsal, last_ts: now - 60, failure: 'No space left.' }, 3, now)).toMatchObject({
    ok: false,
    words: 'The latest backup failed: No space left.',
  })
})

test('reports when the restore was last rehearsed, and why it failed', () => {
  const backup = { last_ts: now - 3600, failure: null }
  const status = (rehearsed: Partial<typeof rehearsal>) =>
    backupStatus({ ...rehearsal, ...rehearsed, ...backup }, 3, now)
  expect(status({ rehearsed_ts: now - 3 * 86_400 }).words).toBe(
    'Every day at 3:00. Restored on trial 3 days ago.',
  )
  expect(status({ rehearsal_failure: 'The backup is damaged.' })).toMatchObject({
    ok: false,
    words: 'A backup could not be restored on trial: The backup is damaged.',
  })
})

test('reports a disk with less than a tenth free', () => {
  const disk = (free_bytes: number) => diskStatus([{ place: 'data', free_bytes, size_bytes: 100e9 }])
  expect(disk(10e9)).toMatchObject({ ok: true, words: 'The data folder: 10.0 GB of 100.0 GB free.' })
  expect(disk(9.9e9)).toMatchObject({ ok: false })
})

test('the index has its size, memory and build time', () => {
  expect(indexStatus(undefined)).toMatchObject({ ok: true, ts: null })
  const metrics = { members: 12_345, bytes: 1_234_567, built_ts: now, built_in_seconds: 2.34 }
  expect(indexStatus(metrics)).toMatchObject({ words: '12345 members in 1.2 MB, built in 2.3 s.', ts: now })
  expect([0, 999, 1000, 2.5e12].map(formatBytes)).toEqual(['0 bytes', '999 bytes', '1.0 kB', '2.5 TB'])
})
