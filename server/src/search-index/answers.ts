import type { Agreement } from '@rosella/contract/questions/agreement'
import { questionById, questions } from '@rosella/contract/questions/questions'
import { MATCH_FROM } from '@rosella/contract/questions/rules'
import { sql } from 'kysely'
import { prepared } from '../platform/database/prepared'
import type { Db } from '../platform/ports/database'

/**
 * A bit for each question, 32 to a word. Questions with more than three choices come first, because only their words need
 * planes for the fourth and fifth choice: a member then has two cache lines, and a comparison mostly waits for memory.
 */
const byPlace = [...questions].sort(
  (a, b) => Number(b.choices.length > 3) - Number(a.choices.length > 3) || a.id - b.id,
)
const placeOf = new Map(byPlace.map(({ id }, place) => [id, place]))
const WORDS = Math.ceil(questions.length / 32)
const LARGE_WORDS = Math.ceil(questions.filter(({ choices }) => choices.length > 3).length / 32)
const CHOICES = 5
/** The planes of a row begin at these words. The choice, counted from 1, has three binary digits. */
const CHOICE = [0, WORDS, 2 * WORDS] as const
const ACCEPTS = CHOICE[2] + LARGE_WORDS
/** One plane per choice that the member accepts. */
const ACCEPTED = [0, WORDS, 2 * WORDS, 3 * WORDS, 3 * WORDS + LARGE_WORDS].map((at) => ACCEPTS + at)
/** The weight as two binary digits: 1, 2 or 3 by importance, 0 if every answer is accepted. */
const WEIGHT = ACCEPTS + 3 * WORDS + 2 * LARGE_WORDS
const LINE = 16
const ROW = LINE * Math.ceil((WEIGHT + 2 * WORDS) / LINE)

/** One published answer as stored: id << 10 | choice << 7 | accepts << 2 | importance. */
export interface PublishedAnswer {
  question_id: number
  choice: number
  /** One bit per choice. */
  accepts: number
  importance: number
}
const BYTES = 4

export const readPublished = (bytes: Uint8Array): PublishedAnswer[] => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Array.from({ length: Math.floor(bytes.byteLength / BYTES) }, (_, n) => {
    const written = view.getInt32(n * BYTES)
    return {
      question_id: written >> 10,
      choice: (written >> 7) & 7,
      accepts: (written >> 2) & 31,
      importance: written & 3,
    }
  })
}

export function writePublished(answers: readonly PublishedAnswer[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(answers.length * BYTES))
  for (const [n, { question_id, choice, accepts, importance }] of answers.entries())
    view.setInt32(n * BYTES, (question_id << 10) | (choice << 7) | (accepts << 2) | importance)
  return new Uint8Array(view.buffer)
}

/** Of a 90 % interval; a bound on one side only is exceeded in 5 % of cases. */
const Z = 1.6448536269514722
const SQUARE = Z * Z
const MOST = 95
const STEP = 5

/** The lower end of the 90 % Wilson interval for a share, of which `n` observations showed `satisfied`. */
export const lowerBound = (satisfied: number, n: number): number =>
  n <= 0
    ? 0
    : Math.max(
        0,
        (satisfied + SQUARE / 2 - Z * Math.sqrt((satisfied * (n - satisfied)) / n + SQUARE / 4)) /
          (n + SQUARE),
      )

/** How the other's answers satisfy one member, over the questions that both answered. */
export interface Direction {
  /** Questions for which the member does not accept every answer. */
  asked: number
  satisfied: number
  /** Of the satisfied ones, those for which the member accepts one answer only. */
  strict: number
  /** Weighted by importance, and the sum of the squared weights. */
  askedWeight: number
  satisfiedWeight: number
  squares: number
}

/**
 * A question that is not satisfied counts 1. A satisfied one counts more if the member accepts one answer only, and less if
 * they accept several, because then nearly anybody satisfies it.
 */
const STRICT = 3
const LENIENT = 0.5

/**
 * The lowest of three bounds: the plain one; one in which satisfied questions count by how much the member accepts; and
 * one weighted by importance, whose sample has Kish's effective size. So nobody raises their numbers by accepting nearly
 * everything or by what they call important, and the bound stays a bound.
 */
