import { expect, test, vi } from 'vitest'
import type { Family, ToWorker } from './messages'
import { restartPause } from './supervisor'
import { WorkerMetrics } from './worker-metrics'

test('the pause before a replacement grows up to 30 seconds', () => {
  const pauses = [1, 2, 3, 7, 30].map(restartPause)
  expect(pauses).toEqual([500, 1000, 2000, 30_000, 30_000])
})

const family = (name: string, type: string, value: number, aggregator = 'sum'): Family => ({
  ...{ name, type, aggregator, help: name },
  values: [{ value, labels: { route: '/' } }],
})

/** A worker that replies with these numbers as long as it is not hanging. */
class TestWorker {
  isListening = true
  isHanging = false
  requests = 0
  delay = 0.01

  constructor(private readonly metrics: WorkerMetrics) {}

  send(message: ToWorker): void {
    if (message.type === 'send-metrics' && !this.isHanging) this.report(message.id)
  }

  report(id: number): void {
    const families = [
      family('requests_total', 'counter', this.requests),
      family('nodejs_eventloop_lag_p99_seconds', 'gauge', this.delay, 'average'),
      family('rosella_backup_failed', 'gauge', 1, 'max'),
    ]
    this.metrics.receive(this, id, families)
  }
}

/** The values of a metric as "worker value". */
const valuesOf = (all: Family[][], name: string): string[] =>
  all
    .flat()
    .filter((each) => each.name === name)
    .flatMap(({ values }) => values.map(({ labels, value }) => `${labels.worker ?? 'site'} ${value}`))

test('a worker that hangs keeps its counters, has no gauges and is not up', async () => {
  vi.useFakeTimers()
  try {
    const metrics = new WorkerMetrics(['1', '2', '3'])
    const [one, two] = [new TestWorker(metrics), new TestWorker(metrics)]
    metrics.add(one, '1')
    metrics.add(two, '2')
    two.requests = 7
    two.delay = 0.4
    const before = await metrics.collect()
    expect(valuesOf(before, 'nodejs_eventloop_lag_p99_seconds')).toEqual(['1 0.01', '2 0.4'])
    expect(valuesOf(before, 'rosella_worker_up')).toEqual(['1 1', '2 1', '3 0'])
    expect(new Set(valuesOf(before, 'rosella_backup_failed'))).toEqual(new Set(['site 1']))

    two.isHanging = true
    const collecting = metrics.collect()
    await vi.advanceTimersByTimeAsync(400)
    const during = await collecting
    expect(valuesOf(during, 'rosella_worker_up')).toEqual(['1 1', '2 0', '3 0'])
    expect(valuesOf(during, 'requests_total')).toEqual(['1 0', '2 7'])
    expect(valuesOf(during, 'nodejs_eventloop_lag_p99_seconds')).toEqual(['1 0.01'])
  } finally {
    vi.useRealTimers()
  }
})

test('counters never decrease when a worker is replaced or crashes', async () => {
  const metrics = new WorkerMetrics(['1'])
  const [old, next] = [new TestWorker(metrics), new TestWorker(metrics)]
  metrics.add(old, '1')
  old.requests = 5
  expect(valuesOf(await metrics.collect(), 'requests_total')).toEqual(['1 5'])
  metrics.add(next, '1')
  next.requests = 2
  expect(valuesOf(await metrics.collect(), 'requests_total')).toEqual(['1 7'])
  old.requests = 6
  old.report(0)
  metrics.remove(old)
  expect(valuesOf(await metrics.collect(), 'requests_total')).toEqual(['1 8'])
  metrics.remove(next)
  metrics.countCrash('1')
  const crashed = await metrics.collect()
  expect(valuesOf(crashed, 'requests_total')).toEqual(['1 8'])
  expect(valuesOf(crashed, 'rosella_worker_up')).toEqual(['1 0'])
  expect(valuesOf(crashed, 'rosella_worker_crashes_total')).toEqual(['1 1'])
})
