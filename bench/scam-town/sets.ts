import { type Conversation, readTown } from './read-town'

/** Both halves together have so many conversations of each script, and so many of each theme. */
const OF_EACH = { scam: 25, innocent: 20 }

/** All that may be read, by who wrote it. Halves that were retired are the last of each file of practice, in order. */
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
    const here = practice.filter((one) => one.about === about)
    const label = here[0]?.label ?? 'innocent'
    const half = OF_EACH[label] - first.filter((one) => one.about === about).length
    sets.practice?.push(...here.slice(0, -2 * half))
    sets['retired half']?.push(...here.slice(-2 * half, -half))
    sets['half retired next']?.push(...here.slice(-half))
  }
  return sets
}
