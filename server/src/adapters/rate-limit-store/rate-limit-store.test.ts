import { randomUUID } from 'node:crypto'
import { RedisServer } from '@rosella/testkit/redis-server'
import { redisUrl } from '@rosella/testkit/services'
import { expect, onTestFinished, test } from 'vitest'
import { openMemoryRateLimits } from './memory'
import { openRedisRateLimits } from './redis'
import { rateLimitSuite } from './suite'

rateLimitSuite('memory', async () => {
  const store = openMemoryRateLimits()
  return [store, store]
})

rateLimitSuite('Redis', async () => {
  const options = { prefix: `test:${randomUUID()}:` }
  return [await openRedisRateLimits(redisUrl(), options), await openRedisRateLimits(redisUrl(), options)]
})

test('memory: windows that have ended are swept', async () => {
  let now = 0
  const store = openMemoryRateLimits(() => now)
  await store.hit('anna', 10)
  now = 9_999
  expect(await store.hit('anna', 10)).toEqual({ hits: 2, resetSeconds: 1 })
  now = 10_000
  expect(await store.hit('anna', 10)).toEqual({ hits: 1, resetSeconds: 10 })
  now = 60_000
  await store.hit('ben', 10)
  expect((await store.hit('anna', 10)).hits).toBe(1)
})

test('Redis: hits fail fast while it is away, and count again when it is back', async () => {
  const redis = await RedisServer.start({ keeps: false })
  onTestFinished(() => redis.remove())
  const errors: unknown[] = []
  const store = await openRedisRateLimits(redis.url, { onError: (error) => errors.push(error) })
  expect((await store.hit('anna', 60)).hits).toBe(1)
  await redis.kill()
  const started = performance.now()
  await expect(store.hit('anna', 60)).rejects.toThrow()
  await expect(store.ping()).rejects.toThrow()
  expect(performance.now() - started).toBeLessThan(4_000)
  await redis.start()
  const count = () =>
    store.hit('anna', 60).then(
      ({ hits }) => hits,
      () => 0,
    )
  await expect.poll(count, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(errors.length).toBeGreaterThan(0)
  await store.close()
})
