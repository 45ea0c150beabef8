// Learns how much the rates of likes and the last visit count (server/src/features/browse/suggestions/matching/weights.json)
// from a simulated town:
//   npm run learn-weights            with -- check, it only prints them
// The starting weights of the profile features stay as they are, because the town's taste is invented; each site learns its
// own. The town differs from the one that bench:suggest measures (another seed).
import { writeFileSync } from 'node:fs'
import { drain } from '@rosella/server/features/browse/suggestions/matching/assign'
import {
  findCandidates,
  suggestablePools,
} from '@rosella/server/features/browse/suggestions/matching/find-candidates'
import { fitLogistic } from '@rosella/server/features/browse/suggestions/matching/learn-pair-weights'
import {
  ageGapOf,
  bandOr,
  goalsOfPair,
  pairPart,
} from '@rosella/server/features/browse/suggestions/matching/score'
import {
  absenceClass,
  absenceClasses,
  likeRate,
  logistic,
  type Weights,
  weights,
} from '@rosella/server/features/browse/suggestions/matching/weights'
import type { Policy } from './suggest-town/policies'
import { simulate } from './suggest-town/simulate'
import { attends, buildTown, coin, DAY, likes } from './suggest-town/town'
import { sized } from './tiny'

const [SIZE, DAYS, SEED] = [sized(4000, 120), sized(21, 10), 2026]
const COUNTED_FROM = 7
const PRIORS = [5, 10, 20, 40, 80]

interface Sample {
  saw: number
  sent: number
  shown: number
  liked: number
  /** The part of the score that comes from the profiles, with their starting weights. */
  pair: number
  isLiked: boolean
}
const samples: Sample[] = []
/** By absenceClass: how many members there were on all mornings, and how many visited that day and that week. */
const attendance = Array.from({ length: absenceClasses }, () => ({ all: 0, today: 0, week: 0 }))

/** A random choice among all matches, so that the samples do not depend on earlier weights. */
const byChance: Policy = (world, table, day) => {
  const { targeted, others } = drain(suggestablePools(table, world.town.bandsFrom))
  const found = new Map<number, number[]>()
  for (let viewer = 0; viewer < table.size; viewer++) {
    const id = table.ids[viewer] as number
    const person = world.person(id)
    const mine = world.of(id)
    countAttendance(day - mine.lastActive, attends(person, day), () =>
      Array.from({ length: 7 }, (_, n) => attends(person, day + n)).includes(true),
    )
    if (!world.isPresent(id, day)) continue
    const near = [targeted, others].map((pools) =>
      pools.poolFor(table.orientation[viewer] as number, table.town[viewer] as number),
    )
    const start = coin(id, day, 7)
    const all = near.flatMap((pool) => {
      const { slots, bands } = findCandidates(table, viewer, pool, world.known(id), { most: 40, start })
      return slots.map((slot, n) => [slot, bands[n] as number] as const)
    })
    const chosen = all.sort(([a], [b]) => coin(id, a, day) - coin(id, b, day)).slice(0, 14)
    found.set(
      viewer,
      chosen.map(([slot]) => slot),
    )
    if (day < COUNTED_FROM) continue
    for (const [slot, band] of chosen) {
      const other = table.ids[slot] as number
      const theirs = world.of(other)
      samples.push({
        saw: mine.saw,
        sent: mine.sent,
        shown: theirs.shown,
        liked: theirs.liked,
        pair: pairPart(
          weights,
          ageGapOf(table, viewer, slot),
          bandOr(band),
          goalsOfPair(table, viewer, slot),
          table.sharedTags(viewer, slot),
          table.sharesLanguage(viewer, slot),
        ),
        isLiked: likes(world.town, person, world.person(other)),
      })
    }
  }
  return found
}

function countAttendance(daysAway: number, today: boolean, week: () => boolean): void {
  const row = attendance[absenceClass((daysAway - 0.5) * DAY)]
  if (!row) return
  row.all++
  if (today) row.today++
  if (week()) row.week++
}

simulate(buildTown(SIZE, DAYS, SEED), DAYS, byChance)
const usual_rate = samples.filter(({ isLiked }) => isLiked).length / samples.length
const fits = PRIORS.map((prior_cards) => {
  const base: Weights = { ...weights, usual_rate, prior_cards }
  const rows = samples.map(({ saw, sent, shown, liked, pair }) => [
    1,
    likeRate(base, saw, sent),
    likeRate(base, shown, liked),
    pair,
  ])
  const fit = drain(
    fitLogistic(
      rows.length,
      (n) => rows[n] as number[],
      (n) => samples[n]?.isLiked === true,
      [0, 0, 0, 1],
      // The part of the profiles keeps its factor of 1.
      [1e-6, 1e-6, 1e-6, 1e12],
    ),
  )
  const loss = rows.reduce((sum, row, n) => {
    const chance = logistic(row.reduce((z, value, at) => z + value * (fit[at] as number), 0))
    return sum - Math.log(samples[n]?.isLiked ? chance : 1 - chance)
  }, 0)
  return { prior_cards, fit, loss: loss / rows.length }
})
const best = fits.reduce((a, b) => (b.loss < a.loss ? b : a))
const round = (value: number) => Math.round(value * 10_000) / 10_000
const [intercept = 0, giving = 0, getting = 0] = best.fit.map(round)
const share = (part: 'today' | 'week') =>
  attendance.map((row) => round(row.all < 20 ? 0.01 : row[part] / row.all))
const learnt: Weights = {
  version: weights.version + 1,
  learnt_from: `${samples.length} cards shown by chance in a simulated town of ${SIZE} (bench/suggest-town, seed ${SEED}); no real members`,
  intercept,
  giving,
  getting,
  pair: weights.pair,
  usual_rate: round(usual_rate),
  prior_cards: best.prior_cards,
  attendance_within_week: share('week'),
  attendance_today: share('today'),
}
if (!process.argv.includes('check'))
  writeFileSync(
    new URL('../server/src/features/browse/suggestions/matching/weights.json', import.meta.url),
    `${JSON.stringify(learnt, null, 2)}\n`,
  )
process.stdout.write(`${JSON.stringify({ ...learnt, loss: best.loss }, null, 2)}\n`)
