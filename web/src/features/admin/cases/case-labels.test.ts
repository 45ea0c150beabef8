import { expect, test } from 'vitest'
import { accusedName, durationWords, lostWords, messageNotes } from './case-labels'

test('how long a case waits, in the two largest units', () => {
  const minute = 60
  const hour = 60 * minute
  const day = 24 * hour
  expect(
    [0, 59, 25 * minute, hour, 3 * hour + 20 * minute, day, 2 * day + 4 * hour + 59].map(durationWords),
  ).toEqual(['0 min', '0 min', '25 min', '1 h', '3 h 20 min', '1 d', '2 d 4 h'])
})

test('[P3 §6] the case marks the message it is about, and what was deleted before the report', () => {
  const plain = { removed_by_receiver: false }
  expect(messageNotes(plain, { marked: false, deleter: 'Ben' })).toEqual([])
  expect(messageNotes({ ...plain, held: true }, { marked: true, deleter: 'Ben' })).toEqual([
    'The report is about this message',
    'Deleted by Ben before the report',
  ])
  expect(messageNotes({ removed_by_receiver: true }, { marked: false, deleter: 'Ben' })).toEqual([
    'Removed by who got it',
  ])
  expect(lostWords(1)).toBe('One deleted message was held and could not be opened any more.')
  expect(lostWords(2)).toBe('2 deleted messages were held and could not be opened any more.')
})

test('[P3 §6] whoever erased the account keeps, in the case, the name that was sealed', () => {
  const gone = { id: 7, username: null, url_hash: null, photo: null, photo_url: null, status: null }
  const sealed = (snapshot: object) =>
    accusedName({ member: gone, snapshot } as unknown as Parameters<typeof accusedName>[0])
  expect(sealed({ profile: { username: 'Ben' } })).toBe('Ben')
  expect(sealed({ profile: null, username: 'Finn' })).toBe('Finn')
  expect(accusedName({ member: gone, snapshot: undefined })).toBe('Member 7')
})
