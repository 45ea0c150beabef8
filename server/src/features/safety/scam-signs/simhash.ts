import { splitWords } from './split-words'

/** Shorter texts are common to everybody: "Hi Anna, how was your weekend?" */
const MIN_WORDS = 8
/** Greetings and names differ in every copy, so they are left out. */
const GREETINGS = new Set([
  'hi',
  'hey',
  'hello',
  'hiya',
  'heya',
  'dear',
  'morning',
  'evening',
  'good',
  'greetings',
])
/** Letters per shingle, so that one word more or less changes few shingles. */
const SHINGLE = 5

const PRIME = 0x01000193

/** FNV-1a, two lanes of 32 bits. */
function hash(text: string): [number, number] {
  let [high, low] = [0x811c9dc5, 0xcbf29ce4]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, PRIME)
    low = Math.imul(low ^ (code + 0x9e37), PRIME)
  }
  // Mix, so that the last letters affect all bits.
  high ^= high >>> 15
  low ^= low >>> 13
  return [Math.imul(high, 0x85ebca6b) >>> 0, Math.imul(low, 0xc2b2ae35) >>> 0]
}

/**
 * A 64-bit fingerprint of a text as 16 hexadecimal digits. Texts that differ in a name or a word differ in few bits.
 * Undefined if the text is too short to tell anything.
 */
export function simhash(text: string): string | undefined {
  const words = withoutGreeting(splitWords(text).words)
  if (words.length < MIN_WORDS) return undefined
  const votes = new Int32Array(64)
  const letters = words.join(' ')
  for (let at = 0; at + SHINGLE <= letters.length; at++) {
    const lanes = hash(letters.slice(at, at + SHINGLE))
    for (let bit = 0; bit < 64; bit++) {
      const lane = lanes[bit >> 5] as number
      votes[bit] = (votes[bit] as number) + ((lane >>> (bit & 31)) & 1 ? 1 : -1)
    }
  }
  let hex = ''
  for (let digit = 0; digit < 16; digit++) {
    let value = 0
    for (let bit = 0; bit < 4; bit++) if ((votes[digit * 4 + bit] as number) > 0) value |= 1 << bit
    hex += value.toString(16)
  }
  return hex
}

function withoutGreeting(words: readonly string[]): readonly string[] {
  const greeting = words.findIndex((word) => !GREETINGS.has(word))
  return greeting > 0 ? words.slice(greeting + 1) : words
}
