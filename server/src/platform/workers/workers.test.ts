import { expect, test, vi } from 'vitest'
import { MetricsCollector, type ToWorker } from './messages'
import { restartPause } from './supervisor'

test('the pause before a replacement grows up to 30 seconds', () => {
  const pauses = [1, 2, 3, 7, 30].map(restartPause)
  expect(pauses).toEqual([500, 1000, 2000, 30_000, 30_000])
})

test('collects the metrics of all workers that reply within two seconds', async () => {
  vi.useFakeTimers()
  try {
    const collector = new MetricsCollector()
    const replying = (name: string) => ({
      send(message: ToWorker) {
        if (message.type === 'send-metrics') collector.receive(message.id, name)
      },
    })
    expect(await collector.collect([replying('a'), replying('b')])).toEqual(['a', 'b'])
    expect(await collector.collect([])).toEqual([])
    const waiting = collector.collect([replying('a'), { send: () => {} }])
    await vi.advanceTimersByTimeAsync(2000)
    expect(await waiting).toEqual(['a'])
    collector.receive(3, 'too late')
  } finally {
    vi.useRealTimers()
  }
})
