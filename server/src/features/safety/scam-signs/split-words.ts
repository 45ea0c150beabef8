import { foldText } from './fold-text'

/** The words of a text, and before each the (shortened) characters between it and the previous word. */
export interface Words {
  words: string[]
  between: string[]
  /** Positions of words that were spelt letter by letter. */
  joined: number[]
}

const PIECE = /[a-z0-9@$€£%+'&!|]+|[^a-z0-9@$€£%+'&!|]+/g
const WORD = /[a-z0-9@$€£%+]/
const END = /[.!?;:\n]/
const SINGLE = /^[a-z0-9$@!|]$/
const EDGES = "'!|&"
/** Longer gaps do not occur in spelt-out names or numbers. */
const LONGEST_GAP = 6
const SPELT_LETTERS = 4

/** Folds a text and splits it in one pass. */
export function splitWords(text: string): Words {
  const words: string[] = []
  const between: string[] = []
  let gap = ' '
  for (const piece of foldText(text).match(PIECE) ?? []) {
    const word = trimEdges(piece)
    if (word === '' || !WORD.test(word.charAt(0))) {
      gap += piece
      continue
    }
    const last = words.at(-1)
    if (gap === ',' && /^[0-9]{3}$/.test(word) && last !== undefined && /[0-9]$/.test(last)) {
      words[words.length - 1] = last + word
    } else {
      words.push(word)
      between.push(gap.length > LONGEST_GAP ? `     ${END.test(gap) ? '.' : ''} ` : gap)
    }
    gap = piece.endsWith('!') ? '!' : ''
  }
  return joinLetters(words, between)
}

function trimEdges(piece: string): string {
  let [start, end] = [0, piece.length]
  while (start < end && EDGES.includes(piece.charAt(start))) start++
  while (end > start && EDGES.includes(piece.charAt(end - 1))) end--
  return piece.slice(start, end)
}

/** Letters separated by spaces, dots or dashes form a word: "w h a t s a p p", "t.e.l.e". */
function joinLetters(given: readonly string[], gaps: readonly string[]): Words {
  const words: string[] = []
  const between: string[] = []
  const joined: number[] = []
  for (let at = 0; at < given.length; ) {
    let end = at
    while (end < given.length && isLetterOf(given[end], end === at ? ' ' : gaps[end])) end++
    const run = given.slice(at, end)
    between.push(gaps[at] ?? ' ')
    if (run.length >= SPELT_LETTERS && run.some((letter) => letter >= 'a')) {
      joined.push(words.length)
      words.push(run.join(''))
      at = end
    } else {
      words.push(given[at] ?? '')
      at++
      // The rest of a short run is ordinary words, so it is not checked again.
      for (; at < end; at++) {
        words.push(given[at] ?? '')
        between.push(gaps[at] ?? ' ')
      }
    }
  }
  return { words, between, joined }
}

const isLetterOf = (word: string | undefined, gap: string | undefined): boolean =>
  word !== undefined && SINGLE.test(word) && gap !== undefined && gap.length <= 3 && !gap.includes('\n')
