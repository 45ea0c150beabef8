import { drain } from '@rosella/server/features/browse/suggestions/matching/assign'
import {
  FOLDS,
  learnPairWeights,
  type ShownCard,
} from '@rosella/server/features/browse/suggestions/matching/learn-pair-weights'
import {
  harmonicMean,
  pairFeatures,
  pairPart,
  ratesPart,
} from '@rosella/server/features/browse/suggestions/matching/score'
import {
  likeRate,
  logistic,
  logit,
  type PairKey,
  pairKeys,
  type Weights,
  weights,
} from '@rosella/server/features/browse/suggestions/matching/weights'
import type { RatedPair } from './read-pairs'

/** The weights of the profile features: none, those a site starts with, and those learned from the other ratings. */
const variants = ['own rates alone', 'starting weights', 'learned weights'] as const
type Variant = (typeof variants)[number]

type Rate = 'giving' | 'getting'
type Rates = Record<Rate, number>

/** A rating that was held out, scored with the other four fifths of the ratings. */
interface Scored {
  pair: RatedPair
  rater: Rates
  rated: Rates
  weights: Weights
  /** By variant: the part of the score that comes from the profiles. */
  profiles: Record<Variant, number>
}

/** By title of a table and name of a row. */
type Scores = Record<string, Record<string, number>>

export interface SplitSummary {
  tables: Record<string, Record<string, { mean: number; deviation: number }>>
  /** By feature: the share of fits that used a learned weight. */
  learned: Record<PairKey, number>
}

/** Splits the ratings into five parts many times in different ways, and summarises the scores. */
export function scoreSplits(pairs: readonly RatedPair[], splits: number): SplitSummary {
  const learned = Object.fromEntries(pairKeys.map((key) => [key, 0])) as Record<PairKey, number>
  const all: Scores[] = []
  for (let seed = 0; seed < splits; seed++) {
    const folds = Array.from({ length: FOLDS }, (_, fold) => scoreFold(pairs, fold, seed))
    for (const key of pairKeys)
      learned[key] += folds.filter((fold) => fold.learned.includes(key)).length / (FOLDS * splits)
    all.push(scoreSplit(folds.flatMap(({ scored }) => scored)))
  }
  const tables: SplitSummary['tables'] = {}
  for (const [title, rows] of Object.entries(all[0] ?? {})) {
    tables[title] = {}
    for (const name of Object.keys(rows))
      tables[title][name] = summarise(all.map((scores) => scores[title]?.[name] as number))
  }
  return { tables, learned }
}

function summarise(values: readonly number[]): { mean: number; deviation: number } {
  const mean = values.reduce((sum, one) => sum + one, 0) / values.length
  const squares = values.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / Math.max(1, values.length - 1)) }
}

/** Both directions of a pair are in the same fold, so that neither leaks into the other. */
function foldOf(one: string, other: string, seed: number): number {
  let hash = Math.imul(seed + 1, 0x9e3779b1)
  for (const letter of [one, other].sort().join(' '))
    hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 13)) >>> 0) % FOLDS
}

interface Counts {
  cards: number
  likes: number
}
const noCounts: Counts = { cards: 0, likes: 0 }

