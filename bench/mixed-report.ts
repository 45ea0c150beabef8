import type { Measured } from './mixed-driver'

/** The servers at one time: megabytes after garbage collection, and the event-loop delay since the start. */
export interface Sample {
  at: number
  load: number
  rss: number
  heap: number
  delay: { p50: number; p99: number; max: number }
}

/** Memory may vary. Growth above this, from the middle third to the last, counts as a leak. */
const GROWTH = { heap: 0.05, rss: 0.1 }

const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
const quantile = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0

export function printKinds({ kinds, samples, undelivered }: Measured, seconds: number): void {
  console.log('| | count | a second | p50 ms | p99 ms | max ms | errors |\n|---|---|---|---|---|---|---|')
  for (const [kind, { times, errors }] of Object.entries(kinds).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const sorted = [...times].sort((a, b) => a - b)
    const cells = [0.5, 0.99, 1].map((share) => quantile(sorted, share).toFixed(1))
    console.log(
      `| ${[kind, times.length, (times.length / seconds).toFixed(1), ...cells, errors].join(' | ')} |`,
    )
  }
  for (const [name, count] of Object.entries(undelivered)) console.log(`${name}: ${count} not delivered`)
  for (const sample of samples) console.log(`  ${sample}`)
}

export function printSamples(samples: Sample[]): void {
  console.log('\n| second | rss MB | heap MB | load |\n|---|---|---|---|')
  for (const { at, rss, heap, load } of samples)
    console.log(`| ${at.toFixed(0)} | ${rss.toFixed(0)} | ${heap.toFixed(1)} | ${load.toFixed(1)} |`)
  const delay = samples.at(-1)?.delay
  if (delay)
    console.log(
      `\nevent-loop delay, ms: p50 ${delay.p50.toFixed(1)}, p99 ${delay.p99.toFixed(1)}, max ${delay.max.toFixed(0)}`,
    )
}

export function isFlat(samples: Sample[]): { ok: boolean; summary: string } {
  const third = Math.floor(samples.length / 3)
  const growth = (key: 'heap' | 'rss') => {
    const of = (part: Sample[]) => mean(part.map((sample) => sample[key]))
    return of(samples.slice(-third)) / of(samples.slice(-2 * third, -third)) - 1
  }
  const [heap, rss] = [growth('heap'), growth('rss')]
  const percent = (share: number) => `${share < 0 ? '' : '+'}${(100 * share).toFixed(1)} %`
  return {
    ok: heap <= GROWTH.heap && rss <= GROWTH.rss,
    summary: `memory of the last third against the middle third: heap ${percent(heap)}, rss ${percent(rss)}`,
  }
}
