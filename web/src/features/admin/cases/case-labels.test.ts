import { memberStatus } from '@rosella/contract/member/status'
import { expect, test } from 'vitest'
import { accusedName, formatDuration, lostMessages, memberTextLabel, messageNotes } from './case-labels'

test('a waiting time is shown in its two largest units', () => {
  const minute = 60
  const hour = 60 * minute
  const day = 24 * hour
  expect(
    [0, 59, 25 * minute, hour, 3 * hour + 20 * minute, day, 2 * day + 4 * hour + 59].map(formatDuration),
  ).toEqual(['0 min', '0 min', '25 min', '1 h', '3 h 20 min', '1 d', '2 d 4 h'])
})

test('[P3 §6] a case marks the reported message and those deleted before the report', () => {
  const plain = { removed_by_receiver: false }
  expect(messageNotes(plain, { marked: false, deleter: 'Ben' })).toEqual([])
  expect(messageNotes({ ...plain, held: true }, { marked: true, deleter: 'Ben' })).toEqual([
    'The report is about this message',
    'Deleted by Ben before the report',
  ])
  expect(messageNotes({ removed_by_receiver: true }, { marked: false, deleter: 'Ben' })).toEqual([
    'Removed by the recipient',
  ])
  expect(lostMessages(1)).toBe('One deleted message was retained but can no longer be opened.')
  expect(lostMessages(2)).toBe('2 deleted messages were retained but can no longer be opened.')
})

test('[P3 §6] a case shows the sealed name of a member who has erased the account', () => {
  const gone = { id: 7, username: null, url_hash: null, photo: null, photo_url: null, status: null }
  const sealed = (snapshot: object) =>
    accusedName({ member: gone, snapshot } as unknown as Parameters<typeof accusedName>[0])
  expect(sealed({ profile: { username: 'Ben' } })).toBe('Ben')
  expect(sealed({ profile: null, username: 'Finn' })).toBe('Finn')
  expect(accusedName({ member: gone, snapshot: undefined })).toBe('Member 7')
  // Nobody has read the decision.
  expect(memberTextLabel({ member: gone, snapshot: undefined })).toBe('Text for the member')
  const ben = { ...gone, username: 'Ben', status: memberStatus.active }
  expect(memberTextLabel({ member: ben, snapshot: undefined })).toBe('What Ben read')
})
