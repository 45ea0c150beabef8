import type { Words } from './split-words'

/** Positions of phone numbers, sums and addresses, which single words do not show. */
interface Numbers {
  phones: number[]
  /** Outside Australia. */
  abroad: number[]
  percents: number[]
  /** With a currency. */
  sums: number[]
  /** A sum, or a number without a currency that may be one. */
  amounts: number[]
  /** More than friends lend each other for an evening. */
  large: number[]
  sites: number[]
  /** Addresses with their dots as words, in brackets or with spaces. */
  spelt: number[]
  emails: number[]
  /** Names of accounts: with an underscore, a hash or an at sign. */
  handles: number[]
}

/** A Map, because people also write “constructor”. */
const DIGITS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    zero: '0',
    oh: '0',
    o: '0',
    nought: '0',
    one: '1',
    two: '2',
    three: '3',
    four: '4',
    five: '5',
    six: '6',
    seven: '7',
    eight: '8',
    nine: '9',
  }),
)
/** The first digit of the tens, which a unit may follow. */
const TENS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    twenty: '2',
    thirty: '3',
    forty: '4',
    fifty: '5',
    sixty: '6',
    seventy: '7',
    eighty: '8',
    ninety: '9',
  }),
)
/** Letters used as digits inside a number. */
const LIKE_DIGITS: Readonly<Record<string, string>> = { i: '1', l: '1', s: '5', b: '8' }
const REPEATS: ReadonlyMap<string, number> = new Map(Object.entries({ double: 2, triple: 3 }))
const HANDLE = /^@[a-z][a-z0-9]{2,}$/
const PERCENT = /^(?:[0-9]+%|percent|%)$/
const PHONE_DIGITS = { min: 8, max: 15 }
const DATE = /^[0-9]{1,2}\.[0-9]{1,2}\.(?:19|20)[0-9]{2}$/
/** "2016-2020" and "2014, 2018". */
const YEARS = /^(?:(?:19|20)[0-9]{2}){2,}$/
/** Counting is not a phone number. */
const COUNTING = '0123456789012345'
const LONGEST_WORD = 60

