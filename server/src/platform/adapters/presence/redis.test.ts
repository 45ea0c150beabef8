import { randomUUID } from 'node:crypto'
import { startChild } from '@rosella/testkit/child-process'
import { RedisServer } from '@rosella/testkit/redis-server'
import { redisUrl } from '@rosella/testkit/services'
import { expect, onTestFinished, test } from 'vitest'
import { openRedisPresence } from './redis'

const [anna, ben, cleo] = [1, 2, 3]
const patience = { timeout: 15_000 }

test('a process that dies takes only its own members offline', async () => {
  const options = { prefix: `test:${randomUUID()}`, beatMs: 100, deadMs: 1_500 }
  const first = await openRedisPresence(redisUrl(), options)
  await first.enter(anna, 'first')
  const child = startChild(`
    const { openRedisPresence } = await import(${JSON.stringify(new URL('./redis.ts', import.meta.url).href)})
    const second = await openRedisPresence(${JSON.stringify(redisUrl())}, ${JSON.stringify(options)})
    await second.enter(${anna}, 'second')
    await second.enter(${ben}, 'second')
    console.log('entered')`)
  expect(await child.line()).toBe('entered')
  expect(await first.isOnline([anna, ben])).toEqual(new Set([anna, ben]))
  let changes = 0
  first.onChange(() => changes++)
  await child.kill()
  await expect.poll(() => first.isOnline([anna, ben]), patience).toEqual(new Set([anna]))
  await expect.poll(() => changes).toBeGreaterThan(0)
  await first.close()
})

test('a process closed properly takes its members offline immediately', async () => {
  const options = { prefix: `test:${randomUUID()}` }
  const first = await openRedisPresence(redisUrl(), options)
  const second = await openRedisPresence(redisUrl(), options)
  await second.enter(ben, 'second')
  await second.close()
  expect(await first.isOnline([ben])).toEqual(new Set())
  await first.close()
})

test('a process wrongly presumed dead restores its members', async () => {
  const prefix = `test:${randomUUID()}`
  const slow = await openRedisPresence(redisUrl(), { prefix, beatMs: 1_500, deadMs: 60_000 })
  await slow.enter(anna, 'a')
  const hasty = await openRedisPresence(redisUrl(), { prefix, beatMs: 50, deadMs: 100 })
  await expect.poll(() => hasty.isOnline([anna]), patience).toEqual(new Set())
  await hasty.close()
  await expect.poll(() => slow.isOnline([anna]), patience).toEqual(new Set([anna]))
  await slow.close()
})

test.each([true, false])('is up to date after Redis was down (data kept: %s)', async (persistent) => {
  const redis = await RedisServer.start({ persistent })
  onTestFinished(() => redis.remove())
  const errors: unknown[] = []
  const onError = (error: unknown) => errors.push(error)
  const first = await openRedisPresence(redis.url, { beatMs: 100, onError })
  await first.enter(anna, 'stays')
  await first.enter(ben, 'goes')
  await redis.kill()
  const started = performance.now()
  await expect(first.leave(ben, 'goes')).rejects.toThrow()
  await expect(first.enter(cleo, 'comes')).rejects.toThrow()
  await expect(first.isOnline([anna])).rejects.toThrow()
  expect(performance.now() - started).toBeLessThan(4_000)
  await redis.start()
  const online = () =>
    first.online(10).then(
      (ids) => ids.sort(),
      () => [],
    )
  await expect.poll(online, patience).toEqual([anna, cleo])
  expect(errors.length).toBeGreaterThan(0)
  await first.close()
})
