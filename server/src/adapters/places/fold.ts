// Letters that Unicode does not take apart into a plain one and a mark.
const plain: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}
const short: Record<string, string> = { st: 'saint', ste: 'sainte', mt: 'mount' }

/** One spelling for all that people write: 'ST. KILDA, vic' and 'Saint Kilda, VIC' fold to the same. */
export function foldPlace(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => plain[letter] ?? letter)
    .replace(/['’‘ʻʼ`]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => short[word] ?? word)
    .filter(Boolean)
    .join(' ')
}
