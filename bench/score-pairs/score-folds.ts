import {
  chanceOfLike,
  harmonicMean,
  pairPart,
} from '@rosella/server/features/browse/suggestions/matching/score'
import { likeRate, weights } from '@rosella/server/features/browse/suggestions/matching/weights'
import type { RatedPair } from './read-pairs'

const FOLDS = 5

/** Both directions of a pair are in the same fold, so that neither leaks into the other. */
function foldOf(one: string, other: string): number {
  let hash = 7
  for (const letter of [one, other].sort().join(' '))
    hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return hash % FOLDS
}

type Scores = Record<'profiles' | 'giving' | 'getting' | 'chance', number>

interface Scored {
  pair: RatedPair
  scores: Scores
}

/** Uses the site's weights. Only the rates are computed from the file, from the other four fifths. */
export function scoreFolds(pairs: readonly RatedPair[]) {
  const scored = Array.from({ length: FOLDS }, (_, fold) => scoreFold(pairs, fold)).flat()
  const byPair = new Map(scored.map((one) => [`${one.pair.rater} ${one.pair.rated}`, one]))
  const likes = (name: keyof Scores) =>
    areaUnderCurve(scored.map(({ pair, scores }) => [scores[name], pair.liked]))
  const both = scored.flatMap((one) => {
    const back = byPair.get(`${one.pair.rated} ${one.pair.rater}`)
    return back && one.pair.rater < one.pair.rated ? [[one, back] as const] : []
  })
  const mutual = (value: (one: Scores, back: Scores) => number) =>
    areaUnderCurve(
      both.map(([one, back]) => [value(one.scores, back.scores), one.pair.liked && back.pair.liked]),
    )
  return {
    likes: {
      'profiles alone': likes('profiles'),
      'how readily the rater likes': likes('giving'),
      'how readily the rated is liked': likes('getting'),
      'chance of a like': likes('chance'),
    },
    mutual: {
      'profiles alone': mutual((one) => one.profiles),
      'one direction': mutual((one) => one.chance),
      'the other direction': mutual((_one, back) => back.chance),
      'harmonic mean of both': mutual((one, back) => harmonicMean(one.chance, back.chance)),
    },
  }
}

interface Counts {
  cards: number
  likes: number
}

function scoreFold(pairs: readonly RatedPair[], fold: number): Scored[] {
  const gave = new Map<string, Counts>()
  const got = new Map<string, Counts>()
  const known = pairs.filter(({ rater, rated }) => foldOf(rater, rated) !== fold)
  for (const { rater, rated, liked } of known) {
    for (const [counts, id] of [
      [gave, rater],
      [got, rated],
    ] as const) {
      const count = counts.get(id) ?? { cards: 0, likes: 0 }
      counts.set(id, { cards: count.cards + 1, likes: count.likes + Number(liked) })
    }
  }
  const usual_rate = Math.min(0.99, Math.max(0.01, known.filter(({ liked }) => liked).length / known.length))
  const local = { ...weights, usual_rate }
  const rate = (counts: Counts = { cards: 0, likes: 0 }) => likeRate(local, counts.cards, counts.likes)
  return pairs
    .filter(({ rater, rated }) => foldOf(rater, rated) === fold)
    .map((pair) => {
      const [giving, getting] = [rate(gave.get(pair.rater)), rate(got.get(pair.rated))]
      const profiles = pairPart(
        local,
        pair.ageGap,
        pair.band,
        pair.goals,
        pair.sharedTags,
        pair.sharesLanguage,
      )
      return {
        pair,
        scores: { profiles, giving, getting, chance: chanceOfLike(local, giving, getting, profiles) },
      }
    })
}

/**
 * The chance that a random positive scores above a random negative. Ties count half.
 * @internal exported for its test
 */
export function areaUnderCurve(scored: readonly (readonly [score: number, label: boolean])[]): number {
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
