import { expect, test } from 'vitest'
import { describeEntry } from './audit-labels'

test('an audit entry reads as a sentence, with the values before and after', () => {
  const photo = { photo: 'abc', approved: null, reject_reason: null }
  expect(
    describeEntry({
      action: 'photo.reject',
      before: photo,
      after: { ...photo, approved: false, reject_reason: 'Blurred' },
    }),
  ).toEqual({
    sentence: 'rejected a photo of {member}',
    report: null,
    changes: [
      { label: 'Decision', before: 'waiting', after: 'rejected' },
      { label: 'Reject reason', before: 'nothing', after: 'Blurred' },
    ],
  })
  const closed = { report_id: 4, state: 'closed', outcome: 'suspended', note: '', status: 3 }
  expect(
    describeEntry({
      action: 'report.decide',
      before: { report_id: 4, state: 'in review', status: 2 },
      after: closed,
    }),
  ).toEqual({
    sentence: 'closed {case} about {member}: suspended',
    report: 4,
    changes: [
      { label: 'State', before: 'in review', after: 'closed' },
      { label: 'Status', before: 'Active', after: 'Suspended' },
      { label: 'Outcome', before: 'nothing', after: 'suspended' },
    ],
  })
  const reasons = { report_reasons: ['Scam'] }
  expect(
    describeEntry({ action: 'setting.change', before: reasons, after: { report_reasons: ['Scam', 'Spam'] } }),
  ).toMatchObject({
    sentence: 'changed the setting report reasons',
    changes: [{ label: 'Report reasons', before: 'Scam', after: 'Scam, Spam' }],
  })
})

test('the assignee of a case is shown by name, or by number if the account is erased', () => {
  const entry = {
    action: 'report.take-over',
    before: { report_id: 4, assignee_id: 1 },
    after: { report_id: 4, assignee_id: 7 },
  }
  expect(describeEntry({ ...entry, assignee_before: 'Ruby', assignee_after: null }).changes).toEqual([
    { label: 'Taken by', before: 'Ruby', after: 'member 7' },
  ])
  expect(describeEntry({ ...entry, before: { report_id: 4, assignee_id: null } }).changes[0]?.before).toBe(
    'nothing',
  )
})

test('the sentence names the most important change to a member', () => {
  const was = { status: 2, premium: false, premium_until_ts: null, notes: '' }
  const sentence = (is: object) =>
    describeEntry({ action: 'member.change', before: was, after: { ...was, ...is } }).sentence
  expect(sentence({ status: 4, notes: 'Scam' })).toBe('banned {member}')
  expect(sentence({ status: 3 })).toBe('suspended {member}')
  expect(sentence({ premium: true })).toBe('gave {member} Premium')
  expect(sentence({ notes: 'Nice' })).toBe('changed the notes about {member}')
  expect(describeEntry({ action: 'member.impersonate', before: null, after: null }).changes).toEqual([])
})

test('a change made while acting as a member reads as a sentence', () => {
  expect(
    describeEntry({
      action: 'member.act',
      before: { tagline: 'Old' },
      after: { call: 'POST /api/profile-auto-save', tagline: 'New' },
    }),
  ).toEqual({
    sentence: 'changed the profile (acting as {member})',
    report: null,
    changes: [{ label: 'Tagline', before: 'Old', after: 'New' }],
  })
  const blocked = describeEntry({
    action: 'member.act',
    before: { 'blocked_ts of member 9': null },
    after: { call: 'POST /api/user-action', 'blocked_ts of member 9': 1_700_000_000 },
  })
  expect(blocked.changes[0]).toMatchObject({ label: 'Block of member 9', before: 'nothing' })
  expect(blocked.changes[0]?.after).toMatch(/2023/)
  // An unknown call is shown by its route.
  const newer = describeEntry({
    action: 'member.act',
    before: {},
    after: { call: 'POST /api/new', 'session removed': 1 },
  })
  expect(newer).toMatchObject({
    sentence: 'used POST /api/new (acting as {member})',
    changes: [{ label: 'Session removed', before: 'nothing', after: '1' }],
  })
})

test('[P3 §13] the log shows role changes and the reasons for acting as a member', () => {
  const role = (before: string | null, after: string | null) =>
    describeEntry({ action: 'member.change', before: { role: before }, after: { role: after } })
  expect(role(null, 'moderator')).toEqual({
    sentence: 'made {member} a moderator',
    report: null,
    changes: [{ label: 'Role', before: 'nothing', after: 'moderator' }],
  })
  expect(role('moderator', 'admin').sentence).toBe('made {member} an admin')
  expect(role('admin', null).sentence).toBe('removed the role of {member}')
  expect(
    describeEntry({ action: 'member.impersonate', before: null, after: { reason: 'They asked' } }),
  ).toEqual({
    sentence: 'acted as {member}',
    report: null,
    changes: [{ label: 'Reason', before: 'nothing', after: 'They asked' }],
  })
})
