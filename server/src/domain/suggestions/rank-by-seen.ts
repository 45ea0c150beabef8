import type { Roster } from './roster'

/**
 * Where each member stands by how often they were seen this week, into the roster: 0 the least, 1 the most, and those
 * seen alike in the middle of their own; and how unevenly they were seen, the Gini of it.
 */
export function* rankBySeen(roster: Roster): Generator<void> {
  const members = new Map<number, number>()
  let all = 0
  for (let slot = 0; slot < roster.size; slot++) {
    if (slot % 500 === 0) yield
    if (roster.suggestable[slot] === 0) continue
    const seen = roster.seenWeek[slot] as number
    members.set(seen, (members.get(seen) ?? 0) + 1)
    all++
  }
  const ranks = new Map<number, number>()
  let [below, looks, weighted] = [0, 0, 0]
  for (const [seen, count] of [...members].sort(([a], [b]) => a - b)) {
    const rank = (below + count / 2) / all
    ranks.set(seen, rank)
    below += count
    looks += seen * count
    weighted += seen * count * rank
  }
  roster.seenGini = looks > 0 ? (2 * weighted) / looks - 1 : 0
  for (let slot = 0; slot < roster.size; slot++) {
    if (slot % 500 === 0) yield
    roster.seenRank[slot] = ranks.get(roster.seenWeek[slot] as number) ?? 0.5
  }
}
