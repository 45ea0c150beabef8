// `npm run bench:questions [members …]`: how often the shown match is above the truth, beside the plain share and the
// formulas of OkCupid and Compass on the same pairs; what attackers gain; and time and memory of the published answers.
import { questions } from '@rosella/contract/questions/questions'
import { Answers, type Direction, matchOf, type PublishedAnswer } from '@rosella/server/search-index/answers'
import { allOf, questionTown, seeded } from '@rosella/testkit/question-town'
import { sized } from './tiny'

const SIZES = [10, 20, 50, 100]
/** Pairs of each kind of attacker. */
const ATTACKED = sized(5000, 50)
const PAIRS = sized(20_000, 200)

/** One side's outcomes in a pair: whether the other satisfies it, how much it matters (0, 1, 2), and whether one answer only is accepted. */
interface Outcome {
  ok: boolean
  importance: number
  strict: boolean
}
type Formula = (mine: readonly Outcome[], theirs: readonly Outcome[]) => number

const weigh = (outcomes: readonly Outcome[], weights: readonly number[], onlyOk = false, power = 1): number =>
  outcomes.reduce(
    (sum, { ok, importance }) => sum + (onlyOk && !ok ? 0 : (weights[importance] ?? 0) ** power),
    0,
  )
const share = (outcomes: readonly Outcome[], weights: readonly number[]): number => {
  const all = weigh(outcomes, weights)
  return all === 0 ? 0 : weigh(outcomes, weights, true) / all
}
const directionOf = (outcomes: readonly Outcome[]): Direction => ({
  asked: outcomes.length,
  satisfied: outcomes.filter(({ ok }) => ok).length,
  strict: outcomes.filter(({ ok, strict }) => ok && strict).length,
  askedWeight: weigh(outcomes, [1, 2, 3]),
  satisfiedWeight: weigh(outcomes, [1, 2, 3], true),
  squares: weigh(outcomes, [1, 2, 3], false, 2),
})
/** As published by OkCupid (weights 0, 1, 10, 50, 250) and in the code of Compass (weights 0, 1, 5, 25). */
const OKCUPID = [1, 10, 50]
const COMPASS = [1, 5, 25]
const compassSide = (outcomes: readonly Outcome[]): number => {
  const towardsHalf = Math.max(25 - 2.5 * Math.sqrt(outcomes.length), 0)
  return (weigh(outcomes, COMPASS, true) + towardsHalf / 2) / (weigh(outcomes, COMPASS) + towardsHalf)
}

const formulas: Record<string, Formula> = {
  Rosella: (mine, theirs) => matchOf(directionOf(mine), directionOf(theirs)),
  'plain share': (mine, theirs) => 100 * Math.sqrt(share(mine, [1, 1, 1]) * share(theirs, [1, 1, 1])),
  'OkCupid, without importance': (mine, theirs) =>
    100 * (Math.sqrt(share(mine, [1, 1, 1]) * share(theirs, [1, 1, 1])) - 1 / mine.length),
  'OkCupid, with importance': (mine, theirs) =>
    100 * (Math.sqrt(share(mine, OKCUPID) * share(theirs, OKCUPID)) - 1 / mine.length),
  Compass: (mine, theirs) => 100 * Math.sqrt(compassSide(mine) * compassSide(theirs)),
}

/**
 * Pairs whose true shares are known: each direction's is drawn between 20 and 95 %, and both depend partly on the same
 * luck, because an answer that pleases one often pleases the other.
 */
function coverage(): void {
  const next = seeded(40)
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next())
  const importance = () => [0, 0, 0, 1, 1, 1, 1, 1, 2, 2][Math.floor(next() * 10)] as number
  console.log(`Too high (shown above the true match), and the average shown minus true, ${PAIRS} pairs each`)
  for (const n of SIZES) {
    const found = Object.fromEntries(Object.keys(formulas).map((name) => [name, { above: 0, gap: 0 }]))
    for (let pair = 0; pair < PAIRS; pair++) {
      const truth = [0.2 + 0.75 * next(), 0.2 + 0.75 * next()] as const
      const sides: [Outcome[], Outcome[]] = [[], []]
      for (let q = 0; q < n; q++) {
        const common = normal()
        for (const side of [0, 1] as const) {
          const luck = 0.5 * common + Math.sqrt(0.75) * normal()
          sides[side].push({
            ok: luck < quantile(truth[side]),
            importance: importance(),
            strict: next() < 0.4,
          })
        }
      }
      const true_ = 100 * Math.sqrt(truth[0] * truth[1])
      for (const [name, formula] of Object.entries(formulas)) {
        const shown = formula(...sides)
        const row = found[name] as { above: number; gap: number }
        if (shown > true_) row.above++
        row.gap += shown - true_
      }
    }
    for (const [name, { above, gap }] of Object.entries(found))
      console.log(
        `${String(n).padStart(4)}  ${name.padEnd(28)} ${((100 * above) / PAIRS).toFixed(1).padStart(5)} %  ${(gap / PAIRS).toFixed(1).padStart(6)}`,
      )
  }
}

