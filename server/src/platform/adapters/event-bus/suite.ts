import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Audience, EventBus } from '../../ports/event-bus'

export interface Note {
  n: number
  /** Members whose streams it concerns, instead of every process. */
  to?: number[]
  from?: string
  absent?: undefined
}

export interface BusUnderTest {
  bus: EventBus<Note>
  /** The bus as opened by another process; the same object where there is only one process. */
  other: EventBus<Note>
}

export const audienceOfNote = ({ to }: Note): Audience =>
  to?.map((id) => `stream:${id}` as const) ?? 'everyone'

/** The contract of the port, which both adapters fulfil. */
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

    test('every process receives the events for everyone, including its own, in the order published', async () => {
      const here: number[] = []
      const there: number[] = []
      bus.subscribe((note) => here.push(note.n))
      other.subscribe((note) => there.push(note.n))
      for (let n = 0; n < 30; n += 3) await bus.publish([{ n }, { n: n + 1 }, { n: n + 2 }])
      const all = Array.from({ length: 30 }, (_, n) => n)
      await expect.poll(() => [here, there]).toEqual([all, all])
    })

    test('delivers concurrently published events once each', async () => {
      const received: number[] = []
      other.subscribe((note) => received.push(note.n))
      await Promise.all(Array.from({ length: 500 }, (_, n) => (n % 2 ? bus : other).publish([{ n }])))
      await expect.poll(() => received.length).toBe(500)
      expect(new Set(received).size).toBe(500)
    })

    test('a process receives the events of the topics that it follows, in order and once each', async () => {
      const received: number[] = []
      other.subscribe((note) => received.push(note.n))
      await Promise.all([other.follow('stream:1'), other.follow('stream:2')])
      for (let n = 0; n < 30; n += 3)
        await bus.publish([{ n, to: [1] }, { n: n + 1, to: [1, 2] }, { n: n + 2 }])
      await expect.poll(() => received).toEqual(Array.from({ length: 30 }, (_, n) => n))
    })

    test('every event that is published after follow() has resolved arrives', async () => {
      const received: number[] = []
      other.subscribe((note) => received.push(note.n))
      const ids = Array.from({ length: 50 }, (_, n) => n)
      await Promise.all(
        ids.map(async (n) => {
          await other.follow(`stream:${n}`)
          await bus.publish([{ n, to: [n] }])
        }),
      )
      await expect.poll(() => received.length).toBe(50)
      expect(new Set(received)).toEqual(new Set(ids))
    })

    test('a topic is followed until all followers have stopped, and can be followed again immediately', async () => {
      const received: number[] = []
      other.subscribe((note) => received.push(note.n))
      const [first, second] = [await other.follow('stream:1'), await other.follow('stream:1')]
      first()
      first()
      await bus.publish([{ n: 1, to: [1] }])
      second()
      await other.follow('stream:1')
      await bus.publish([{ n: 2, to: [1] }])
      await expect.poll(() => received).toEqual([1, 2])
    })

    test('the publishing process receives its own events, also if no process follows their topics', async () => {
      const received: number[] = []
      bus.subscribe((note) => received.push(note.n))
      await bus.publish([{ n: 1, to: [7] }, { n: 2, to: [] }, { n: 3 }])
      await expect.poll(() => received).toEqual([1, 2, 3])
      expect(bus.totals().published).toBe(3)
    })

    test('events arrive as plain JSON and are not affected by later changes to the object', async () => {
      const received: Note[] = []
      bus.subscribe((note) => received.push(note))
      const note: Note = { n: 1, from: 'Žofie 🌹', absent: undefined }
      await bus.publish([note])
      note.n = 2
      await expect.poll(() => received).toStrictEqual([{ n: 1, from: 'Žofie 🌹' }])
    })

    test('a listener that throws is reported and does not affect the others', async () => {
      const received: number[] = []
      bus.subscribe(() => {
        throw new Error('broken')
      })
      bus.subscribe((note) => received.push(note.n))
      await bus.publish([{ n: 1 }, { n: 2 }])
      await expect.poll(() => received).toEqual([1, 2])
      expect(errors).toEqual([new Error('broken'), new Error('broken')])
    })

    test('an unsubscribed listener receives nothing, and an empty list publishes nothing', async () => {
      const received: number[] = []
      const stop = bus.subscribe((note) => received.push(-note.n))
      bus.subscribe((note) => received.push(note.n))
      stop()
      await bus.publish([])
      await bus.publish([{ n: 1 }])
      await expect.poll(() => received).toEqual([1])
    })

    test('ping succeeds until the bus is closed, and nothing is delivered afterwards', async () => {
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
