import { expect, test } from 'vitest'
import { describeChanges } from './impersonation'

const ANNA = 7
const describeOne = (source: string, before: object | null, after: object | null) =>
  describeChanges(ANNA, [
    { source, before: before as Record<string, unknown>, after: after as Record<string, unknown> },
  ])

test('lists only changed values, before and after', () => {
  expect(
    describeOne(
      'profile',
      { member_id: 7, tagline: 'Old', height: 170 },
      { member_id: 7, tagline: 'New', height: 172 },
    ),
  ).toEqual({ before: { tagline: 'Old', height: 170 }, after: { tagline: 'New', height: 172 } })
})

test('hides passwords and shows only that they changed', () => {
  const described = describeOne('account', { password_hash: '$argon2id$a' }, { password_hash: '$argon2id$b' })
  expect(described).toEqual({ before: { password_hash: '(hidden)' }, after: { password_hash: '(hidden)' } })
})

test('lists only the number of changed messages, sessions, keys and reports', () => {
  const rows = ['message', 'session', 'access_key', 'report'].map((source) =>
    describeOne(source, null, {
      text: 'Hi Ben',
      token_hash: '\\x00',
      secret_hash: '\\x00',
      info: 'He was rude',
    }),
  )
  expect(rows.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: {}, after: { 'message added': 1 } },
    { before: {}, after: { 'session added': 1 } },
    { before: {}, after: { 'access key added': 1 } },
    { before: {}, after: { 'report added': 1 } },
  ])
})

test('shortens long texts', () => {
  const { after } = describeOne('profile', { wants: '' }, { wants: 'a'.repeat(600) })
  expect(after.wants).toBe(`${'a'.repeat(80)}… (600 characters)`)
})

test('lists a block once, from the member’s side', () => {
  const nothing = { favorited_ts: null, blocked_ts: null, blocked_me: false, messages: 0 }
  const described = describeChanges(ANNA, [
    { source: 'relation', before: null, after: { me: 7, other: 9, ...nothing } },
    { source: 'relation', before: null, after: { me: 9, other: 7, ...nothing } },
    {
      source: 'relation',
      before: { me: 7, other: 9, ...nothing },
      after: { me: 7, other: 9, ...nothing, blocked_ts: 5 },
    },
    {
      source: 'relation',
      before: { me: 9, other: 7, ...nothing },
      after: { me: 9, other: 7, ...nothing, blocked_me: true },
    },
  ])
  expect(described).toEqual({
    before: { 'blocked_ts of member 9': null },
    after: { 'blocked_ts of member 9': 5 },
  })
})

test('lists added and removed photos by name', () => {
  const photo = { name: 'abc', member_id: 7, approved: null, width: 64, height: 80, dhash: 'ff' }
  expect(describeOne('photo', null, photo).after).toEqual({ 'photo abc': 'added' })
  expect(describeOne('photo', { ...photo, approved: true }, null)).toEqual({
    before: { 'approved of photo abc': true },
    after: { 'approved of photo abc': null, 'photo abc': 'removed' },
  })
})

test('combines several changes of one value', () => {
  const described = describeChanges(ANNA, [
    { source: 'member', before: { photos: 1 }, after: { photos: 2 } },
    { source: 'member', before: { photos: 2 }, after: { photos: 3 } },
  ])
  expect(described).toEqual({ before: { photos: 1 }, after: { photos: 3 } })
})
