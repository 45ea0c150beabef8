import { findNumbers } from './find-numbers'
import { nameInPieces, plainSpellings, startsName } from './fold-text'
import { lexicon, type Reaction, reactions, type Topic, type WordClass, wordClasses } from './lexicon'
import type { Words } from './split-words'

type Named = Topic | WordClass | Reaction
export type Finding =
  | Named
  | 'phone'
  | 'abroad'
  | 'percent'
  | 'sum'
  | 'amount'
  | 'large'
  | 'site'
  | 'spelt'
  | 'disguised'
  | 'handle'
/** The positions of each topic in a message, ascending. */
export type FindingPlaces = ReadonlyMap<Finding, readonly number[]>

interface Phrase {
  rest: readonly string[]
  topic: Named
}

/** A word's forms, its topics, the phrases that start with it by their next word, and whether it was disguised. */
interface Entry {
  forms: readonly string[]
  topics: readonly Named[]
  phrases: ReadonlyMap<string, readonly Phrase[]>
  isMasked: boolean
  /** Whether a name may begin here that is split into several words. */
  isPiece: boolean
}

const byFirstWord = new Map<string, Phrase[]>()
const byBeginning = new Map<string, { start: string; topic: Named }[]>()
const BEGINNING = 4
for (const [topic, phrases] of Object.entries({ ...lexicon, ...wordClasses, ...reactions }) as [
  Named,
  string,
][]) {
  for (const phrase of phrases.split('|')) {
    const [first = '', ...rest] = phrase.split(' ')
    if (first.endsWith('*')) {
      const start = first.slice(0, -1)
      const key = start.slice(0, BEGINNING)
      byBeginning.set(key, [...(byBeginning.get(key) ?? []), { start, topic }])
    } else byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { rest, topic }])
  }
}

/** The word, and the word without a common ending. */
function formsOf(word: string): string[] {
  const forms = [word]
  if (word.endsWith("'s")) forms.push(word.slice(0, -2))
  if (word.length > 3 && word.endsWith('s')) forms.push(word.slice(0, -1))
  if (word.length > 4 && word.endsWith('ed')) forms.push(word.slice(0, -2), word.slice(0, -1))
  if (word.length > 5 && word.endsWith('ing')) forms.push(word.slice(0, -3), `${word.slice(0, -3)}e`)
  return forms
}

function phrasesOf(forms: readonly string[]): Phrase[] {
  return forms.flatMap((form) => {
    const begun = byBeginning.get(form.slice(0, BEGINNING)) ?? []
    const same = byFirstWord.get(form) ?? []
    return [
      ...same,
      ...begun.filter(({ start }) => form.startsWith(start)).map(({ topic }) => ({ rest: [], topic })),
    ]
  })
}

/** Texting spellings of other words. A scam is as readable in them, and ordinary talk as ordinary. */
const TEXTED: ReadonlyMap<string, readonly string[]> = new Map(
  (
    "u=you|ur=your,you're|urs=yours|yr=your|r=are|n=and|y=why|da=the|d=the|dis=this|dat=that|dt=that|tht=that|dem=them|" +
    '2=to,too|4=for|b4=before|2day=today|2nite=tonight|2nyt=tonight|tonite=tonight|2moro=tomorrow|2mrw=tomorrow|tmrw=tomorrow|tmr=tomorrow|' +
    "dnt=don't,dont|doesnt=doesn't|wnt=want,won't|wont=won't|cnt=can't,cant|cn=can|cud=could|cd=could|wud=would|wd=would|shud=should|" +
    "il=i'll,ill|im=i'm|ive=i've|hv=have|hav=have|ned=need|nd=need,and|hlp=help|pls=please|plz=pls,please|plse=please|wdnt=wouldn't|wudnt=wouldn't|cudnt=couldn't|jst=just|jus=just|" +
    "giv=give|gv=give|snd=send|sndin=sending|tk=take|tel=tell|wt=what|wat=what|wot=what|wht=what|wats=what's,whats|wen=when|wit=with|wid=with|w=with|frm=from|" +
    'txt=text|txts=texts|msg=message|numba=number|nmbr=number|num=number|fone=phone|fon=phone|pix=pics|vids=videos|vid=video|' +
    'tnsfr=transfer|trnsfr=transfer|tnsfer=transfer|pymnt=payment|acc=account|acct=account|mny=money|crd=card|prvt=private|dly=daily|wkly=weekly|' +
    'mth=month|wk=week|bk=back|mor=more|1st=first|ppl=people|some1=someone|sum1=someone|any1=anyone|no1=nobody|every1=everyone|evry1=everyone|frnd=friend|frnds=friends|smth=something|abt=about|wrk=work|pic=picture'
  )
    .split('|')
    .map((one): [string, readonly string[]] => {
      const [short = '', long = ''] = one.split('=')
      return [short, long.split(',')]
    }),
)
/** "votin" is voting. */
const CLIPPED = /^[a-z]{3,}[a-z]in$/
const textedFor = (word: string): readonly string[] =>
  TEXTED.get(word) ?? (CLIPPED.test(word) ? [`${word}g`] : [])

