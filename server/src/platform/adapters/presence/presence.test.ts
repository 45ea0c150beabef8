import { randomUUID } from 'node:crypto'
import { redisUrl } from '@rosella/testkit/services'
import { openMemoryPresence } from './memory'
import { openRedisPresence } from './redis'
import { presenceSuite } from './suite'

presenceSuite('memory', async () => {
  const presence = openMemoryPresence()
  return [presence, presence]
})

presenceSuite('Redis', async () => {
  const options = { prefix: `test:${randomUUID()}` }
  return [await openRedisPresence(redisUrl(), options), await openRedisPresence(redisUrl(), options)]
})
