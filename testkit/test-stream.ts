import type { StreamEvents } from '@rosella/contract/live/stream'

const PATIENCE_MS = 5000

/** A live event stream as a client sees it. */
export interface TestStream {
  /** The next event of this name that has not been taken yet; waits for it up to 5 seconds. */
  next<E extends keyof StreamEvents>(event: E): Promise<StreamEvents[E]>
  /** Those that have come and have not been taken. */
  waiting<E extends keyof StreamEvents>(event: E): StreamEvents[E][]
  /** All that has ever come, taken or not. */
  everything(): readonly { event: string; data: unknown }[]
  /** Resolves when the server has closed it. */
  closed: Promise<void>
  close(): void
}

export async function openStream(url: string, headers: Record<string, string>): Promise<TestStream> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  if (response.status !== 200 || !response.body) {
    throw new Error(`The stream answered ${response.status}: ${await response.text()}`)
  }
  const arrived: { event: string; data: unknown }[] = []
  const all: typeof arrived = []
  const wakers = new Set<() => void>()
  const read = async (body: ReadableStream<Uint8Array>) => {
    let text = ''
    for await (const chunk of body.pipeThrough(
      new TextDecoderStream() as never,
    ) as unknown as AsyncIterable<string>) {
      text += chunk
      const frames = text.split('\n\n')
      text = frames.pop() ?? ''
      for (const frame of frames) {
        const event = /^event: (.*)$/m.exec(frame)?.[1]
        const data = /^data: (.*)$/m.exec(frame)?.[1]
        if (!event || !data) continue
        const one = { event, data: JSON.parse(data) as unknown }
        arrived.push(one)
        all.push(one)
      }
      for (const wake of wakers) wake()
    }
  }
  const closed = read(response.body).catch(() => {})
  const take = (event: string) => {
    const index = arrived.findIndex((frame) => frame.event === event)
    return index < 0 ? undefined : arrived.splice(index, 1)[0]
  }
  return {
    closed,
    close: () => abort.abort(),
    everything: () => all,
    waiting: (event) => arrived.filter((frame) => frame.event === event).map((frame) => frame.data as never),
    async next(event) {
      const end = Date.now() + PATIENCE_MS
      for (;;) {
        const frame = take(event)
        if (frame) return frame.data as never
        const left = end - Date.now()
        if (left <= 0) throw new Error(`No ${event} event came within ${PATIENCE_MS} ms`)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(wake, left)
          function wake() {
            clearTimeout(timer)
            wakers.delete(wake)
            resolve()
          }
          wakers.add(wake)
        })
      }
    },
  }
}
