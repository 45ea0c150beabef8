import { type StreamEvents, streamEvents } from '@rosella/contract/live/stream'
import { isOfShape } from '@rosella/server/platform/validate'
import { Arrivals } from './arrivals'

class WrongShape extends Error {}

/** A live event stream as a client sees it. */
export interface TestStream {
  /** Takes the next event of this name; waits up to 5 seconds for it. */
  next<E extends keyof StreamEvents>(event: E): Promise<StreamEvents[E]>
  /** Received events that have not been taken. */
  waiting<E extends keyof StreamEvents>(event: E): StreamEvents[E][]
  /** All received events, taken or not. */
  everything(): readonly { event: string; data: unknown }[]
  /** Resolves when the server has closed the stream. */
  closed: Promise<void>
  close(): void
}

export async function openStream(url: string, headers: Record<string, string>): Promise<TestStream> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  if (response.status !== 200 || !response.body) {
    throw new Error(`The stream returned ${response.status}: ${await response.text()}`)
  }
  const arrivals = new Arrivals<{ event: string; data: unknown }>()
  const all: { event: string; data: unknown }[] = []
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
        // A copy, because the validator drops undeclared fields.
        if (!isOfShape(streamEvents[event as keyof StreamEvents], structuredClone(one.data)))
          throw new WrongShape(`Not in the table of stream events: ${event} ${data}`)
        all.push(one)
        arrivals.add(one)
      }
    }
  }
  const closed = read(response.body).catch((error: unknown) => {
    if (error instanceof WrongShape) throw error
  })
  return {
    closed,
    close: () => abort.abort(),
    everything: () => all,
    waiting: (event) =>
      arrivals.waiting.filter((frame) => frame.event === event).map((frame) => frame.data as never),
    next: async (event) => (await arrivals.next(event)).data as never,
  }
}