/** The inverse of the normal distribution, by bisection of its integral, in a table. */
const quantiles = (() => {
  const table: number[] = []
  let [x, sum] = [-6, 0]
  const step = 0.0005
  for (let p = 0; p <= 1000; p++) {
    while (sum < p / 1000 && x < 6) {
      sum += (step * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI)
      x += step
    }
    table.push(x)
  }
  return table
})()
function quantile(p: number): number {
  const at = p * 1000
  const [low, high] = [quantiles[Math.floor(at)] as number, quantiles[Math.ceil(at)] as number]
  return low + (high - low) * (at - Math.floor(at))
}

const between = (mine: readonly PublishedAnswer[], theirs: readonly PublishedAnswer[]): number => {
  const answers = new Answers()
  answers.put(1, mine)
  answers.put(2, theirs)
  return answers.from(1)?.(2).match ?? 0
}

/** The average number of each kind of member with honest ones, less that of an honest member. */
function attackers(): void {
  const kinds: Record<string, (town: ReturnType<typeof questionTown>) => PublishedAnswer[]> = {
    honest: (town) => town.honest(),
    'random answers': (town) => town.random(),
    'random answers, accepts everything': (town) => town.randomThatAcceptsAll(),
    'everything somewhat important': (town) => town.honest().map((answer) => ({ ...answer, importance: 1 })),
    'easy questions important': ({ honest, popularity }) =>
      honest().map((answer, at) => {
        const ease = (popularity[at] as number[]).reduce(
          (sum, each, choice) => sum + ((answer.accepts >> choice) & 1) * each,
          0,
        )
        return { ...answer, importance: ease > 0.7 ? 2 : ease > 0.4 ? 1 : 0 }
      }),
    'honest, but accepts all answers except one': (town) =>
      town.honest().map((answer) => {
        const others = allOf(answer) & ~(1 << answer.choice)
        return { ...answer, accepts: allOf(answer) & ~(others & -others) }
      }),
  }
  console.log('\nAverage number with honest members, and the gain over an honest member')
  for (const n of SIZES) {
    let base = 0
    for (const [name, make] of Object.entries(kinds)) {
      const town = questionTown(seeded(41))
      let sum = 0
      for (let pair = 0; pair < ATTACKED; pair++) {
        const ids = new Set(town.some(questions, n).map(({ id }) => id))
        const asked = (answers: PublishedAnswer[]) =>
          answers.filter(({ question_id }) => ids.has(question_id))
        sum += between(asked(make(town)), asked(town.honest()))
      }
      const average = sum / ATTACKED
      if (name === 'honest') base = average
      console.log(
        `${String(n).padStart(4)}  ${name.padEnd(44)} ${average.toFixed(1).padStart(5)}  ${(average - base).toFixed(1).padStart(6)}`,
      )
    }
  }
}

/** Time and memory of the published answers of a town where everybody shows 60. */
function sizes(towns: readonly number[]): void {
  console.log(
    '\nEverybody shows 60 answers; a comparison of one member with 5000 others, median and worst of 200',
  )
  for (const size of towns) {
    const town = questionTown(seeded(42))
    // Distinct sets for some, repeated for the rest: the row of a member has the same size whatever it contains.
    const sets = Array.from({ length: 2000 }, () => town.some(town.honest(), 60))
    global.gc?.()
    const before = process.memoryUsage()
    const answers = new Answers()
    const began = performance.now()
    for (let id = 1; id <= size; id++) answers.put(id, sets[id % sets.length] as PublishedAnswer[])
    const filled = performance.now() - began
    const after = process.memoryUsage()
    const times: number[] = []
    let checked = 0
    for (let run = 0; run < 220; run++) {
      const others = Uint32Array.from({ length: 5000 }, () => 1 + town.whole(size))
      const start = performance.now()
      const agreementWith = answers.from(1 + town.whole(size))
      for (const other of others) checked += agreementWith?.(other).match ?? 0
      if (run >= 20) times.push(performance.now() - start)
    }
    times.sort((a, b) => a - b)
    const held = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed
    console.log(
      `${size} members: filled in ${(filled / 1000).toFixed(1)} s, ${(answers.bytes / 1e6).toFixed(0)} MB ` +
        `(${Math.round(answers.bytes / size)} bytes each; the process grew by ${(held / 1e6).toFixed(0)} MB), ` +
        `5000 comparisons ${times[100]?.toFixed(2)} ms, worst ${times.at(-1)?.toFixed(2)} ms, average match ${(checked / 220 / 5000).toFixed(0)}`,
    )
  }
}

const towns = process.argv.slice(2).map(Number)
coverage()
attackers()
sizes(towns.length > 0 ? towns : [100_000, 1_000_000])
