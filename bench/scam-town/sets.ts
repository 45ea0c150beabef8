import { type Conversation, readTown } from './read-town'

/** The two halves together have this many conversations of each script and theme. */
const OF_EACH = { scam: 25, innocent: 20 }

/** All conversations that may be read, by author. Retired halves are at the end of each practice file, in order. */
export function readSets(): Record<string, Conversation[]> {
  const first = readTown('first-half')
  const practice = readTown('practice')
  const sets: Record<string, Conversation[]> = {
    'first half': first,
    practice: [],
    'retired half': [],
    'half retired next': [],
  }
  for (const about of new Set(practice.map((one) => one.about))) {
    const mine = practice.filter((one) => one.about === about)
    const label = mine[0]?.label ?? 'innocent'
    const half = OF_EACH[label] - first.filter((one) => one.about === about).length
    sets.practice?.push(...mine.slice(0, -2 * half))
    sets['retired half']?.push(...mine.slice(-2 * half, -half))
    sets['half retired next']?.push(...mine.slice(-half))
  }
  return sets
}
