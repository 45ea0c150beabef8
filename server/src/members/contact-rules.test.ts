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
const message = (facts: Partial<Contact>, refusal = messageRefusal) => {
  const refused = refusal({ ...stranger, ...facts }, budget)
  return refused && problemMessage(refused.code, refused.values)
}

describe('[P3 §5] the contact rule', () => {
  test('has a message for each rule, with pronouns by gender', () => {
    expect(message({ rule: 'preferences' })).toBe(
      'Anna only accepts messages from people who match her preferences.',
    )
    expect(message({ rule: 'preferences', other_gender: 'm' })).toContain('match his preferences')
    expect(message({ rule: 'preferences', other_gender: null })).toContain('match their preferences')
    expect(message({ rule: 'verified' })).toBe('Anna only accepts messages from verified members.')
    expect(message({ rule: 'liked' })).toBe('Anna only accepts messages from people she likes.')
    expect(message({ rule: 'liked', other_gender: 'm' })).toContain('people he likes')
    expect(message({ rule: 'liked', other_gender: null })).toContain('people they like')
  })

  test('lets people write who match the rule or have received a message', () => {
    expect(message({ rule: 'preferences', matches_preferences: true })).toBeUndefined()
    expect(message({ rule: 'verified', is_verified: true })).toBeUndefined()
    expect(message({ rule: 'liked', was_liked: true })).toBeUndefined()
    for (const rule of ['preferences', 'verified', 'liked'] as const) {
      expect(message({ rule, was_written: true })).toBeUndefined()
      // Having written before is not enough.
      expect(message({ rule, wrote: true })).toBeDefined()
    }
  })
})

describe('[P3 §5] first messages', () => {
  const enough = "You've started enough conversations for today. You can still reply to people."

  test('allows 20, or 40 if verified, and half of that after an upheld report', () => {
    expect(message({ began: 19 })).toBeUndefined()
    expect(message({ began: 20 })).toBe(enough)
    expect(message({ began: 39, is_verified: true })).toBeUndefined()
    expect(message({ began: 40, is_verified: true })).toBe(enough)
    expect(message({ began: 9, is_reported: true })).toBeUndefined()
    expect(message({ began: 10, is_reported: true })).toBe(enough)
    expect(message({ began: 20, is_reported: true, is_verified: true })).toBe(enough)
  })

  test('requires a confirmed address', () => {
    const unconfirmed = { is_confirmed: false }
    expect(message(unconfirmed)).toBe("Please confirm your email address first. We've sent you a link.")
    expect(messageRefusal({ ...stranger, ...unconfirmed }, { ...budget, confirmed_to_write: 0 })).toBe(
      undefined,
    )
  })

  test('replies, open conversations and messages to people who liked the sender need no confirmed address and are not counted', () => {
    for (const fact of ['wrote', 'was_written', 'was_liked'] as const)
      expect(message({ [fact]: true, began: 500, is_confirmed: false })).toBeUndefined()
  })
})

describe('[P3 §5] not interested', () => {
  test('after messages, shows both members who ended the conversation before they type', () => {
    const ended = 'Anna ended this conversation.'
    expect(message({ is_closed: true, is_ended: true, was_written: true }, visibleRefusal)).toBe(ended)
    expect(message({ is_closed: true, is_ended: true, was_written: true })).toBe(ended)
    expect(message({ own_name: 'Cara', is_ender: true, is_ended: true })).toBe(
      'Cara ended this conversation.',
    )
  })

  test('without messages, refuses only when the other tries to write, and gives every other reason first', () => {
    const closed = "This member isn't accepting new messages."
    expect(message({ is_closed: true }, visibleRefusal)).toBeUndefined()
    expect(message({ is_closed: true })).toBe(closed)
    for (const reason of [{ rule: 'liked' }, { is_confirmed: false }, { began: 20 }] as Partial<Contact>[])
      expect(message({ is_closed: true, ...reason })).toBe(message(reason, visibleRefusal))
  })
})
