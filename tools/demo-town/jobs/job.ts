import type { Setting } from '../places'

/** An occupation with two sentences about it. Education and income are codes of the product. */
export interface Job {
  title: string
  from: number
  to: number
  education: '1' | '2' | '3'
  income: 'l' | 'a' | 'h'
  settings: readonly Setting[] | null
  lines: readonly string[]
}

type Level = `${'1' | '2' | '3'}${'l' | 'a' | 'h'}`

/** `level` combines education and income: '3h' is university and high. */
export function job(
  title: string,
  [from, to]: readonly [number, number],
  level: Level,
  lines: readonly string[],
  settings: readonly Setting[] | null = null,
): Job {
  return {
    title,
    from,
    to,
    education: level[0] as Job['education'],
    income: level[1] as Job['income'],
    settings,
    lines,
  }
}
