import type { EventBus } from '../../ports/event-bus'
import { listeners } from '../redis-connection'

export interface MemoryBusOptions {
  onError?: (error: unknown) => void
}

/**
 * For one process; there are no gaps. As over Redis, listeners run after publish() returned and receive plain JSON.
 */
export function openMemoryBus<E>({ onError = () => {} }: MemoryBusOptions = {}): EventBus<E> {
  const received = listeners<[E]>(onError)
  const gaps = listeners<[]>(onError)
  let open = true
  let published = 0
  return {
    async publish(events) {
      if (!open) throw new Error('The event bus is closed.')
      published += events.length
      const copies = JSON.parse(JSON.stringify(events)) as E[]
      setImmediate(() => {
        for (const event of copies) if (open) received.call(event)
      })
    },
    subscribe: received.add,
    // All events are its own, so it receives them anyway.
    follow: async () => () => {},
    onGap: gaps.add,
    totals: () => ({ published, delivered: 0 }),
    async ping() {
      if (!open) throw new Error('The event bus is closed.')
    },
    async close() {
      open = false
    },
  }
}