/** Uses the site's weights. The rates, the average and the learned weights come from the other folds. */
function scoreFold(
  pairs: readonly RatedPair[],
  fold: number,
  seed: number,
): { scored: Scored[]; learned: readonly string[] } {
  const isHeldOut = ({ rater, rated }: RatedPair) => foldOf(rater, rated, seed) === fold
  const known = pairs.filter((pair) => !isHeldOut(pair))
  const counts = { giving: new Map<string, Counts>(), getting: new Map<string, Counts>() }
  const add = (rate: Rate, id: string, liked: boolean) => {
    const { cards, likes } = counts[rate].get(id) ?? noCounts
    counts[rate].set(id, { cards: cards + 1, likes: likes + Number(liked) })
  }
  for (const { rater, rated, liked } of known) {
    add('giving', rater, liked)
    add('getting', rated, liked)
  }
  const share = known.filter(({ liked }) => liked).length / known.length
  const usual_rate = Math.min(0.99, Math.max(0.01, share))
  const intercept = weights.intercept + logit(usual_rate) - logit(weights.usual_rate)
  const local: Weights = { ...weights, usual_rate, intercept }
  const rate = (which: Rate, id: string): number => {
    const { cards, likes } = counts[which].get(id) ?? noCounts
    return likeRate(local, cards, likes)
  }
  const ratesOf = (id: string): Rates => ({ giving: rate('giving', id), getting: rate('getting', id) })
  const raters = new Map([...new Set(known.map(({ rater }) => rater))].map((id, at) => [id, at]))
  const cards = known.map(
    (pair): ShownCard => ({
      fold: (raters.get(pair.rater) as number) % FOLDS,
      rates: ratesPart(local, rate('giving', pair.rater), rate('getting', pair.rated)),
      features: pairFeatures(pair.ageGap, pair.band, pair.goals, pair.sharedTags, pair.sharesLanguage),
      liked: pair.liked,
    }),
  )
  const { pair: learnedPair, learned } = drain(learnPairWeights(weights.pair, cards))
  const part = (from: Weights, { ageGap, band, goals, sharedTags, sharesLanguage }: RatedPair) =>
    pairPart(from, ageGap, band, goals, sharedTags, sharesLanguage)
  const scored = pairs.filter(isHeldOut).map((pair) => ({
    pair,
    rater: ratesOf(pair.rater),
    rated: ratesOf(pair.rated),
    weights: local,
    profiles: {
      'own rates alone': 0,
      'starting weights': part(local, pair),
      'learned weights': part({ ...local, pair: learnedPair }, pair),
    },
  }))
  return { scored, learned }
}

const chance = (one: Scored, variant: Variant, giving = one.rater.giving, getting = one.rated.getting) =>
  logistic(ratesPart(one.weights, giving, getting) + one.profiles[variant])

type Both = readonly [one: Scored, back: Scored]
const isMutual = ([one, back]: Both): boolean => one.pair.liked && back.pair.liked
const combinations = {
  'harmonic mean': harmonicMean,
  product: (one: number, other: number) => one * other,
}
type Combination = keyof typeof combinations
const combinationNames = Object.keys(combinations) as Combination[]

function scoreSplit(scored: readonly Scored[]): Scores {
  const byPair = new Map(scored.map((one) => [`${one.pair.rater} ${one.pair.rated}`, one]))
  /** Each pair rated both ways appears twice, once for each rater, so that the order of ids does not matter. */
  const both = scored.flatMap((one): Both[] => {
    const back = byPair.get(`${one.pair.rated} ${one.pair.rater}`)
    return back ? [[one, back]] : []
  })
  const sides = [...new Set(scored.map(({ pair }) => pair.side))].filter((side) => side !== '').sort()
  const likes = (value: (one: Scored) => number, side?: string) =>
    areaUnderCurve(
      scored
        .filter(({ pair }) => side === undefined || pair.side === side)
        .map((one) => [value(one), one.pair.liked]),
    )
  const mutual = (value: (pair: Both) => number, side?: string) =>
    areaUnderCurve(
      both
        .filter(([one]) => side === undefined || one.pair.side === side)
        .map((pair) => [value(pair), isMutual(pair)]),
    )
  const combined =
    (how: Combination, variant: Variant) =>
    ([one, back]: Both) =>
      combinations[how](chance(one, variant), chance(back, variant))
  const own = ownCandidates(scored, both)
  return {
    'AUC of likes': {
      'how readily the rater likes': likes(({ rater }) => rater.giving),
      'how readily the rated is liked': likes(({ rated }) => rated.getting),
      'profiles alone, starting weights': likes(({ profiles }) => profiles['starting weights']),
      'profiles alone, learned weights': likes(({ profiles }) => profiles['learned weights']),
      ...named(variants, (variant) => [`chance of a like, ${variant}`, likes((one) => chance(one, variant))]),
      ...named(sides, (side) => [
        `the same by raters ${side}`,
        likes((one) => chance(one, 'learned weights'), side),
      ]),
    },
    'AUC of mutual likes, for pairs rated both ways': {
      'one direction': mutual(([one]) => chance(one, 'learned weights')),
      ...named(sides, (side) => [
        `the direction of raters ${side}`,
        mutual(([one]) => chance(one, 'learned weights'), side),
      ]),
      ...named(combinationNames, (how) =>
        variants.map((variant) => [`${how}, ${variant}`, mutual(combined(how, variant))] as const),
      ),
    },
    ...own,
  }
}

type Row = readonly [name: string, value: number]
const named = <T>(from: readonly T[], row: (one: T) => Row | readonly Row[]): Record<string, number> =>
  Object.fromEntries(
    from.flatMap((one): Row[] => {
      const rows = row(one)
      return typeof rows[0] === 'string' ? [rows as Row] : [...(rows as readonly Row[])]
    }),
  )