/** People who text write "0k" and "l8r", which disguises nothing. */
const SHORTEST_MASKED = 5

function makeEntry(word: string): Entry {
  const { plain, unmasked } = plainSpellings(word)
  const forms = [...new Set([...plain, ...textedFor(word)].flatMap(formsOf))]
  const more = unmasked.flatMap(formsOf)
  const found = phrasesOf(more)
  const isMasked = found.length > 0 && word.length >= SHORTEST_MASKED
  const all = [...phrasesOf(forms), ...found]
  const topics = new Set(all.filter(({ rest }) => rest.length === 0).map(({ topic }) => topic))
  const phrases = new Map<string, Phrase[]>()
  for (const phrase of all) {
    const [next] = phrase.rest
    if (next !== undefined) phrases.set(next, [...(phrases.get(next) ?? []), phrase])
  }
  return { forms: [...forms, ...more], topics: [...topics], phrases, isMasked, isPiece: startsName(word) }
}

/** A cache, because people use the same few thousand words. */
const entries = new Map<string, Entry>()
const ENTRIES = 20_000

function entryOf(word: string): Entry {
  let entry = entries.get(word)
  if (!entry) {
    entry = makeEntry(word)
    if (entries.size >= ENTRIES) entries.clear()
    entries.set(word, entry)
  }
  return entry
}

/** One pass over the words. Phrases are short, so each word is visited only a few times. */
export function findTopics(text: string, split: Words): FindingPlaces {
  const places = new Map<Finding, number[]>()
  const add = (found: Finding, at: number) => {
    const list = places.get(found)
    if (!list) places.set(found, [at])
    else if (list.at(-1) !== at) list.push(at)
  }
  const own = split.words.map(entryOf)
  for (let at = 0; at < own.length; at++) {
    const { topics, phrases, isMasked, isPiece } = own[at] as Entry
    const found = phrases.size > 0 ? [...topics, ...phrasesAt(own, at, phrases)] : topics
    // "Hard work pays off" is not a payment.
    if (found.includes('idiom')) continue
    if (isMasked) add('disguised', at)
    for (const topic of found) add(topic, at)
    const name = isPiece ? nameInPieces(split.words, at) : undefined
    if (name !== undefined) for (const topic of entryOf(name).topics) add(topic, at)
  }
  addNumbers(split, add)
  if (isMixed(text) || split.joined.some((at) => isNamed(own[at]))) add('disguised', 0)
  return places
}

/** The topics of the phrases that start with this word. */
function phrasesAt(own: readonly Entry[], at: number, phrases: Entry['phrases']): Named[] {
  const found: Named[] = []
  for (const form of own[at + 1]?.forms ?? [])
    for (const { rest, topic } of phrases.get(form) ?? [])
      if (rest.every((word, n) => own[at + 1 + n]?.forms.includes(word))) found.push(topic)
  return found
}

const isNamed = (entry: Entry | undefined): boolean =>
  entry !== undefined && entry.topics.length + entry.phrases.size > 0

function addNumbers(split: Words, add: (found: Finding, at: number) => void): void {
  const { phones, abroad, percents, sums, amounts, large, sites, spelt, emails, handles } = findNumbers(split)
  for (const at of phones) add('phone', at)
  for (const at of abroad) add('abroad', at)
  for (const at of percents) add('percent', at)
  for (const at of sums) add('sum', at)
  for (const at of amounts) add('amount', at)
  for (const at of large) add('large', at)
  for (const at of sites) add('site', at)
  for (const at of spelt) add('spelt', at)
  for (const at of emails) add('social', at)
  for (const at of handles) add('handle', at)
}

/** Two scripts in one word, or something invisible between two letters. Nobody types that by chance. */
const MIXED =
  /[a-z][\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}][a-z]|[a-z][\u00ad\u200b-\u200f\u2060-\u2064\ufeff][a-z]/iu
const isMixed = (text: string): boolean => MIXED.test(text)

/** Whether all of these occur within this many words of each other. */
export function areNear(places: FindingPlaces, found: readonly Finding[], within: number): boolean {
  for (const one of found) if (!places.has(one)) return false
  if (found.length === 1) return true
  const lists: (readonly number[])[] = []
  for (const one of found) {
    const list = places.get(one)
    if (!list) return false
    lists.push(list)
  }
  const next = lists.map(() => 0)
  for (;;) {
    let [low, high, lowest] = [Number.POSITIVE_INFINITY, -1, 0]
    for (const [n, list] of lists.entries()) {
      const at = list[next[n] ?? 0] ?? 0
      if (at < low) [low, lowest] = [at, n]
      if (at > high) high = at
    }
    if (high - low <= within) return true
    const after = (next[lowest] ?? 0) + 1
    if (after >= (lists[lowest]?.length ?? 0)) return false
    next[lowest] = after
  }
}
