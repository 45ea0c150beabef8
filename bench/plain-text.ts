/** A unique, ordinary message. It has no digits, which the scam shield could take for a phone number. */
export const plainText = (...numbers: number[]): string =>
  `That sounds lovely, shall we walk along the river on Sunday? ${numbers.map(inLetters).join(' ')}`

const inLetters = (number: number): string =>
  [...String(number)].map((digit) => 'abdeghlmno'[Number(digit)]).join('')
