import { problemMessage } from '@rosella/contract/problems'
import { describe, expect, test } from 'vitest'
import { type Contact, messageRefusal, visibleRefusal } from './contact-rules'

const budget = { first_messages: 20, first_messages_verified: 40, confirmed_to_write: 1 }
const stranger: Contact = {
  own_name: 'Ben',
  other_name: 'Anna',
  other_gender: 'f',
  is_ender: false,
  is_closed: false,
  is_ended: false,
  rule: 'anyone',
  is_verified: false,
  is_confirmed: true,
  matches_preferences: false,
  wrote: false,
  was_written: false,
  was_liked: false,
  began: 0,
  is_reported: false,
  is_restricted: false,
}
const words = (facts: Partial<Contact>, refusal = messageRefusal) => {
  const refused = refusal({ ...stranger, ...facts }, budget)
  return refused && problemMessage(refused.code, refused.values)
}

describe('[P3 §5] the contact rule', () => {
  test('its sentences, with pronouns by gender', () => {
    expect(words({ rule: 'preferences' })).toBe(
      'Anna only accepts messages from people who match her preferences.',
    )
    expect(words({ rule: 'preferences', other_gender: 'm' })).toContain('match his preferences')
    expect(words({ rule: 'preferences', other_gender: null })).toContain('match their preferences')
    expect(words({ rule: 'verified' })).toBe('Anna only accepts messages from verified members.')
    expect(words({ rule: 'liked' })).toBe('Anna only accepts messages from people she likes.')
    expect(words({ rule: 'liked', other_gender: 'm' })).toContain('people he likes')
    expect(words({ rule: 'liked', other_gender: null })).toContain('people they like')
  })

  test('whoever fits it, and whoever has been written to, may write', () => {
    expect(words({ rule: 'preferences', matches_preferences: true })).toBeUndefined()
    expect(words({ rule: 'verified', is_verified: true })).toBeUndefined()
    expect(words({ rule: 'liked', was_liked: true })).toBeUndefined()
    for (const rule of ['preferences', 'verified', 'liked'] as const) {
      expect(words({ rule, was_written: true })).toBeUndefined()
      // Having written before is no invitation.
      expect(words({ rule, wrote: true })).toBeDefined()
    }
  })
})

describe('[P3 §5] first messages', () => {
  const enough = "You've started enough conversations for today. You can still reply to people."

  test('at most 20, 40 when verified, half of it after an upheld report', () => {
    expect(words({ began: 19 })).toBeUndefined()
    expect(words({ began: 20 })).toBe(enough)
    expect(words({ began: 39, is_verified: true })).toBeUndefined()
    expect(words({ began: 40, is_verified: true })).toBe(enough)
    expect(words({ began: 9, is_reported: true })).toBeUndefined()
    expect(words({ began: 10, is_reported: true })).toBe(enough)
    expect(words({ began: 20, is_reported: true, is_verified: true })).toBe(enough)
  })

  test('need a confirmed address', () => {
    const unconfirmed = { is_confirmed: false }
    expect(words(unconfirmed)).toBe("Please confirm your email address first. We've sent you a link.")
    expect(messageRefusal({ ...stranger, ...unconfirmed }, { ...budget, confirmed_to_write: 0 })).toBe(
      undefined,
    )
  })

  test('answers, open conversations and those who liked the sender are not counted and need no confirmed address', () => {
    for (const fact of ['wrote', 'was_written', 'was_liked'] as const)
      expect(words({ [fact]: true, began: 500, is_confirmed: false })).toBeUndefined()
  })
})

describe('[P3 §5] not interested', () => {
  test('with messages both read who has ended it, before typing', () => {
    const ended = 'Anna ended this conversation.'
    expect(words({ is_closed: true, is_ended: true, was_written: true }, visibleRefusal)).toBe(ended)
    expect(words({ is_closed: true, is_ended: true, was_written: true })).toBe(ended)
    expect(words({ own_name: 'Cara', is_ender: true, is_ended: true })).toBe('Cara ended this conversation.')
  })

  test('without messages the other learns of it by trying, and of every other reason first', () => {
    const closed = "This member isn't accepting new messages."
    expect(words({ is_closed: true }, visibleRefusal)).toBeUndefined()
    expect(words({ is_closed: true })).toBe(closed)
    for (const reason of [{ rule: 'liked' }, { is_confirmed: false }, { began: 20 }] as Partial<Contact>[])
      expect(words({ is_closed: true, ...reason })).toBe(words(reason, visibleRefusal))
  })
})
