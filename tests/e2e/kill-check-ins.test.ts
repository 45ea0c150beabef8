import { expect, test } from 'vitest'
import { clockChanges, simulateCheckIns } from './kill/check-ins'

test('[P4 §3] no alert is missed, late or sent after an acknowledged OK while processes and PostgreSQL are killed', async () => {
  const verdict = await simulateCheckIns({ dates: 120, seconds: 20, changes: clockChanges.slice(0, 1) })
  expect(verdict).toMatchObject({ dates: 120, missed: 0, afterOk: 0, late: 0 })
  expect(verdict.alerted).toBeGreaterThanOrEqual(48)
  expect(verdict.kills).toBeGreaterThan(0)
}, 300_000)