export function directionBound(direction: Direction): number {
  const { asked, satisfied, strict, askedWeight, satisfiedWeight, squares } = direction
  if (asked === 0) return 0
  const selective = STRICT * strict + LENIENT * (satisfied - strict)
  const sample = selective + asked - satisfied
  const effective = askedWeight / squares
  return Math.min(
    lowerBound(satisfied, asked),
    lowerBound(selective, sample),
    lowerBound(satisfiedWeight * effective, askedWeight * effective),
  )
}

/** In per cent: the geometric mean of both directions, rounded down to a step. */
export const matchOf = (mine: Direction, theirs: Direction): number =>
  Math.min(MOST, STEP * Math.floor((100 * Math.sqrt(directionBound(mine) * directionBound(theirs))) / STEP))

/** Two members' agreement; `match` is null with fewer common questions than MATCH_FROM. */
export interface PairAgreement extends Agreement {
  match: number | null
}

/** As cards and profiles have it. */
export const presentAgreement = (agreement: PairAgreement | null) => ({
  match: agreement?.match ?? null,
  agree: agreement && { agree: agreement.agree, common: agreement.common },
})

const INITIAL_ROWS = 256

/**
 * The published answers of every member, about 130 bytes for each who has some. They change only with the nightly
 * recount, when a member withdraws their consent to sensitive topics, and when an account is erased.
 */
export class Answers {
  /** By member id: the row + 1, or 0. */
  #rowOf = new Int32Array(INITIAL_ROWS)
  #rows = new Int32Array(INITIAL_ROWS * ROW)
  #used = 0
  readonly #free: number[] = []
  /** Reads run one after the other, so that an older one never overwrites a newer one. */
  #reading: Promise<unknown> = Promise.resolve()
  #readUntil = OVERLAP

  /** The members with published answers. */
  get size(): number {
    return this.#used - this.#free.length
  }

  get bytes(): number {
    return this.#rowOf.byteLength + this.#rows.byteLength
  }

  put(memberId: number, answers: readonly PublishedAnswer[]): void {
    if (answers.length === 0) {
      this.remove(memberId)
      return
    }
    const row = this.#rowFor(memberId)
    const at = row * ROW
    const rows = this.#rows
    rows.fill(0, at, at + ROW)
    for (const { question_id, choice, accepts, importance } of answers) {
      const question = questionById(question_id)
      // A later version may have published answers to questions that this one does not know.
      if (!question) continue
      const place = placeOf.get(question_id) as number
      const word = at + (place >> 5)
      const bit = 1 << (place & 31)
      const isAny = accepts === 2 ** question.choices.length - 1
      setDigits(rows, word, CHOICE, bit, choice + 1)
      setDigits(rows, word, ACCEPTED, bit, accepts)
      setDigits(rows, word, [WEIGHT, WEIGHT + WORDS], bit, isAny ? 0 : importance + 1)
    }
  }

  remove(memberId: number): void {
    const row = this.#rowOf[memberId]
    if (!row) return
    this.#rowOf[memberId] = 0
    this.#free.push(row - 1)
  }

