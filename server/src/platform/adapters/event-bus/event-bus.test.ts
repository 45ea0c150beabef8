import { randomUUID } from 'node:crypto'
import { redisUrl } from '@rosella/testkit/services'
import { openMemoryBus } from './memory'
import { openRedisBus } from './redis'
import { audienceOfNote, eventBusSuite, type Note } from './suite'

eventBusSuite('memory', async (onError) => {
  const bus = openMemoryBus<Note>({ onError })
  return { bus, other: bus }
})

eventBusSuite('Redis', async (onError) => {
  const options = { key: `test:${randomUUID()}`, audienceOf: audienceOfNote, onError }
  return { bus: await openRedisBus(redisUrl(), options), other: await openRedisBus(redisUrl(), options) }
})
