import { randomUUID } from 'node:crypto'
import { startChild } from '@rosella/testkit/child-process'
import { RedisServer } from '@rosella/testkit/redis-server'
import { redisUrl } from '@rosella/testkit/services'
import { expect, onTestFinished, test } from 'vitest'
import { openRedisPresence } from './redis'

const [anna, ben, cleo] = [1, 2, 3]
const patience = { timeout: 15_000 }

test('a process that dies takes its members offline, and only its own', async () => {
  const options = { prefix: `test:${randomUUID()}`, beatMs: 100, deadMs: 1_500 }
  const here = await openRedisPresence(redisUrl(), options)
  await here.enter(anna, 'here')
  const child = startChild(`
    const { openRedisPresence } = await import(${JSON.stringify(new URL('./redis.ts', import.meta.url).href)})
    const there = await openRedisPresence(${JSON.stringify(redisUrl())}, ${JSON.stringify(options)})
    await there.enter(${anna}, 'there')
    await there.enter(${ben}, 'there')
    console.log('entered')`)
  expect(await child.line()).toBe('entered')
  expect(await here.isOnline([anna, ben])).toEqual(new Set([anna, ben]))
  let told = 0
  here.onChange(() => told++)
  await child.kill()
  await expect.poll(() => here.isOnline([anna, ben]), patience).toEqual(new Set([anna]))
  await expect.poll(() => told).toBeGreaterThan(0)
  await here.close()
})

test('a process closed properly takes its members offline at once', async () => {
  const options = { prefix: `test:${randomUUID()}` }
  const here = await openRedisPresence(redisUrl(), options)
  const there = await openRedisPresence(redisUrl(), options)
  await there.enter(ben, 'there')
  await there.close()
  expect(await here.isOnline([ben])).toEqual(new Set())
  await here.close()
})

test('a process taken for dead by mistake puts its members back', async () => {
  const prefix = `test:${randomUUID()}`
  const slow = await openRedisPresence(redisUrl(), { prefix, beatMs: 1_500, deadMs: 60_000 })
  await slow.enter(anna, 'a')
  const hasty = await openRedisPresence(redisUrl(), { prefix, beatMs: 50, deadMs: 100 })
  await expect.poll(() => hasty.isOnline([anna]), patience).toEqual(new Set())
  await hasty.close()
  await expect.poll(() => slow.isOnline([anna]), patience).toEqual(new Set([anna]))
  await slow.close()
})

test.each([true, false])(
  'after Redis was away (kept its data: %s) it knows who came and went',
  async (keeps) => {
    const redis = await RedisServer.start({ keeps })
    onTestFinished(() => redis.remove())
    const errors: unknown[] = []
    const onError = (error: unknown) => errors.push(error)
    const here = await openRedisPresence(redis.url, { beatMs: 100, onError })
    await here.enter(anna, 'stays')
    await here.enter(ben, 'goes')
    await redis.kill()
    const started = performance.now()
    await expect(here.leave(ben, 'goes')).rejects.toThrow()
    await expect(here.enter(cleo, 'comes')).rejects.toThrow()
    await expect(here.isOnline([anna])).rejects.toThrow()
    expect(performance.now() - started).toBeLessThan(4_000)
    await redis.start()
    const online = () =>
      here.online(10).then(
        (ids) => ids.sort(),
        () => [],
      )
    await expect.poll(online, patience).toEqual([anna, cleo])
    expect(errors.length).toBeGreaterThan(0)
    await here.close()
  },
)
