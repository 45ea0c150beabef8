import { randomUUID } from 'node:crypto'
import type { EventBus } from '../../ports/event-bus'
import { listeners } from '../listeners'
import { connectRedis, orTransient, type RedisConnectionOptions } from '../redis-connection'
import { StreamReader } from './redis-stream'

const TELL_GAP_MS = 500

export interface RedisBusOptions extends RedisConnectionOptions {
  key?: string
  /** About how many publications Redis keeps for processes that have lost it. */
  keep?: number
}

/**
 * Between processes: a Redis stream, because plain pub/sub loses what is sent while a process is away. The process that
 * says something hears it when Redis has taken it, without the way back through the stream.
 */
export async function openRedisBus<E>(url: string, options: RedisBusOptions = {}): Promise<EventBus<E>> {
  const { key = 'rosella:events', keep = 20_000, onError = () => {} } = options
  const received = listeners<[E]>(onError)
  const gaps = listeners<[]>(onError)
  const writing = await connectRedis(url, { onError })
  const reading = await connectRedis(url, {}, {}).catch((error) => {
    writing.disconnect()
    throw error
  })
  const own = randomUUID()
  const hear = (text: string) => {
    for (const event of JSON.parse(text) as E[]) received.call(event)
  }
  const reader = new StreamReader(reading, key, {
    entry([field, value = '', , by]) {
      if (field === 'gap') gaps.call()
      // What this process has said it has heard as soon as Redis had it.
      if (field === 'events' && by !== own) hear(value)
    },
    gap: gaps.call,
    error: onError,
  })
  await reader.start()

  const add = (field: string, value: string) =>
    writing.xadd(key, 'MAXLEN', '~', keep, '*', field, value, 'by', own).catch(orTransient)

  // What could not be published is lost to every process, whether Redis was away or refused it (no memory left, a copy
  // that is only read): all are told as soon as it takes something again.
  let unsaid = false
  const tellGap = async () => {
    await add('gap', '')
    unsaid = false
  }
  const telling = setInterval(() => {
    if (unsaid && writing.status === 'ready') tellGap().catch(() => {})
  }, TELL_GAP_MS).unref()

  // What is published in the same moment, as after a commit of several, goes out as one entry.
  let moment: { events: E[]; said: Promise<unknown> } | undefined
  const together = (): { events: E[]; said: Promise<unknown> } => {
    const events: E[] = []
    const said = Promise.resolve().then(async () => {
      moment = undefined
      const text = JSON.stringify(events)
      await add('events', text)
      hear(text)
    })
    return { events, said }
  }

  return {
    async publish(events) {
      if (events.length === 0) return
      moment ??= together()
      moment.events.push(...events)
      try {
        await moment.said
      } catch (error) {
        if (!unsaid) onError(error)
        unsaid = true
        throw error
      }
    },
    subscribe: received.add,
    onGap: gaps.add,
    async ping() {
      // Written and not only asked: one that refuses to be written to answers a ping.
      await writing.set(`${key}:written`, '', 'EX', 60).catch(orTransient)
      if (unsaid) await tellGap()
      if (reading.status !== 'ready') throw new Error('The event bus has lost Redis.')
    },
    async close() {
      clearInterval(telling)
      await reader.close()
      writing.disconnect()
    },
  }
}
