import { RedisServer } from '@rosella/testkit/redis-server'
import { Redis } from 'ioredis'
import { afterEach, describe, expect, test } from 'vitest'
import type { Audience, EventBus } from '../../ports/event-bus'
import { openRedisBus, type RedisBusOptions } from './redis'

interface Received {
  bus: EventBus<number>
  events: number[]
  gaps: number
  errors: unknown[]
}

const patience = { timeout: 15_000 }

/** A positive number concerns the stream of that member, any other every process. */
const audienceOf = (event: number): Audience => (event > 0 ? [`stream:${event}`] : 'everyone')

const matching = async (redis: Redis, part: string) =>
  (await redis.keys('rosella:events:*')).filter((key) => key.includes(part))

describe('the bus when Redis fails', () => {
  let redis: RedisServer
  let opened: EventBus<number>[] = []

  afterEach(async () => {
    for (const bus of opened) await bus.close()
    opened = []
    await redis.remove()
  })

  async function listen(options: RedisBusOptions<number> = {}, url = redis.url): Promise<Received> {
    const errors: unknown[] = []
    const bus = await openRedisBus<number>(url, { ...options, onError: (error) => errors.push(error) })
    const received: Received = { bus, events: [], gaps: 0, errors }
    bus.subscribe((event) => received.events.push(event))
    bus.onGap(() => received.gaps++)
    opened.push(bus)
    return received
  }

  test('a process that lost its connection receives the missed events afterwards', async () => {
    redis = await RedisServer.start({ persistent: true })
    const anna = await listen()
    const ben = await listen()
    await anna.bus.publish([1])
    await expect.poll(() => ben.events).toEqual([1])

    const operator = new Redis(redis.url)
    const cutOff = async () => {
      for (const client of String(await operator.client('LIST')).split('\n')) {
        const id = /^id=(\d+) .*cmd=xread/.exec(client)?.[1]
        if (id) await operator.client('KILL', 'ID', id)
      }
    }
    await cutOff()
    await anna.bus.publish([2, 3])
    await anna.bus.publish([4])
    await expect
      .poll(() => [anna.events, ben.events], patience)
      .toEqual([
        [1, 2, 3, 4],
        [1, 2, 3, 4],
      ])
    expect([anna.gaps, ben.gaps]).toEqual([0, 0])
    operator.disconnect()
  })

  test('continues at the same place when Redis restarts with its stream', async () => {
    redis = await RedisServer.start({ persistent: true })
    const anna = await listen()
    const ben = await listen()
    await anna.bus.publish([1])
    await redis.kill()
    await redis.start()
    await expect
      .poll(
        () =>
          anna.bus.publish([2]).then(
            () => true,
            () => false,
          ),
        patience,
      )
      .toBe(true)
    await expect.poll(() => ben.events, patience).toEqual([1, 2])
    await expect.poll(() => anna.events, patience).toEqual([1, 2])
  })

  test('calls fail fast while Redis is down; afterwards every process receives the gap and then new events', async () => {
    redis = await RedisServer.start({ persistent: true })
    const anna = await listen()
    const ben = await listen()
    await redis.kill()
    const started = performance.now()
    await expect(anna.bus.publish([1])).rejects.toThrow()
    await expect(anna.bus.ping()).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(4_000)

    await redis.start()
    await expect.poll(() => Math.min(anna.gaps, ben.gaps), patience).toBeGreaterThan(0)
    await expect
      .poll(
        () =>
          anna.bus.ping().then(
            () => true,
            () => false,
          ),
        patience,
      )
      .toBe(true)
    await anna.bus.publish([2])
    await expect.poll(() => [anna.events, ben.events], patience).toEqual([[2], [2]])
    expect(anna.errors.length).toBeGreaterThan(0)
  })

  test('a Redis that lost its data causes a gap', async () => {
    redis = await RedisServer.start({ persistent: false })
    const anna = await listen()
    await anna.bus.publish([1])
    await expect.poll(() => anna.events).toEqual([1])
    await redis.kill()
    await redis.start()
    await expect.poll(() => anna.gaps, patience).toBe(1)
    await anna.bus.publish([2])
    await expect.poll(() => anna.events, patience).toEqual([1, 2])
  })

  test('an event is sent only to the processes that follow its topics', async () => {
    redis = await RedisServer.start({ persistent: false })
    const [anna, ben, cleo] = [
      await listen({ audienceOf, beatMs: 50 }),
      await listen({ audienceOf, beatMs: 50 }),
      await listen({ audienceOf, beatMs: 50 }),
    ]
    const stop = await ben.bus.follow('stream:1')
    await cleo.bus.follow('stream:2')
    await anna.bus.publish([1, 2, 0])
    await expect
      .poll(() => [anna.events, ben.events, cleo.events])
      .toEqual([
        [1, 2, 0],
        [1, 0],
        [2, 0],
      ])
    expect(anna.bus.totals()).toEqual({ published: 3, delivered: 4 })
    stop()
    const operator = new Redis(redis.url)
    const topics = async () => {
      const sets = await matching(operator, ':follows:')
      return (await Promise.all(sets.map((set) => operator.smembers(set)))).flat().sort()
    }
    await expect.poll(topics).toEqual(['everyone', 'everyone', 'everyone', 'stream:2'])
    await anna.bus.publish([1])
    expect(anna.bus.totals()).toEqual({ published: 4, delivered: 4 })
    expect([anna.gaps, ben.gaps, cleo.gaps]).toEqual([0, 0, 0])
    await ben.bus.close()
    expect(await matching(operator, ':feed:')).toHaveLength(2)
    operator.disconnect()
  })

  test('entries that a process has read are deleted', async () => {
    redis = await RedisServer.start({ persistent: false })
    const [anna, ben] = [await listen({ beatMs: 50 }), await listen({ beatMs: 50 })]
    for (let n = 0; n < 1000; n++) await anna.bus.publish([-n])
    await expect.poll(() => ben.events.length).toBe(1000)
    const operator = new Redis(redis.url)
    const kept = async () => {
      const feeds = await matching(operator, ':feed:')
      return Math.max(...(await Promise.all(feeds.map((feed) => operator.xlen(feed)))))
    }
    // Redis trims by nodes of a hundred entries.
    await expect.poll(kept).toBeLessThan(200)
    expect(ben.gaps).toBe(0)
    operator.disconnect()
  })

  test('a process whose topics Redis has lost stores them again and gets a gap', async () => {
    redis = await RedisServer.start({ persistent: false })
    const [anna, ben] = [await listen({ audienceOf }), await listen({ audienceOf, beatMs: 100 })]
    await ben.bus.follow('stream:1')
    await ben.bus.follow('stream:2')
    const operator = new Redis(redis.url)
    const lose = async (work: (set: string) => Promise<unknown>) => {
      for (const set of await matching(operator, ':follows:')) await work(set)
    }
    for (const [lost, work] of [
      (set: string) => operator.srem(set, 'stream:1'),
      (set: string) => operator.del(set),
    ].entries()) {
      const received = ben.events.length
      await lose(work)
      await anna.bus.publish([1])
      await expect.poll(() => ben.gaps, patience).toBe(lost + 1)
      expect(ben.events.length).toBe(received)
      await anna.bus.publish([1, 2])
      await expect.poll(() => ben.events.slice(received), patience).toEqual([1, 2])
    }
    operator.disconnect()
  })

  test('a process presumed dead receives nothing more, and a gap if it was only slow', async () => {
    redis = await RedisServer.start({ persistent: false })
    const anna = await listen({ audienceOf })
    const ben = await listen({ audienceOf, beatMs: 3_000, deadMs: 1_000 })
    await ben.bus.follow('stream:1')
    await anna.bus.publish([1])
    await expect.poll(() => ben.events).toEqual([1])
    const operator = new Redis(redis.url)
    await expect.poll(() => matching(operator, ':feed:'), patience).toHaveLength(1)
    await anna.bus.publish([1])
    expect(await operator.smembers('rosella:events:processes')).toHaveLength(1)
    expect(anna.bus.totals().delivered).toBe(1)
    await expect.poll(() => ben.gaps, patience).toBeGreaterThan(0)
    await anna.bus.publish([1])
    await expect.poll(() => ben.events).toEqual([1, 1])
    operator.disconnect()
  })

  test('a topic followed while Redis is down is stored later and causes a gap', async () => {
    redis = await RedisServer.start({ persistent: true })
    const [anna, ben] = [await listen({ audienceOf }), await listen({ audienceOf })]
    await redis.kill()
    await ben.bus.follow('stream:1')
    expect(ben.gaps).toBe(0)
    await redis.start()
    await expect.poll(() => ben.gaps, patience).toBe(1)
    await expect.poll(() => anna.bus.ping().then(() => 'up', String), patience).toBe('up')
    await anna.bus.publish([1])
    await expect.poll(() => ben.events, patience).toEqual([1])
    expect(anna.gaps).toBe(0)
  })

  test('Sentinels: a bus opens without one, and follows the master to another Redis', async () => {
    redis = await RedisServer.start({ persistent: false })
    const replica = await RedisServer.start({ persistent: false })
    const operator = new Redis(replica.url)
    await operator.call('REPLICAOF', '127.0.0.1', new URL(redis.url).port)
    const early = await listen({}, 'redis+sentinel://127.0.0.1:1,[::1]:1/test')
    await expect(early.bus.publish([0])).rejects.toThrow()

    const sentinel = await redis.startSentinel()
    const watcher = new Redis(sentinel.url.replace(/^redis.sentinel:(.*)\/test$/, 'redis:$1'))
    try {
      const [anna, ben] = [await listen({}, sentinel.url), await listen({}, sentinel.url)]
      await anna.bus.publish([1])
      await expect.poll(() => ben.events).toEqual([1])
      const known = async () => String(await operator.call('ROLE'))
      await expect.poll(known, patience).toContain('connected')
      const replicas = async () => ((await watcher.call('SENTINEL', 'REPLICAS', 'test')) as unknown[]).length
      await expect.poll(replicas, patience).toBe(1)
      await redis.kill()
      const publish = () =>
        anna.bus.publish([2]).then(
          () => true,
          () => false,
        )
      await expect.poll(publish, { timeout: 20_000 }).toBe(true)
      await expect
        .poll(() => [anna.events.at(-1), ben.events.at(-1), ben.gaps > 0], patience)
        .toEqual([2, 2, true])
    } finally {
      operator.disconnect()
      watcher.disconnect()
      await sentinel.kill()
      await replica.remove()
    }
  })

  test('more events than Redis retains cause a gap', async () => {
    redis = await RedisServer.start({ persistent: false })
    const anna = await listen({ keep: 100 })
    const operator = new Redis(redis.url)
    const [feed = ''] = await matching(operator, ':feed:')
    // As after a long interruption: the entry at which this process stopped reading has been trimmed.
    const flood = operator.multi()
    for (let n = 0; n < 1000; n++) flood.xadd(feed, 'MAXLEN', 100, '*', 'events', `[${n}]`)
    await flood.exec()
    operator.disconnect()
    await expect.poll(() => anna.gaps, patience).toBe(1)
    await anna.bus.publish([-1])
    await expect.poll(() => anna.events.at(-1), patience).toBe(-1)
  })

  test.each([
    ['is out of memory', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['is read-only', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ] as const)('a Redis that %s causes a gap once it accepts writes again', async (_, fail, repair) => {
    redis = await RedisServer.start({ persistent: false })
    const anna = await listen()
    const ben = await listen()
    await anna.bus.publish([1])
    await expect.poll(() => ben.events).toEqual([1])
    const operator = new Redis(redis.url)
    const run = ([command, ...args]: readonly [string, ...string[]]) => operator.call(command, ...args)
    await run(fail)
    await expect(anna.bus.ping()).rejects.toThrow()
    await expect
      .poll(() => anna.bus.publish([2]).then(() => 'published', String), patience)
      .toMatch(/OOM|READONLY/)
    expect([anna.gaps, ben.gaps]).toEqual([0, 0])
    await run(repair)
    operator.disconnect()
    await expect.poll(() => Math.min(anna.gaps, ben.gaps), patience).toBeGreaterThan(0)
    await expect.poll(() => anna.bus.ping().then(() => 'up', String), patience).toBe('up')
    await anna.bus.publish([3])
    await expect.poll(() => ben.events, patience).toEqual([1, 3])
    // Reported, but not ten times a second.
    expect(anna.errors.length).toBeGreaterThan(0)
    expect(anna.errors.length).toBeLessThan(8)
  })

  test('a process that starts while Redis is down connects later, and counts a gap', async () => {
    redis = await RedisServer.start({ persistent: false })
    await redis.kill()
    const anna = await listen()
    await expect(anna.bus.publish([1])).rejects.toThrow()
    expect(anna.gaps).toBe(0)
    await redis.start()
    await expect.poll(() => anna.gaps, patience).toBeGreaterThan(0)
    const ben = await listen()
    await anna.bus.publish([2])
    await expect.poll(() => ben.events, patience).toEqual([2])
    expect(anna.events).toEqual([2])
  })

  test('a password that Redis refuses is one sentence', async () => {
    redis = await RedisServer.start({ persistent: false })
    const operator = new Redis(redis.url)
    await operator.config('SET', 'requirepass', 'secret')
    operator.disconnect()
    await expect(openRedisBus(redis.url)).rejects.toThrow(/^Cannot connect to Redis: NOAUTH[^\n]*$/)
    const wrong = redis.url.replace('//', '//:wrong@')
    await expect(openRedisBus(wrong)).rejects.toThrow(/^Cannot connect to Redis: (WRONGPASS|ERR)[^\n]*$/)
  })
})
