import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The part of EventSource that the stream uses. */
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
  emit(event: string, data: unknown) {
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
  const received: string[] = []
  let lost = 0
  const close = openStream(
    ({ event }) => received.push(event),
    () => lost++,
  )
  return { source: FakeSource.last, received, close, lost: () => lost }
}

test('a silent stream is reported as lost once', async () => {
  const { source, received, lost } = await open()
  for (let n = 0; n < 20; n++) {
    vi.advanceTimersByTime(15_000)
    source.emit('heartbeat', {})
  }
  expect([lost(), source.closed, received.length]).toEqual([0, false, 20])
  vi.advanceTimersByTime(39_000)
  expect(lost()).toBe(0)
  vi.advanceTimersByTime(60_000)
  expect([lost(), source.closed]).toEqual([1, true])
})

test('a closed stream is never reported as lost', async () => {
  const { source, close, lost } = await open()
  close()
  vi.advanceTimersByTime(600_000)
  expect([lost(), source.closed]).toEqual([0, true])
})
