import type { Finding, FindingPlaces } from './find-topics'
import learnt from './learnt-weights.json' with { type: 'json' }
import { lexicon, wordClasses } from './lexicon'

/** The weight of each word and word class in tenths: positive for scams, negative for ordinary messages. */
export interface Weights {
  bias: number
  of: ReadonlyMap<string, number>
}

/** Classes that are not in the lexicon but are learnt too. */
const NUMBER_CLASSES: readonly Finding[] = [
  'phone',
  'abroad',
  'percent',
  'sum',
  'amount',
  'site',
  'spelt',
  'disguised',
]
const isClass = (found: Finding): boolean =>
  Object.hasOwn(wordClasses, found) ||
  NUMBER_CLASSES.includes(found) ||
  (Object.hasOwn(lexicon, found) && !['you', 'your', 'number', 'plea'].includes(found))

/** Anyone can add kind words, so together they weigh at most this much. */
const MAX_KIND = 25
/** Lower bounds in tenths. `hardly` counts for nothing, but it is not ordinary wording either. */
const LEVELS = { clearly: 16, likely: 6, rather: -2, slightly: -6, hardly: -12 }
export type Level = keyof typeof LEVELS
const levels = Object.keys(LEVELS) as Level[]

export const readWeights = (written: { bias: number; weights: object }): Weights => ({
  bias: written.bias,
  of: new Map(
    Object.entries(written.weights).flatMap(([weight, names]: [string, string]) =>
      names.split('|').map((name): [string, number] => [name, Number(weight)]),
    ),
  ),
})
export const learntWeights = readWeights(learnt.wording)

/** A word without its ending, so that other forms of a learnt word are recognised. */
function stemOf(word: string): string {
  const whole = word.endsWith("'s") ? word.slice(0, -2) : word
  const { length } = whole
  if (length > 5 && whole.endsWith('ing')) return whole.slice(0, -3)
  if (length > 4 && (whole.endsWith('ed') || whole.endsWith('es'))) return whole.slice(0, -2)
  if (length > 3 && whole.endsWith('s') && !whole.endsWith('ss')) return whole.slice(0, -1)
  return length > 4 && whole.endsWith('e') ? whole.slice(0, -1) : whole
}

/**
 * The distinct words, word pairs and classes of a message. Numbers only count by class, such as sum or phone number.
 */
export function wordingFeatures(words: readonly string[], places: FindingPlaces): Set<string> {
  return featuresWithin(featuresAt(words), classesAt(places), 0, words.length)
}

/**
 * Function words, texting habits, affection and politeness show where and how somebody learnt to write, not what they
 * want, so they are left out.
 */
const STRUCTURE = new Set(
  (
    "a an the and or but so as at by for from in into of off on out over to up with than that this these those there i i'm im i'll ill i'd i've me my mine myself he he's him his she she's her it it's its " +
    "we we're we'll us our they they're them their you you're you'd you'll your yours yourself u r n am is isn't are aren't was wasn't were be been being do does did don't dont doesn't didn't did " +
    "have has had haven't having can can't cant could couldn't will won't would wouldn't shall should might may must yes yeah yep nah no not ok okay oh ah well what what's whats when where which who why how " +
    "that's thats there's here's then also too very some both such own same still just only really much many more even if because while about after before again any all always never ever " +
    'here now today tomorrow tonight yesterday soon later time day night morning evening week good bad nice great sure maybe please sorry welcome ' +
    'know think say said tell told want need like get got go going come came make see look let take give feel hope wish ' +
    'one two three first last next thing things way lot little bit people person man woman girl boy guy ' +
    'ur pls plz plse pleas thx thanx tnx ty k kk ya yup nope wat wot wen wer d da dat dis dey tht bt nt wid wit jus juz cos coz cuz bcoz becoz gonna wanna gotta gimme cmon lemme kinda ' +
    'hw hws abt ppl msg txt tmr tmrw tmw 2day 2moro gud mrng nite l8r gr8 b4 w8 c y rly rlly sum ma bro sis mate lah lor leh meh liao hav hv havnt il ive dun dnt im luv lol lmao omg idk btw jk ' +
    'dear dearest love loved lover darling honey hun hunny hon babe baby babes sweetheart sweetie sweet angel princess queen king prince dream dreams kiss kisses hug hugs heart soul soulmate miss missed adore beautiful handsome gorgeous pretty cute lovely happy smile ' +
    'god lord allah inshallah insha jesus bless blessed blessing blessings pray prayer prayers amen grace mercy faith sir madam maam mam kindly humbly respected regards greetings trust care promise swear forever together ' +
    'hi hey hello thanks thank thx haha lol example com net org dot underscore'
  ).split(' '),
)
function featureOf(word: string): string | undefined {
  if (word.length < 2 || /[0-9|+]/.test(word) || STRUCTURE.has(word)) return undefined
  const stem = stemOf(word)
  return STRUCTURE.has(stem) ? undefined : stem
}

/** The words of a message that can tell what somebody wants. */
export const wordsOf = (words: readonly string[]): string[] =>
  words.map(featureOf).filter((word) => word !== undefined)

/** The word at each position, and the pair with the word before it, because pairs often tell more. */
function featuresAt(words: readonly string[]): Features {
  let before: string | undefined
  return words.map((word) => {
    const own = featureOf(word)
    const pair = before === undefined || own === undefined ? undefined : `${before} ${own}`
    before = own
    return [own, pair].filter((one) => one !== undefined)
  })
}

function classesAt(places: FindingPlaces): Map<number, string[]> {
  const classes = new Map<number, string[]>()
  for (const [found, list] of places) {
    if (!isClass(found)) continue
    for (const at of list) classes.set(at, [...(classes.get(at) ?? []), `*${found}`])
  }
  return classes
}

type Features = readonly (readonly string[])[]
function featuresWithin(words: Features, classes: ReadonlyMap<number, string[]>, from: number, to: number) {
  const features = new Set<string>()
  for (let at = from; at < to; at++) {
    for (const one of words[at] ?? []) features.add(one)
    for (const one of classes.get(at) ?? []) features.add(one)
  }
  return features
}

/** A long message is not worse than a short one, so overlapping parts are judged separately and the worst counts. */
const PART = 40

/** How similar the wording of a message is to scams. */
export function wordingLevel(
  words: readonly string[],
  places: FindingPlaces,
  weights: Weights,
): Level | undefined {
  const own = featuresAt(words)
  const classes = classesAt(places)
  let worst = Number.NEGATIVE_INFINITY
  for (let from = 0; from === 0 || from + PART / 2 < own.length; from += PART / 2) {
    const features = featuresWithin(own, classes, from, Math.min(from + PART, own.length))
    worst = Math.max(worst, scoreOf(features, weights))
  }
  return levels.find((level) => worst >= LEVELS[level])
}

function scoreOf(features: ReadonlySet<string>, { bias, of }: Weights): number {
  let [grave, kind] = [0, 0]
  for (const feature of features) {
    const weight = of.get(feature) ?? 0
    if (weight > 0) grave += weight
    else kind -= weight
  }
  return bias + grave - Math.min(kind, MAX_KIND)
}
