/** An ordinary message that is like no other: digits would look like a telephone number to the scam shield now and then. */
export const plainWords = (...numbers: number[]): string =>
  `That sounds lovely, shall we walk along the river on Sunday? ${numbers.map(inLetters).join(' ')}`

const inLetters = (number: number): string =>
  [...String(number)].map((digit) => 'abdeghlmno'[Number(digit)]).join('')
