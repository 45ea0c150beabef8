import { expect, test } from 'vitest'
import { describeChanges } from './impersonation'

const ANNA = 7
const tell = (source: string, before: object | null, after: object | null) =>
  describeChanges(ANNA, [
    { source, before: before as Record<string, unknown>, after: after as Record<string, unknown> },
  ])

test('[issue 15, 12] only what changed is told, with what it was and is', () => {
  expect(
    tell(
      'profile',
      { member_id: 7, tagline: 'Old', height: 170 },
      { member_id: 7, tagline: 'New', height: 172 },
    ),
  ).toEqual({ before: { tagline: 'Old', height: 170 }, after: { tagline: 'New', height: 172 } })
})

test('[issue 15, 12] no password is told, only that it changed', () => {
  const told = tell('account', { password_hash: '$argon2id$a' }, { password_hash: '$argon2id$b' })
  expect(told).toEqual({ before: { password_hash: '(not told)' }, after: { password_hash: '(not told)' } })
})

test('[issue 15, 12] of messages, sessions, keys and reports only the number of rows is told', () => {
  const rows = ['message', 'session', 'access_key', 'report'].map((source) =>
    tell(source, null, { text: 'Hi Ben', token_hash: '\\x00', secret_hash: '\\x00', info: 'He was rude' }),
  )
  expect(rows.map(({ before, after }) => ({ before, after }))).toEqual([
    { before: {}, after: { 'message added': 1 } },
    { before: {}, after: { 'session added': 1 } },
    { before: {}, after: { 'access key added': 1 } },
    { before: {}, after: { 'report added': 1 } },
  ])
})

test('[issue 15, 12] of a long text its beginning is told', () => {
  const { after } = tell('profile', { wants: '' }, { wants: 'a'.repeat(600) })
  expect(after.wants).toBe(`${'a'.repeat(80)}… (600 characters)`)
})

test('[issue 15, 12] a block is told once, from the side of the member', () => {
  const nothing = { favorited_ts: null, blocked_ts: null, blocked_me: false, messages: 0 }
  const told = describeChanges(ANNA, [
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
  expect(told).toEqual({ before: { 'blocked_ts of member 9': null }, after: { 'blocked_ts of member 9': 5 } })
})

test('[issue 15, 12] a photo that came or went is told by its name', () => {
  const photo = { name: 'abc', member_id: 7, approved: null, width: 64, height: 80, dhash: 'ff' }
  expect(tell('photo', null, photo).after).toEqual({ 'photo abc': 'added' })
  expect(tell('photo', { ...photo, approved: true }, null)).toEqual({
    before: { 'approved of photo abc': true },
    after: { 'approved of photo abc': null, 'photo abc': 'removed' },
  })
})

test('[issue 15, 12] of several changes the first says what was, the last what is', () => {
  const told = describeChanges(ANNA, [
    { source: 'member', before: { photos: 1 }, after: { photos: 2 } },
    { source: 'member', before: { photos: 2 }, after: { photos: 3 } },
  ])
  expect(told).toEqual({ before: { photos: 1 }, after: { photos: 3 } })
})
