import { GOALS, type GoalsOfPair, USUAL } from '@rosella/server/features/browse/suggestions/matching/score'

export interface RatedPair {
  rater: string
  rated: string
  liked: boolean
  ageGap: number
  band: number
  goals: GoalsOfPair
  sharedTags: number
  sharesLanguage: number
}

const goalsOf = (value: number): GoalsOfPair =>
  value > 0 ? GOALS.same : value < 0 ? GOALS.clash : GOALS.open

/** Parses CSV with a header line. Empty cells get typical values. */
export function readPairs(csv: string): RatedPair[] {
  const [head = '', ...lines] = csv.split(/\r?\n/).filter((line) => line.trim() !== '')
  const names = head.split(',').map((name) => name.trim().toLowerCase())
  for (const needed of ['rater', 'rated', 'liked'])
    if (!names.includes(needed)) throw new Error(`The file has no column ${needed}.`)
  return lines.map((line) => {
    const cells = line.split(',').map((cell) => cell.trim())
    const cell = (name: string): string => cells[names.indexOf(name)] ?? ''
    const number = (name: string, usual: number): number => (cell(name) === '' ? usual : Number(cell(name)))
    return {
      rater: cell('rater'),
      rated: cell('rated'),
      liked: cell('liked') === '1',
      ageGap: number('age_gap', USUAL.ageGap),
      band: number('band', USUAL.band),
      goals: goalsOf(number('goals', 0)),
      sharedTags: number('shared_tags', 0),
      sharesLanguage: number('shares_language', 0),
    }
  })
}