export function findNumbers({ words, between }: Words): Numbers {
  const numbers: Numbers = {
    phones: [],
    abroad: [],
    percents: [],
    sums: [],
    amounts: [],
    large: [],
    sites: [],
    spelt: [],
    emails: [],
    handles: [],
  }
  const isPhone = findPhones(words, between, numbers)
  findAddresses(words, between, numbers)
  for (const [at, word] of words.entries()) {
    if (PERCENT.test(word)) numbers.percents.push(at)
    if (HANDLE.test(word) || /^[_#]$/.test(between[at] ?? '') || word === 'underscore')
      numbers.handles.push(at)
    if (isSum(words, at)) numbers.sums.push(at)
    else if (isPhone.has(at) || !isAmount(word, words[at + 1] ?? '')) continue
    numbers.amounts.push(at)
    if (isLarge(words, at)) numbers.large.push(at)
  }
  return numbers
}

/** Eight to fifteen digits, also as words, with spaces, dots, dashes and brackets between them. */
function findPhones(words: readonly string[], between: readonly string[], numbers: Numbers): Set<number> {
  const parts = new Set<number>()
  for (let at = 0; at < words.length; ) {
    const start = at
    let digits = ''
    let repeat = 1
    for (; at < words.length; at++) {
      const word = words[at] ?? ''
      if (at > start && !isDigitGap(between[at] ?? '', words[at - 1] ?? '', word)) break
      const times = digits === '' ? undefined : REPEATS.get(word)
      if (times !== undefined) repeat = times
      else {
        const more = asDigits(word) ?? asTens(word, words[at + 1] ?? '')
        if (more === undefined) break
        digits += more.repeat(repeat)
        repeat = 1
      }
    }
    if (at === start) at++
    else if (isPhoneLength(digits) && !isOtherNumber(digits, words.slice(start, at))) {
      numbers.phones.push(start)
      if (words[start]?.startsWith('+') && !digits.startsWith('61')) numbers.abroad.push(start)
      for (let part = start; part < at; part++) parts.add(part)
    }
  }
  return parts
}

const IN_WORDS = /^[a-z]+$/
/** Spelt-out digits may be in groups with commas, numbers in digits may not: those are lists. */
const isDigitGap = (gap: string, before: string, word: string): boolean =>
  /^[ .()\-_/*]*$/.test(gap) || (/^[ ,.()\-_/*]*$/.test(gap) && IN_WORDS.test(before) && IN_WORDS.test(word))

/** "ninety" is 9 before a unit ("ninety-one") and 90 otherwise. */
function asTens(word: string, after: string): string | undefined {
  const first = TENS.get(word)
  if (first === undefined) return undefined
  return DIGITS.has(after) && after !== 'o' && after !== 'oh' && after !== 'zero' ? first : `${first}0`
}

const isOtherNumber = (digits: string, words: readonly string[]): boolean =>
  YEARS.test(digits) || COUNTING.includes(digits) || DATE.test(words.join('.'))

const isPhoneLength = ({ length }: string): boolean =>
  length >= PHONE_DIGITS.min && length <= PHONE_DIGITS.max

/** "0four91" and "57O" are digits like "0491" and "570". */
function asDigits(word: string): string | undefined {
  if (/^\+?[0-9]+$/.test(word)) return word.replace('+', '')
  if (DIGITS.has(word)) return DIGITS.get(word)
  if (word.length > LONGEST_WORD || !/[0-9]/.test(word)) return undefined
  let digits = ''
  for (let at = 0; at < word.length; ) {
    const letter = word.charAt(at)
    const length = [5, 4, 3, 2, 1].find((n) => DIGITS.has(word.slice(at, at + n))) ?? 1
    const digit =
      letter >= '0' && letter <= '9'
        ? letter
        : (DIGITS.get(word.slice(at, at + length)) ?? LIKE_DIGITS[letter])
    if (digit === undefined) return undefined
    digits += digit
    at += letter >= '0' && letter <= '9' ? 1 : length
  }
  return digits
}

/** Top-level domains. Without those that a missing space after a full stop produces, as in "ok.so" and "nice.me". */
const DOMAINS = new Set(
  (
    'com net org info biz io xyz top site online shop store club app live link vip pro cc co ru cn tk ml ga icu buzz ' +
    'finance trade capital exchange cash dev tech cloud click page website space fun win bid loan world agency ' +
    'global example test invalid au uk nz'
  ).split(' '),
)
const MAILBOXES = new Set(['gmail', 'hotmail', 'outlook', 'yahoo', 'icloud', 'proton', 'protonmail'])
const DOTS = new Set(['dot', 'd0t', 'point', 'punto', 'punkt'])
const isLabel = (word: string | undefined): boolean => word !== undefined && /[a-z0-9]/.test(word)

/** name.com, name . com, name [.] com, name dot com, and the same for email addresses. */
function findAddresses(words: readonly string[], between: readonly string[], numbers: Numbers): void {
  for (const [at, word] of words.entries()) {
    if (/^(?:https?|www)$/.test(word)) numbers.sites.push(at)
    else if (/^hxxps?$/.test(word)) add(numbers, at, true, false)
    else if (at > 0 && DOMAINS.has(word)) {
      const gap = between[at] ?? ''
      const isWord = DOTS.has(words[at - 1] ?? '') && isLabel(words[at - 2])
      const isSpelt =
        isWord || (/[.,]/.test(gap) && /^[ .([{<)\]}>]+$/.test(gap) && gap !== '.' && !/^\.+ +$/.test(gap))
      if (!isSpelt && gap !== '.') continue
      const name = words.slice(Math.max(0, at - 3), at)
      const isMail = name.some((part) => part.includes('@') || MAILBOXES.has(part))
      add(numbers, at, isSpelt, isMail)
    }
  }
}

function add(numbers: Numbers, at: number, isSpelt: boolean, isMail: boolean): void {
  if (isMail) numbers.emails.push(at)
  else numbers.sites.push(at)
  if (isSpelt && !isMail) numbers.spelt.push(at)
}

const CURRENCY = /^(?:(?:a|au|us|aud|usd)?[$€£]+[0-9]|[0-9]+(?:k|usd|aud|eur|gbp|[$€£])$)/
const CURRENCY_WORDS = new Set(
  (
    'dollar dollars buck bucks usd aud nzd euro euros eur pound pounds gbp chf grand quid usdt btc eth ringgit ' +
    'dirham dirhams baht rupee rupees naira cedi peso pesos yen yuan rand shilling'
  ).split(' '),
)
const NUMBER_WORDS = new Set(['hundred', 'thousand', 'hundreds', 'thousands', 'million', 'few', 'couple'])

function isSum(words: readonly string[], at: number): boolean {
  const [word, before, after] = [words[at] ?? '', words[at - 1] ?? '', words[at + 1] ?? '']
  if (CURRENCY.test(word) || /^[$€£]{2,}$/.test(word)) return true
  if (!CURRENCY_WORDS.has(word)) return false
  return /^[0-9]/.test(before) || /^[0-9]/.test(after) || NUMBER_WORDS.has(before) || DIGITS.has(before)
}

const LARGE = 100
/** Years, ages, times and distances are not sums. */
const OTHER_UNITS = new Set(
  (
    'am pm min mins minute minutes hour hours hr hrs h day days night nights week weeks month months year years yr yrs ' +
    'km kms k kg kilo kilos m metres meters cm degrees people percent % kids girls times women blokes dating visa bus ' +
    'questions cousins'
  ).split(' '),
)
const SMALLEST_SUM = 20
/** "700 week" is money, unlike "3 weeks". */
const RATES = new Set(['day', 'week', 'month'])

function isAmount(word: string, after: string): boolean {
  // "5 thousand" and "nine hundred".
  if (LARGE_WORDS.has(after) && (/^[0-9]+$/.test(word) || DIGITS.has(word))) return true
  if (!/^[0-9]{2,7}$/.test(word)) return false
  const value = Number(word)
  if (OTHER_UNITS.has(after)) return value >= LARGE && RATES.has(after)
  return value >= SMALLEST_SUM && !(value >= 1940 && value <= 2040)
}

const LARGE_WORDS = new Set(['hundred', 'hundreds', 'thousand', 'thousands', 'grand', 'million'])

/** A number of three digits or more, at this position or next to its currency. */
function isLarge(words: readonly string[], at: number): boolean {
  return [at - 1, at, at + 1].some((near) => {
    const word = words[near] ?? ''
    return (
      LARGE_WORDS.has(word) ||
      /^[$€£a-z]{0,3}[0-9.]+k$/.test(word) ||
      Number(word.replace(/[^0-9.]/g, '')) >= LARGE
    )
  })
}
