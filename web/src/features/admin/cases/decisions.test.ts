import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import { expect, test } from 'vitest'
import { appealConsequences, consequences, outcomesFor, standardText } from './decisions'

const about = (status: number | null) =>
  ({
    member: { id: 7, username: status === null ? null : 'Ben', status },
    reporter: { id: 8, username: 'Anna', status: 2 },
  }) as unknown as AdminReport

test('[P3 §6] a moderator cannot warn or suspend an erased member', () => {
  expect(outcomesFor(about(2)).map(({ value }) => value)).toEqual([
    'dismissed',
    'warned',
    'suspended',
    'banned',
  ])
  expect(outcomesFor(about(null)).map(({ value }) => value)).toEqual(['dismissed', 'banned'])
  expect(consequences(about(null), 'banned', null)).toContain(
    'If the account had confirmed its email address, that address can’t be used again. They can appeal when they try.',
  )
  expect(consequences(about(null), 'dismissed', null)).toHaveLength(2)
})

test('a warned member reads the standard text, keeps using the site and can appeal', () => {
  expect(standardText('warned', 'Harassment or threats')).toBe(
    'We reviewed a report about your account (Harassment or threats) and found a breach of our rules. Please follow them from now on. If it happens again, we may suspend or ban your account.',
  )
  expect(consequences(about(2), 'warned', null)).toEqual([
    'Ben can keep using the site.',
    'Ben gets an email with your text and can appeal once within 180 days.',
    'Anna gets an email that the member was warned, and sees it in their settings.',
  ])
})

test('[P3 §6] a decision about the appeal of an erased member promises no email', () => {
  expect(appealConsequences(about(2), false)).toEqual([
    'The decision stays in place.',
    'Ben gets an email about this and can’t appeal again.',
  ])
  expect(appealConsequences(about(null), true)).toEqual([
    'The decision no longer applies. Unless another ban applies, the email address of the account can be used to sign up again.',
    'Member 7 no longer has an account and won’t be notified. They can’t appeal again.',
  ])
})

test('a suspension ends on a day of the site, wherever the moderator is', () => {
  // Midnight in Sydney, and the day before in Perth and London.
  const until = Date.parse('2026-11-20T00:00+11:00') / 1000
  expect(consequences(about(2), 'suspended', until)).toContain(
    'They can’t log in until 20 Nov 2026 (Sydney time).',
  )
})
