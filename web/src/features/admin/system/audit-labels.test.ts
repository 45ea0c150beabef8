import { expect, test } from 'vitest'
import { tell } from './audit-labels'

test('an entry of the audit log reads as a sentence, with what was before and after', () => {
  const photo = { photo: 'abc', approved: null, reject_reason: null }
  expect(
    tell({
      action: 'photo.reject',
      before: photo,
      after: { ...photo, approved: false, reject_reason: 'Blurred' },
    }),
  ).toEqual({
    words: 'rejected a photo of {member}',
    report: null,
    changes: [
      { label: 'Decision', before: 'waiting', after: 'rejected' },
      { label: 'Reject reason', before: 'nothing', after: 'Blurred' },
    ],
  })
  const closed = { report_id: 4, state: 'closed', outcome: 'suspended', note: '', status: 3 }
  expect(
    tell({ action: 'report.decide', before: { report_id: 4, state: 'in review', status: 2 }, after: closed }),
  ).toEqual({
    words: 'closed {case} about {member}: suspended',
    report: 4,
    changes: [
      { label: 'State', before: 'in review', after: 'closed' },
      { label: 'Status', before: 'Active', after: 'Suspended' },
      { label: 'Outcome', before: 'nothing', after: 'suspended' },
    ],
  })
  const reasons = { report_reasons: ['Scam'] }
  expect(
    tell({ action: 'setting.change', before: reasons, after: { report_reasons: ['Scam', 'Spam'] } }),
  ).toMatchObject({
    words: 'changed the setting report reasons',
    changes: [{ label: 'Report reasons', before: 'Scam', after: 'Scam, Spam' }],
  })
})

test('who had a case is told by name, and by number once the account is gone', () => {
  const entry = {
    action: 'report.take-over',
    before: { report_id: 4, assignee_id: 1 },
    after: { report_id: 4, assignee_id: 7 },
  }
  expect(tell({ ...entry, assignee_before: 'Ruby', assignee_after: null }).changes).toEqual([
    { label: 'Taken by', before: 'Ruby', after: 'member 7' },
  ])
  expect(tell({ ...entry, before: { report_id: 4, assignee_id: null } }).changes[0]?.before).toBe('nothing')
})

test('a change of a member is told by what matters most in it', () => {
  const was = { status: 2, premium: false, premium_until_ts: null, notes: '' }
  const words = (is: object) => tell({ action: 'member.change', before: was, after: { ...was, ...is } }).words
  expect(words({ status: 4, notes: 'Scam' })).toBe('banned {member}')
  expect(words({ status: 3 })).toBe('suspended {member}')
  expect(words({ premium: true })).toBe('gave {member} premium')
  expect(words({ notes: 'Nice' })).toBe('changed the notes about {member}')
  expect(tell({ action: 'member.impersonate', before: null, after: null }).changes).toEqual([])
})

test('[issue 15, 12] what an admin changed while acting as a member reads as a sentence, too', () => {
  expect(
    tell({
      action: 'member.act',
      before: { tagline: 'Old' },
      after: { call: 'POST /api/profile-auto-save', tagline: 'New' },
    }),
  ).toEqual({
    words: 'as {member} changed the profile',
    report: null,
    changes: [{ label: 'Tagline', before: 'Old', after: 'New' }],
  })
  const blocked = tell({
    action: 'member.act',
    before: { 'blocked_ts of member 9': null },
    after: { call: 'POST /api/user-action', 'blocked_ts of member 9': 1_700_000_000 },
  })
  expect(blocked.changes[0]).toMatchObject({ label: 'Block of member 9', before: 'nothing' })
  expect(blocked.changes[0]?.after).toMatch(/2023/)
  // A call that is newer than these words still says which one it was.
  const newer = tell({
    action: 'member.act',
    before: {},
    after: { call: 'POST /api/new', 'session removed': 1 },
  })
  expect(newer).toMatchObject({
    words: 'as {member} used POST /api/new',
    changes: [{ label: 'Session removed', before: 'nothing', after: '1' }],
  })
})

test('[P3 §13] who was given a role, and why somebody was acted as, stand in the log', () => {
  const role = (before: string | null, after: string | null) =>
    tell({ action: 'member.change', before: { role: before }, after: { role: after } })
  expect(role(null, 'moderator')).toEqual({
    words: 'made {member} a moderator',
    report: null,
    changes: [{ label: 'Role', before: 'nothing', after: 'moderator' }],
  })
  expect(role('moderator', 'admin').words).toBe('made {member} an admin')
  expect(role('admin', null).words).toBe('took the role of {member} away')
  expect(tell({ action: 'member.impersonate', before: null, after: { reason: 'They asked' } })).toEqual({
    words: 'acted as {member}',
    report: null,
    changes: [{ label: 'Reason', before: 'nothing', after: 'They asked' }],
  })
})
