import unhomoglyph from 'unhomoglyph'

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}]/gu
/** Emoji look like no letter, and looking each one up would be slow. */
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u
const BEYOND_ASCII = /[^\0-\x7f]/gu
/** Currency and quotation marks that the rules look for, or that have an ASCII equivalent. */
const KEPT: Readonly<Record<string, string>> = { '€': '€', '£': '£', '’': "'", '‘': "'", '–': '-', '—': '-' }

const seen = new Map<string, string>()

/** The ASCII letter that a character looks like. The table also maps ASCII letters, which must stay unchanged. */
function likeAscii(character: string): string {
  let plain = KEPT[character] ?? seen.get(character)
  if (plain === undefined) {
    const like = LETTER_OR_DIGIT.test(character) ? unhomoglyph(character).normalize('NFKD') : ' '
    plain = like.replace(UNSEEN, '').toLowerCase().replace(BEYOND_ASCII, ' ')
    if (seen.size < 5000) seen.set(character, plain)
  }
  return plain
}

/**
 * The text as a reader perceives it: lower case, without accents and invisible characters, with look-alike and
 * full-width letters as plain ones. Everything else becomes a space.
 */
export function foldText(text: string): string {
  const small = text.normalize('NFKD').replace(UNSEEN, '').toLowerCase()
  return small.replace(BEYOND_ASCII, likeAscii)
}

/** Names that are often disguised. They are also matched with one wrong letter and inside runs of letters. */
const DISGUISED = ['whatsapp', 'telegram', 'bitcoin', 'cryptocurrency', 'instagram', 'snapchat', 'investment']

const AS_LETTER: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'i',
  '+': 't',
}
const LONGEST = 24
const LONGEST_READ = 200
const SIGNS = /[0-9@$!|+]/
const LETTERS = /[a-z][^a-z]?[a-z]/

/** Treats l and i as one letter, and doubled letters as single ones. */
const skeletonOf = (word: string): string => word.replaceAll('l', 'i').replace(/(.)\1+/g, '$1')

function* withoutOne(word: string): Iterable<string> {
  for (let at = 0; at < word.length; at++) yield word.slice(0, at) + word.slice(at + 1)
}

const bySkeleton = new Map<string, string>()
for (const name of DISGUISED) {
  const skeleton = skeletonOf(name)
  for (const one of [skeleton, ...withoutOne(skeleton)]) bySkeleton.set(one, name)
}
const LENGTHS = [...bySkeleton.keys()].map((key) => key.length)
const [SHORTEST_NAME, LONGEST_NAME] = [Math.min(...LENGTHS), Math.max(...LENGTHS)]

interface Spellings {
  /** The word, and the name it resembles with one letter missing or wrong. */
  plain: string[]
  /** The word with digits and signs read as letters, or names inside a long run of letters. */
  unmasked: string[]
}

export function plainSpellings(word: string): Spellings {
  if (word.length > LONGEST) return { plain: [word], unmasked: namesIn(word.slice(0, LONGEST_READ)) }
  const name = nameLike(word)
  const plain = name === undefined || name === word ? [word] : [word, name]
  const letters = SIGNS.test(word) && LETTERS.test(word) ? unleet(word) : word
  if (letters === word) return { plain, unmasked: [] }
  const hidden = nameLike(letters)
  return { plain, unmasked: hidden === undefined ? [letters] : [letters, hidden] }
}

const unleet = (word: string): string => word.replace(/[0-9@$!|+]/g, (sign) => AS_LETTER[sign] ?? sign)

function nameLike(word: string): string | undefined {
  const skeleton = skeletonOf(word)
  if (skeleton.length < SHORTEST_NAME || skeleton.length > LONGEST_NAME + 1) return undefined
  const same = bySkeleton.get(skeleton)
  if (same !== undefined) return same
  for (const shorter of withoutOne(skeleton)) {
    const name = bySkeleton.get(shorter)
    if (name !== undefined) return name
  }
  return undefined
}

const NAMES = new Set(DISGUISED)
const PIECES = 3

/** Whether a word is the beginning of a name. */
export const startsName = (word: string): boolean =>
  DISGUISED.some((name) => name !== word && name.startsWith(word))

/** A name split into a few words ("tele g ram"), none of which is the name itself. */
export function nameInPieces(words: readonly string[], at: number): string | undefined {
  let letters = words[at] ?? ''
  for (let n = 1; n < PIECES && letters.length < LONGEST_NAME; n++) {
    letters += words[at + n] ?? ''
    if (NAMES.has(letters)) return letters
  }
  return undefined
}

/** The names inside a long run of letters. */
const namesIn = (letters: string): string[] => DISGUISED.filter((name) => unleet(letters).includes(name))
