import { expect, test, vi } from 'vitest'
import { FiguresGatherer, type ToKept } from './messages'
import { restartPause } from './supervisor'

test('pauses before a replacement grow, up to half a minute', () => {
  const pauses = [1, 2, 3, 7, 30].map(restartPause)
  expect(pauses).toEqual([500, 1000, 2000, 30_000, 30_000])
})

test('figures are gathered from who answers, and whoever does not is left out', async () => {
  vi.useFakeTimers()
  try {
    const gatherer = new FiguresGatherer()
    const answering = (name: string) => ({
      tell(message: ToKept) {
        if (message.say === 'tell-figures') gatherer.receive(message.id, name)
      },
    })
    expect(await gatherer.gather([answering('a'), answering('b')])).toEqual(['a', 'b'])
    expect(await gatherer.gather([])).toEqual([])
    const waiting = gatherer.gather([answering('a'), { tell: () => {} }])
    await vi.advanceTimersByTimeAsync(2000)
    expect(await waiting).toEqual(['a'])
    gatherer.receive(3, 'too late')
  } finally {
    vi.useRealTimers()
  }
})