type Ranked = readonly (readonly [score: number, label: boolean])[]

/**
 * How each person's candidates are ordered. Their own rates have to be the same for all candidates: with rates by fold
 * they would be lower exactly where a like is held out. So these are averaged over the folds.
 */
function ownCandidates(scored: readonly Scored[], both: readonly Both[]): Scores {
  const ratings = groupBy(scored, ({ pair }) => pair.rater)
  const mutual = groupBy(both, ([one]) => one.pair.rater)
  const average = (rater: string, rate: Rate): number => {
    const mine = ratings.get(rater) ?? []
    return mine.reduce((sum, one) => sum + one.rater[rate], 0) / Math.max(1, mine.length)
  }
  const rank = (score: (one: Scored, giving: number) => number): Ranked[] =>
    [...ratings].map(([rater, mine]) => {
      const giving = average(rater, 'giving')
      return mine.map((one) => [score(one, giving), one.pair.liked] as const)
    })
  const rankMutual = (score: (pair: Both, giving: number, getting: number) => number): Ranked[] =>
    [...mutual].map(([rater, mine]) => {
      const [giving, getting] = [average(rater, 'giving'), average(rater, 'getting')]
      return mine.map((pair) => [score(pair, giving, getting), isMutual(pair)] as const)
    })
  const combined =
    (how: Combination, variant: Variant) =>
    ([one, back]: Both, giving: number, getting: number) =>
      combinations[how](chance(one, variant, giving), chance(back, variant, undefined, getting))
  const likes = named(variants, (variant) => [
    `likes, ${variant}`,
    meanOf(
      rank((one, giving) => chance(one, variant, giving)),
      areaUnderCurve,
    ),
  ])
  const rankings = combinationNames.flatMap((how) =>
    variants.map((variant) => [`${how}, ${variant}`, rankMutual(combined(how, variant))] as const),
  )
  const best = rank((one, giving) => chance(one, 'learned weights', giving))
  return {
    'AUC within each person’s own candidates (mean over people)': {
      ...likes,
      ...named(rankings, ([name, ranked]) => [`mutual likes, ${name}`, meanOf(ranked, areaUnderCurve)]),
    },
    'Share of first suggestions that are liked': {
      'by chance': meanOf(best, shareOf),
      'chance of a like, learned weights': meanOf(best, firstHit),
    },
    'Share of first suggestions with a mutual like': {
      'by chance': meanOf(rankings[0]?.[1] ?? [], shareOf),
      ...named(rankings, ([name, ranked]) => [name, meanOf(ranked, firstHit)]),
    },
  }
}

function groupBy<T>(from: readonly T[], key: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of from) {
    const group = groups.get(key(one))
    if (group) group.push(one)
    else groups.set(key(one), [one])
  }
  return groups
}

/** The mean over the people who have such a value. */
function meanOf(ranked: readonly Ranked[], value: (one: Ranked) => number): number {
  const values = ranked.filter(({ length }) => length > 1).map(value)
  const known = values.filter((one) => !Number.isNaN(one))
  return known.reduce((sum, one) => sum + one, 0) / known.length
}

const shareOf = (ranked: Ranked): number => ranked.filter(([, label]) => label).length / ranked.length

/** With several best candidates, the share of hits among them. */
function firstHit(ranked: Ranked): number {
  const best = Math.max(...ranked.map(([score]) => score))
  return shareOf(ranked.filter(([score]) => score === best))
}

/**
 * The chance that a random positive scores above a random negative. Ties count half.
 * @internal exported for its test
 */
export function areaUnderCurve(scored: Ranked): number {
  const sorted = [...scored].sort((a, b) => a[0] - b[0])
  const positives = sorted.filter(([, label]) => label).length
  const negatives = sorted.length - positives
  let ranks = 0
  for (let from = 0; from < sorted.length; ) {
    let to = from
    while (to < sorted.length && sorted[to]?.[0] === sorted[from]?.[0]) to++
    const middle = (from + 1 + to) / 2
    for (let at = from; at < to; at++) if (sorted[at]?.[1]) ranks += middle
    from = to
  }
  return positives === 0 || negatives === 0
    ? Number.NaN
    : (ranks - (positives * (positives + 1)) / 2) / (positives * negatives)
}
