import { randomBytes, randomUUID } from 'node:crypto'
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
  const options = { prefix: `test:${randomUUID()}:`, secret: randomBytes(32) }
  return [await openRedisRateLimits(redisUrl(), options), await openRedisRateLimits(redisUrl(), options)]
})

test('memory: hits expire to the millisecond, also when old keys are deleted', async () => {
  let now = 0
  const store = openMemoryRateLimits(() => now)
  const hit = () => store.hit('anna', { limit: 2, seconds: 40 })
  expect(await hit()).toEqual({ allowed: true, waitSeconds: 0 })
  now = 39_000
  expect(await hit()).toEqual({ allowed: true, waitSeconds: 1 })
  now = 39_999
  expect(await hit()).toMatchObject({ allowed: false, waitSeconds: 1 })
  now = 40_000
  expect(await hit()).toEqual({ allowed: true, waitSeconds: 39 })
  now = 78_999
  await store.hit('ben', { limit: 2, seconds: 40 })
  expect(await hit()).toMatchObject({ allowed: false, waitSeconds: 1 })
  now = 79_000
  expect(await hit()).toEqual({ allowed: true, waitSeconds: 1 })
})

test('Redis: hits fail fast while it is down, and count again afterwards', async () => {
  const redis = await RedisServer.start({ persistent: false })
  onTestFinished(() => redis.remove())
  const errors: unknown[] = []
  const store = await openRedisRateLimits(redis.url, {
    secret: randomBytes(32),
    onError: (error) => errors.push(error),
  })
  expect((await store.hit('anna', { limit: 5, seconds: 60 })).allowed).toBe(true)
  await redis.kill()
  const started = performance.now()
  await expect(store.hit('anna', { limit: 5, seconds: 60 })).rejects.toThrow()
  await expect(store.ping()).rejects.toThrow()
  expect(performance.now() - started).toBeLessThan(4_000)
  await redis.start()
  const isAllowed = () =>
    store.hit('anna', { limit: 5, seconds: 60 }).then(
      ({ allowed }) => allowed,
      () => false,
    )
  await expect.poll(isAllowed, { timeout: 15_000 }).toBe(true)
  expect(errors.length).toBeGreaterThan(0)
  await store.close()
})
