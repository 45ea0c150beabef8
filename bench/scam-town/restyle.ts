/** The same message as other people would write it. Whether somebody is asked must not depend on it. */
export const styles = {
  'as written': (text: string): string => text,
  texting: (text: string): string => replaced(text.toLowerCase().replaceAll("'", ''), TEXTING),
  'second language': (text: string, n: number): string => {
    const plain = replaced(text, LEARNT).replace(/\b(?:a|an|the) /gi, '')
    return n % 3 === 0 ? `Dear ${plain}` : n % 3 === 1 ? plain.replace(/\bvery\b/gi, 'too much') : plain
  },
  affection: (text: string, n: number): string =>
    `${BEFORE[n % BEFORE.length] ?? ''}${text}${AFTER[n % AFTER.length] ?? ''}`,
} as const

export type Style = keyof typeof styles

const TEXTING: Readonly<Record<string, string>> = {
  you: 'u',
  your: 'ur',
  youre: 'ur',
  are: 'r',
  please: 'pls',
  because: 'coz',
  tomorrow: 'tmrw',
  tonight: '2nite',
  today: '2day',
  great: 'gr8',
  later: 'l8r',
  before: 'b4',
  and: 'n',
  to: '2',
  for: '4',
  thanks: 'thx',
  what: 'wat',
  when: 'wen',
  have: 'hav',
  good: 'gud',
  love: 'luv',
  okay: 'k',
  ok: 'k',
  people: 'ppl',
  message: 'msg',
  text: 'txt',
  see: 'c',
  be: 'b',
  about: 'abt',
  just: 'jus',
  that: 'dat',
  with: 'wit',
  know: 'noe',
}
const LEARNT: Readonly<Record<string, string>> = {
  "i'm": 'I am',
  "don't": 'do not',
  "can't": 'cannot',
  "it's": 'it is',
  "i'll": 'I will',
  "you're": 'you are',
  please: 'kindly',
  think: 'am thinking',
  want: 'am wanting',
  has: 'is having',
  told: 'did told',
  went: 'did go',
  came: 'has come',
  was: 'is',
  many: 'much',
  people: 'peoples',
  children: 'childs',
  advice: 'advices',
  information: 'informations',
}
const BEFORE = [
  'Dear, ',
  'My love, ',
  'Honey ',
  'Babe ',
  'Sweetheart, ',
  'My darling, ',
  '',
  '',
  'Good morning my angel. ',
]
const AFTER = [
  ' Love you a lot',
  ' God bless you',
  '',
  ' Kisses',
  ' I miss you so much',
  ' Take care my dear',
  ' xx',
  '',
]

const replaced = (text: string, words: Readonly<Record<string, string>>): string =>
  text.replace(/[A-Za-z']+/g, (word) => words[word.toLowerCase()] ?? word)
