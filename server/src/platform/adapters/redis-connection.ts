import { Redis, type RedisOptions, ReplyError } from 'ioredis'
import { throwTransient } from './throw-transient'

export interface RedisConnectionOptions {
  /** Hears once of each time Redis goes away; the connection comes back by itself. */
  onError?: (error: unknown) => void
}

/**
 * A connection that fails fast while Redis is away instead of queueing, and recovers by itself. Redis 6.2
 * or newer, or Valkey.
 */
export async function connectRedis(
  url: string,
  { onError = () => {} }: RedisConnectionOptions,
  options: RedisOptions = { commandTimeout: 3_000 },
): Promise<Redis> {
  const redis = new Redis(url, {
    protocol: 2,
    // What is asked in the same moment goes out in one write.
    enableAutoPipelining: true,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    // Without it a connection whose other end vanished without a word would look alive for minutes.
    socketTimeout: 15_000,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
    // After a failover its name may lead to another one already.
    reconnectOnError: atMostEvery(5_000, (error) => error.message.startsWith('READONLY')),
    ...options,
  })
  let away = false
  let first: Error | undefined
  const lost = (error: Error) => {
    first ??= error
    if (!away) onError(error)
    away = true
  }
  redis.on('error', lost)
  // A Redis that says goodbye properly is no error to ioredis.
  redis.on('reconnecting', () => lost(new Error('The connection to Redis was lost.')))
  redis.on('ready', () => {
    away = false
  })
  giveUpWhenSilent(redis)
  try {
    await redis.connect()
    return redis
  } catch (error) {
    redis.disconnect()
    throw new Error(`Redis cannot be reached: ${first?.message || String(error)}`, { cause: error })
  }
}

/** Redis cannot be written to, or not be read, for now: no memory or disk left, a copy, one that is starting. */
const FOR_NOW = /^(OOM|READONLY|MISCONF|LOADING|BUSY|NOREPLICAS|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)\b/

/** What Redis itself has answered is about the command, but for those; all else is about the connection. */
export const orTransient = throwTransient(
  (error) => !(error instanceof ReplyError) || FOR_NOW.test(error.message),
)

function atMostEvery(ms: number, isSo: (error: Error) => boolean): (error: Error) => boolean {
  let last = Number.NEGATIVE_INFINITY
  return (error) => {
    if (!isSo(error) || performance.now() - last < ms) return false
    last = performance.now()
    return true
  }
}

/**
 * A Redis that stands still takes commands and answers none. The first that waited in vain ends the connection, so
 * that the others fail at once and go on without it; the next connection is used only when Redis has spoken.
 */
function giveUpWhenSilent(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command, stream) => {
    command.promise.catch((error: Error) => {
      if (error.message === 'Command timed out' && redis.status === 'ready') redis.disconnect(true)
    })
    return send(command, stream)
  }
}

/** A set of listeners of which none can stop the others, or whoever calls them. */
export function listeners<E extends unknown[]>(onError: (error: unknown) => void) {
  const all = new Set<{ hear: (...event: E) => void }>()
  return {
    add(hear: (...event: E) => void): () => void {
      const entry = { hear }
      all.add(entry)
      return () => void all.delete(entry)
    },
    call(...event: E): void {
      for (const { hear } of [...all]) {
        try {
          hear(...event)
        } catch (error) {
          onError(error)
        }
      }
    },
  }
}
