import { GOALS, type GoalsOfPair, USUAL } from '@rosella/server/features/browse/suggestions/matching/score'

export interface RatedPair {
  rater: string
  rated: string
  liked: boolean
  /** The rater's gender or another group of raters, or empty. */
  side: string
  ageGap: number
  band: number
  goals: GoalsOfPair
  sharedTags: number
  sharesLanguage: number
}

/** The column names of the public speed-dating data (Columbia, 2002 to 2004). */
const alsoCalled: Record<string, string> = { rater: 'iid', rated: 'pid', liked: 'dec', side: 'gender' }

const goalsOf = (value: number): GoalsOfPair =>
  value > 0 ? GOALS.same : value < 0 ? GOALS.clash : GOALS.open

/** '11' and '11.0' are the same person. */
const idOf = (cell: string): string =>
  cell === '' || Number.isNaN(Number(cell)) ? cell : String(Number(cell))

/** Parses CSV with a header line. Empty cells get typical values; rows without a rater, rated or liked are left out. */
export function readPairs(csv: string): RatedPair[] {
  const [head = '', ...lines] = csv.split(/\r?\n/).filter((line) => line.trim() !== '')
  const names = cellsOf(head).map((name) => name.toLowerCase())
  const placeOf = (name: string): number => {
    const place = names.indexOf(name)
    return place < 0 ? names.indexOf(alsoCalled[name] ?? name) : place
  }
  for (const needed of ['rater', 'rated', 'liked'])
    if (placeOf(needed) < 0) throw new Error(`The file has no column ${needed}.`)
  return lines.flatMap((line) => {
    const cells = cellsOf(line)
    const cell = (name: string): string => cells[placeOf(name)] ?? ''
    const number = (name: string, usual: number): number =>
      cell(name) === '' || Number.isNaN(Number(cell(name))) ? usual : Number(cell(name))
    const [rater, rated, liked] = [idOf(cell('rater')), idOf(cell('rated')), number('liked', Number.NaN)]
    if (rater === '' || rated === '' || Number.isNaN(liked)) return []
    const gap = Math.abs(number('age', Number.NaN) - number('age_o', Number.NaN))
    return {
      rater,
      rated,
      liked: liked === 1,
      side: cell('side'),
      ageGap: number('age_gap', Number.isNaN(gap) ? USUAL.ageGap : gap),
      band: number('band', USUAL.band),
      goals: goalsOf(number('goals', 0)),
      sharedTags: number('shared_tags', 0),
      sharesLanguage: number('shares_language', 0),
    }
  })
}

/** The cells of a line. A cell in quotes may contain commas. */
const cellsOf = (line: string): string[] =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
    (quoted?.replaceAll('""', '"') ?? plain).trim(),
  )
