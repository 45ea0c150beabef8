import { expect, test } from 'vitest'
import { backupName, latestBackupDue, outdatedBackups } from './schedule'

const at = (iso: string): number => Date.parse(iso) / 1000

test('a backup is due at its hour in Sydney, in summer and winter', () => {
  expect(latestBackupDue(3, at('2027-01-10T03:00:00+11:00'))).toBe(at('2027-01-10T03:00:00+11:00'))
  expect(latestBackupDue(3, at('2027-01-10T02:59:59+11:00'))).toBe(at('2027-01-09T03:00:00+11:00'))
  expect(latestBackupDue(3, at('2027-07-10T12:00:00+10:00'))).toBe(at('2027-07-10T03:00:00+10:00'))
  // The nights on which 2:30 occurs twice and not at all.
  expect(latestBackupDue(2, at('2027-04-04T12:00:00+10:00'))).toBeGreaterThan(at('2027-04-04T01:00:00+11:00'))
  expect(latestBackupDue(2, at('2027-10-03T12:00:00+11:00'))).toBeGreaterThan(at('2027-10-02T23:00:00+10:00'))
})

test('keeps seven daily and four weekly backups', () => {
  const first = at('2027-01-01T16:00:00Z')
  const days = Array.from({ length: 60 }, (_, n) => backupName(first + n * 86_400))
  const gone = new Set(outdatedBackups(days))
  const kept = days.filter((name) => !gone.has(name))
  // The last day is Monday, 1 March: that week has one so far, the weeks before it their Sundays.
  expect(kept.map((name) => name.slice(13, 23))).toEqual([
    '2027-02-14',
    '2027-02-21',
    ...['23', '24', '25', '26', '27', '28'].map((day) => `2027-02-${day}`),
    '2027-03-01',
  ])
})

test('keeps the latest backup of a day, deletes incomplete ones and ignores other folders', () => {
  const [early, late] = [backupName(at('2027-03-01T01:00:00Z')), backupName(at('2027-03-01T02:00:00Z'))]
  const names = [early, late, `${late}.part`, 'rosella-2020-01-01T00-00-00Z', 'monday', 'rosella-auto-x']
  expect(outdatedBackups(names).sort()).toEqual([early, `${late}.part`].sort())
})

test('days and weeks without a backup do not count', () => {
  const names = ['2027-01-05', '2027-03-01'].map((day) => backupName(at(`${day}T16:00:00Z`)))
  expect(outdatedBackups(names)).toEqual([])
})