  /** Compares one member with others. Undefined if they have no published answers. */
  from(memberId: number): ((otherId: number) => PairAgreement) | undefined {
    const row = this.#rowOf[memberId]
    if (!row) return undefined
    const mine = this.#rows.slice((row - 1) * ROW, row * ROW)
    const myChoices = decodeChoices(mine)
    return (otherId) => {
      const other = this.#rowOf[otherId]
      return other ? compare(mine, myChoices, this.#rows, (other - 1) * ROW) : { ...NOTHING }
    }
  }

  /** Null if there is nothing to show: for oneself, and without a common question. */
  between(memberId: number, otherIds: readonly number[]): (otherId: number) => PairAgreement | null {
    const found = new Map<number, PairAgreement>()
    const agreementWith = this.from(memberId)
    for (const id of otherIds) {
      const agreement = id === memberId ? undefined : agreementWith?.(id)
      if (agreement && agreement.common > 0) found.set(id, agreement)
    }
    return (otherId) => found.get(otherId) ?? null
  }

  /** Reads what was published since the last time; everything at first. */
  refresh(db: Db): Promise<void> {
    return this.#inOrder(async () => {
      const since = this.#readUntil - OVERLAP
      let latest = this.#readUntil
      for (let last = 0; ; ) {
        const rows = await changedSince(db, since, last)
        for (const row of rows) {
          this.put(row.member_id, readPublished(row.published))
          latest = Math.max(latest, row.published_ts)
        }
        if (rows.length < CHUNK) break
        last = rows.at(-1)?.member_id ?? last
      }
      this.#readUntil = latest
    })
  }

  /** Reads these members again. */
  read(db: Db, memberIds: readonly number[]): Promise<void> {
    return this.#inOrder(async () => {
      const rows = new Map((await byIds(db, memberIds)).map((row) => [row.member_id, row.published]))
      for (const id of memberIds) this.put(id, readPublished(rows.get(id) ?? new Uint8Array()))
    })
  }

  #inOrder(work: () => Promise<void>): Promise<void> {
    const done = this.#reading.then(work)
    this.#reading = done.catch(() => {})
    return done
  }

  #rowFor(memberId: number): number {
    if (memberId >= this.#rowOf.length) {
      const grown = new Int32Array(Math.ceil(Math.max(memberId + 1, this.#rowOf.length * 1.5)))
      grown.set(this.#rowOf)
      this.#rowOf = grown
    }
    const known = this.#rowOf[memberId]
    if (known) return known - 1
    const row = this.#free.pop() ?? this.#used++
    if ((row + 1) * ROW > this.#rows.length) {
      const grown = new Int32Array(Math.ceil(Math.max(row + 1, (this.#rows.length / ROW) * 1.5)) * ROW)
      grown.set(this.#rows)
      this.#rows = grown
    }
    this.#rowOf[memberId] = row + 1
    return row
  }
}

/** Members per query. */
const CHUNK = 2000
/** Seconds, because processes' clocks differ and transactions take time. */
const OVERLAP = 3600

interface PublishedRow {
  member_id: number
  published: Uint8Array
  published_ts: number
}

/** Not prepared, because the best plan depends on how much was published since. */
const changedSince = async (db: Db, since: number, after: number): Promise<PublishedRow[]> => {
  const { rows } = await sql<PublishedRow>`
    select member_id, published, published_ts from question_member
    where published_ts > ${since} and member_id > ${after} order by member_id limit ${CHUNK}`.execute(db)
  return rows
}
const byIds = prepared(
  (ids: readonly number[]) => sql<PublishedRow>`
    select member_id, published, published_ts from question_member where member_id = any(${ids}::bigint[])`,
)

const NOTHING: PairAgreement = { agree: 0, common: 0, match: null }

/** Sets the binary digits of a number in these planes. */
function setDigits(
  rows: Int32Array,
  word: number,
  planes: readonly number[],
  bit: number,
  value: number,
): void {
  for (const [digit, plane] of planes.entries())
    if ((value >> digit) & 1) rows[word + plane] = (rows[word + plane] as number) | bit
}

/** By choice and word: the questions to which the member gave this choice. */
function decodeChoices(rows: Int32Array): Int32Array {
  const decoded = new Int32Array(CHOICES * WORDS)
  for (let word = 0; word < WORDS; word++) {
    const one = rows[word] as number
    const two = rows[word + WORDS] as number
    const four = word < LARGE_WORDS ? (rows[word + 2 * WORDS] as number) : 0
    decoded[word] = one & ~two & ~four
    decoded[word + WORDS] = two & ~one
    decoded[word + 2 * WORDS] = one & two
    decoded[word + 3 * WORDS] = four & ~one
    decoded[word + 4 * WORDS] = four & one
  }
  return decoded
}

function countBits(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555)
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333)
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

const emptyDirection = (): Direction => ({
  asked: 0,
  satisfied: 0,
  strict: 0,
  askedWeight: 0,
  satisfiedWeight: 0,
  squares: 0,
})
/** Reused, because a search compares hundreds of thousands of pairs. */
const [themByMe, meByThem] = [emptyDirection(), emptyDirection()]

function reset(direction: Direction): void {
  direction.asked = 0
  direction.satisfied = 0
  direction.strict = 0
  direction.askedWeight = 0
  direction.satisfiedWeight = 0
  direction.squares = 0
}

/** Adds a word of questions. `strict` are those with one accepted answer, `low` and `high` the digits of the weights. */
function addWord(
  direction: Direction,
  common: number,
  satisfied: number,
  strict: number,
  low: number,
  high: number,
): void {
  const [ones, twos, threes] = [common & low, common & high, common & low & high]
  const [one, two, three] = [countBits(ones), countBits(twos), countBits(threes)]
  direction.asked += one + two - three
  direction.askedWeight += one + 2 * two
  direction.squares += one + 4 * two + 4 * three
  direction.satisfied += countBits(satisfied & (ones | twos))
  direction.strict += countBits(satisfied & (ones | twos) & strict)
  direction.satisfiedWeight += countBits(satisfied & ones) + 2 * countBits(satisfied & twos)
}

/** My row and choices against the row that starts at `at`. */
function compare(mine: Int32Array, myChoices: Int32Array, rows: Int32Array, at: number): PairAgreement {
  reset(themByMe)
  reset(meByThem)
  let agree = 0
  let common = 0
  for (let word = 0; word < WORDS; word++) {
    const isLarge = word < LARGE_WORDS
    const one = rows[at + word] as number
    const two = rows[at + word + WORDS] as number
    const four = isLarge ? (rows[at + word + 2 * WORDS] as number) : 0
    const mineToo = isLarge ? (mine[word + 2 * WORDS] as number) : 0
    const both = (one | two | four) & ((mine[word] as number) | (mine[word + WORDS] as number) | mineToo)
    if (both === 0) continue
    const my = ACCEPTS + word
    const [my1, my2, my3] = [mine[my] as number, mine[my + WORDS] as number, mine[my + 2 * WORDS] as number]
    const my4 = isLarge ? (mine[my + 3 * WORDS] as number) : 0
    const my5 = isLarge ? (mine[my + 3 * WORDS + LARGE_WORDS] as number) : 0
    const themOk =
      (my1 & one & ~two & ~four) |
      (my2 & two & ~one) |
      (my3 & one & two) |
      (my4 & four & ~one) |
      (my5 & four & one)
    const their = at + ACCEPTS + word
    const their1 = rows[their] as number
    const their2 = rows[their + WORDS] as number
    const their3 = rows[their + 2 * WORDS] as number
    const their4 = isLarge ? (rows[their + 3 * WORDS] as number) : 0
    const their5 = isLarge ? (rows[their + 3 * WORDS + LARGE_WORDS] as number) : 0
    const meOk =
      (their1 & (myChoices[word] as number)) |
      (their2 & (myChoices[word + WORDS] as number)) |
      (their3 & (myChoices[word + 2 * WORDS] as number)) |
      (their4 & (myChoices[word + 3 * WORDS] as number)) |
      (their5 & (myChoices[word + 4 * WORDS] as number))
    common += countBits(both)
    agree += countBits(themOk & meOk)
    const weight = WEIGHT + word
    const myStrict = onlyOne(my1, my2, my3, my4, my5)
    const theirStrict = onlyOne(their1, their2, their3, their4, their5)
    addWord(themByMe, both, themOk, myStrict, mine[weight] as number, mine[weight + WORDS] as number)
    addWord(
      meByThem,
      both,
      meOk,
      theirStrict,
      rows[at + weight] as number,
      rows[at + weight + WORDS] as number,
    )
  }
  return { agree, common, match: common < MATCH_FROM ? null : matchOf(themByMe, meByThem) }
}

/** The bits that are set in exactly one of the words. */
function onlyOne(a: number, b: number, c: number, d: number, e: number): number {
  const ab = a | b
  const abc = ab | c
  const abcd = abc | d
  return (abcd | e) & ~((a & b) | (ab & c) | (abc & d) | (abcd & e))
}
