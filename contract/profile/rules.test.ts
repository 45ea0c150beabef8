import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ProfileField, profileFieldNames } from './fields'
import { isCountry, isFirstName, normalText, profileRules, promptAnswerRule, withoutEmoji } from './rules'

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(
      fc.constantFrom(
        '\r',
        '\n',
        '\t',
        '\0',
        '\ud83d',
        '\ude00',
        '\ufeff',
        '\u200d',
        '\u20e3',
        '3',
        '❤',
        '🌹',
        'x',
        ' ',
      ),
      {
        maxLength: 40,
      },
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('+~', '~+', '-', '~', '+', 'm', 'a', '1', 'nz', 'AU', '170', ''),
  fc.anything(),
)

describe.each(profileFieldNames)('%s', (field: ProfileField) => {
  test('a rule returns its own output unchanged, so a form can send back what it received', () => {
    fc.assert(
      fc.property(anything, (sent) => {
        const once = profileRules[field](sent)
        if (once.ok) expect(profileRules[field](once.value)).toEqual(once)
      }),
    )
  })

  test('stored text has no control characters except line breaks, and no lone surrogates', () => {
    fc.assert(
      fc.property(anything, (sent) => {
        const kept = profileRules[field](sent)
        if (kept.ok) expect(String(kept.value)).not.toMatch(/[^\P{Cc}\n]|\p{Cs}/u)
      }),
    )
  })
})

test('[P2 §5] removes every emoji from a tagline, however it is split', () => {
  expect(profileRules.tagline('\ud83d❤\ude00 hi \ud83d\0\ude00')).toEqual({ ok: true, value: 'hi' })
  const england = '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'
  expect(profileRules.tagline(`From ${england}4 3\ufe0f\u20e3`)).toEqual({ ok: true, value: 'From 4' })
  for (const emoji of ['👩‍❤️‍💋‍👨', '👍🏽', '🇦🇺', '❤', '☀️', '#️⃣', '8⃣', '©️', '🏳️‍🌈', '🅰', '㊗️']) {
    expect([emoji, withoutEmoji(`a${emoji}b`)]).toEqual([emoji, 'ab'])
  }
})

test('[P2 §5] removes only emoji from a tagline: joiners within words, signs and digits stay', () => {
  for (const words of ['ශ්‍රී ලංකා', 'അവന്‍', 'نمی‌خواهم', 'Rosella™ © 2026', 'No. 1 #1 * 9', 'क्‍ष']) {
    expect(withoutEmoji(words)).toBe(words)
    expect(withoutEmoji(`${words}👩‍🚀`)).toBe(words)
  }
})

test('[P2 §5] allows joiners in a first name only where its script needs them', () => {
  expect(['ශ්‍රීමතී', 'علی‌رضا', 'Zoë', 'Anne-Marie'].filter(isFirstName)).toHaveLength(4)
  expect(['An\u200dna', 'An\u200cna', '\u200dAnna', 'ශ්\u200d', 'Anna\ufeff'].filter(isFirstName)).toEqual([])
})

test('drops a leading byte order mark and keeps one inside a text', () => {
  expect(normalText('\ufeff\ufeffa\ufeffb')).toBe('a\ufeffb')
  expect(normalText('\u0001\ufeffa')).toBe('a')
})

test('[P2 §5] limits a prompt answer to 800 characters and 12 lines', () => {
  expect(promptAnswerRule('x'.repeat(800)).ok).toBe(true)
  expect(promptAnswerRule('x'.repeat(801)).ok).toBe(false)
  expect(promptAnswerRule('x\r\n'.repeat(12)).ok).toBe(true)
  expect(promptAnswerRule(`${'x\r\n'.repeat(12)}x`).ok).toBe(false)
})

test('accepts only current countries as a nationality', () => {
  expect(['AU', 'NZ', 'XK', 'TW', 'SS'].filter(isCountry)).toHaveLength(5)
  expect(['SU', 'UK', 'EU', 'ZZ', 'QQ', 'au', 'A1', ''].filter(isCountry)).toEqual([])
})
