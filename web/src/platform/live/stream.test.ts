import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** As much of the browser's as the stream uses. */
class FakeSource extends EventTarget {
  static last: FakeSource
  closed = false
  onerror: (() => void) | null = null
  constructor(readonly url: string) {
    super()
    FakeSource.last = this
  }
  close() {
    this.closed = true
  }
  say(event: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }))
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', FakeSource)
  vi.stubGlobal('window', { addEventListener: () => {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

async function open() {
  const { openStream } = await import('./stream')
  const told: string[] = []
  let lost = 0
  const close = openStream(
    ({ event }) => told.push(event),
    () => lost++,
  )
  return { source: FakeSource.last, told, close, lost: () => lost }
}

test('[issue 16] a stream that is only half open is noticed by its silence, and lost once', async () => {
  const { source, told, lost } = await open()
  for (let n = 0; n < 20; n++) {
    vi.advanceTimersByTime(15_000)
    source.say('heartbeat', {})
  }
  expect([lost(), source.closed, told.length]).toEqual([0, false, 20])
  vi.advanceTimersByTime(39_000)
  expect(lost()).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect([lost(), source.closed]).toEqual([1, true])
})

test('a stream that was closed loses nothing later', async () => {
  const { source, close, lost } = await open()
  close()
  vi.advanceTimersByTime(600_000)
  expect([lost(), source.closed]).toEqual([0, true])
})
