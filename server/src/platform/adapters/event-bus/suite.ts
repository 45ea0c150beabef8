import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventBus } from '../../ports/event-bus'

export interface Note {
  n: number
  from?: string
  absent?: undefined
}

export interface BusUnderTest {
  bus: EventBus<Note>
  /** The bus as another process of the site would open it; the same one where there is only one process. */
  other: EventBus<Note>
}

/** The meaning of the port: what holds in memory and over Redis alike. */
export function eventBusSuite(
  name: string,
  open: (onError: (error: unknown) => void) => Promise<BusUnderTest>,
) {
  describe(`${name} as an event bus`, () => {
    let bus: EventBus<Note>
    let other: EventBus<Note>
    let errors: unknown[]

    beforeEach(async () => {
      errors = []
      const made = await open((error) => errors.push(error))
      bus = made.bus
      other = made.other
    })
    afterEach(async () => {
      await bus.close()
      await other.close()
    })

    test('every process hears every event, its own included, in the order published', async () => {
      const here: number[] = []
      const there: number[] = []
      bus.subscribe((note) => here.push(note.n))
      other.subscribe((note) => there.push(note.n))
      for (let n = 0; n < 30; n += 3) await bus.publish([{ n }, { n: n + 1 }, { n: n + 2 }])
      const all = Array.from({ length: 30 }, (_, n) => n)
      await expect.poll(() => [here, there]).toEqual([all, all])
    })

    test('what is published at once by many arrives once each', async () => {
      const received: number[] = []
      other.subscribe((note) => received.push(note.n))
      await Promise.all(Array.from({ length: 500 }, (_, n) => (n % 2 ? bus : other).publish([{ n }])))
      await expect.poll(() => received.length).toBe(500)
      expect(new Set(received).size).toBe(500)
    })

    test('events arrive as plain JSON, and what is changed after publishing does not matter', async () => {
      const received: Note[] = []
      bus.subscribe((note) => received.push(note))
      const note: Note = { n: 1, from: 'Žofie 🌹', absent: undefined }
      await bus.publish([note])
      note.n = 2
      await expect.poll(() => received).toStrictEqual([{ n: 1, from: 'Žofie 🌹' }])
    })

    test('a listener that throws is reported and stops nobody', async () => {
      const received: number[] = []
      bus.subscribe(() => {
        throw new Error('deaf')
      })
      bus.subscribe((note) => received.push(note.n))
      await bus.publish([{ n: 1 }, { n: 2 }])
      await expect.poll(() => received).toEqual([1, 2])
      expect(errors).toEqual([new Error('deaf'), new Error('deaf')])
    })

    test('who has unsubscribed hears no more, and nothing to say is nothing said', async () => {
      const received: number[] = []
      const stop = bus.subscribe((note) => received.push(-note.n))
      bus.subscribe((note) => received.push(note.n))
      stop()
      await bus.publish([])
      await bus.publish([{ n: 1 }])
      await expect.poll(() => received).toEqual([1])
    })

    test('ping answers; after close nothing does, and nothing is heard', async () => {
      const received: number[] = []
      bus.subscribe((note) => received.push(note.n))
      await expect(bus.ping()).resolves.toBeUndefined()
      await bus.close()
      await expect(bus.ping()).rejects.toThrow()
      await expect(bus.publish([{ n: 1 }])).rejects.toThrow()
      expect(received).toEqual([])
    })
  })
}
