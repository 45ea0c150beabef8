import unhomoglyph from 'unhomoglyph'

const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{M}]/gu
/** Pictures look like no letter, and asking the table about each takes long. */
const SPOKEN = /[\p{L}\p{N}]/u
const BEYOND_ASCII = /[^\0-\x7f]/gu
/** Currency and quotation marks that mean what an ASCII sign means, or are looked for themselves. */
const KEPT: Readonly<Record<string, string>> = { '€': '€', '£': '£', '’': "'", '‘': "'", '–': '-', '—': '-' }

const seen = new Map<string, string>()

/** What a letter of another script looks like; the table also has ASCII letters, which are what they are. */
function likeAscii(character: string): string {
  let plain = KEPT[character] ?? seen.get(character)
  if (plain === undefined) {
    const like = SPOKEN.test(character) ? unhomoglyph(character).normalize('NFKD') : ' '
    plain = like.replace(UNSEEN, '').toLowerCase().replace(BEYOND_ASCII, ' ')
    if (seen.size < 5000) seen.set(character, plain)
  }
  return plain
}

/**
 * What a text says to somebody who reads it: small letters without accents and invisible characters, wide and
 * look-alike letters as the plain ones, everything else a blank.
 */
export function foldText(text: string): string {
  const small = text.normalize('NFKD').replace(UNSEEN, '').toLowerCase()
  return small.replace(BEYOND_ASCII, likeAscii)
}
