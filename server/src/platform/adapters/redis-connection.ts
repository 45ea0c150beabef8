import { Redis, type RedisOptions, ReplyError } from 'ioredis'
import { sentinelsIn } from '../config'
import { throwTransient } from './throw-transient'

export interface RedisConnectionOptions {
  /** Called when the connection is lost, and once a minute until it is back; it reconnects automatically. */
  onError?: (error: unknown) => void
}

const REMIND_MS = 60_000

/**
 * A connection that fails fast while Redis is down instead of queueing, and reconnects automatically, also if Redis is
 * down at first. Rejects only if Redis refuses our credentials. Needs Redis 6.2 or newer, or Valkey.
 */
export async function connectRedis(
  url: string,
  { onError = () => {} }: RedisConnectionOptions,
  options: RedisOptions = { commandTimeout: 3_000 },
): Promise<Redis> {
  const redis = openClient(url, {
    protocol: 2,
    // Commands issued in the same tick are sent in one write.
    enableAutoPipelining: true,
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 5_000,
    // Without this, a connection whose peer vanished would look alive for minutes.
    socketTimeout: 15_000,
    retryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
    // After a failover the same host name may already point to the new primary.
    reconnectOnError: atMostEvery(5_000, (error) => READONLY.test(error.message)),
    ...options,
  })
  let down = false
  let reported = Number.NEGATIVE_INFINITY
  let first: Error | undefined
  const lost = (error: Error) => {
    first ??= error
    if (!down || performance.now() - reported > REMIND_MS) {
      onError(error)
      reported = performance.now()
    }
    down = true
  }
  redis.on('error', lost)
  // ioredis reports no error when Redis closes the connection properly.
  redis.on('reconnecting', () => lost(new Error('The connection to Redis was lost.')))
  redis.on('ready', () => {
    down = false
  })
  disconnectOnTimeout(redis)
  try {
    await firstAttempt(redis)
  } catch (error) {
    const { message } = first ?? (error as Error)
    if (REFUSED.test(message)) {
      redis.disconnect()
      throw new Error(`Cannot connect to Redis: ${message}`, { cause: error })
    }
    lost(first ?? (error as Error))
  }
  return redis
}

/** Asks the Sentinels for the current master at each connection, if the URL names Sentinels. */
function openClient(url: string, options: RedisOptions): Redis {
  const found = sentinelsIn(url)
  if (!found) return new Redis(url, options)
  const { name, sentinels, rest } = found
  return new Redis({
    ...options,
    name,
    sentinels,
    sentinelCommandTimeout: 2_000,
    sentinelRetryStrategy: (times) => Math.min(50 * 2 ** times, 1_000),
    username: decodeURIComponent(rest.username) || undefined,
    password: decodeURIComponent(rest.password) || undefined,
    db: Number(rest.pathname.slice(1)),
  })
}

/** Without a Sentinel ioredis keeps trying inside its first call, and a process must start although Redis is down. */
async function firstAttempt(redis: Redis): Promise<void> {
  const noSentinel = new Promise<never>((_, reject) =>
    redis.on('error', (error) => error.message.startsWith('All sentinels') && reject(error)),
  )
  const connecting = redis.connect()
  connecting.catch(() => {})
  await Promise.race([connecting, noSentinel])
}

/** Only the operator can help. */
const REFUSED = /^(WRONGPASS|NOAUTH|NOPERM)\b|^ERR (AUTH|invalid password)/

/** Redis 6 wraps the error of a command in a script. */
const READONLY = /^(ERR Error running script .*-)?READONLY\b/

/** Redis cannot be read or written for now: out of memory or disk, read-only, or still loading. */
const TEMPORARY =
  /^(ERR Error running script .*-)?(OOM|READONLY|MISCONF|LOADING|BUSY|NOREPLICAS|MASTERDOWN|CLUSTERDOWN|TRYAGAIN)\b/

/** Other replies of Redis are about the command; every other error is about the connection. */
export const orTransient = throwTransient(
  (error) => !(error instanceof ReplyError) || TEMPORARY.test(error.message),
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
 * A Redis that hangs accepts commands and never replies. The first command that times out closes the connection, so
 * that the others fail immediately; a new connection is used only once Redis has replied.
 */
function disconnectOnTimeout(redis: Redis): void {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command, stream) => {
    command.promise.catch((error: Error) => {
      if (error.message === 'Command timed out' && redis.status === 'ready') redis.disconnect(true)
    })
    return send(command, stream)
  }
}

/** A set of listeners; an error in one affects neither the others nor the caller. */
export function listeners<E extends unknown[]>(onError: (error: unknown) => void) {
  const all = new Set<{ listener: (...event: E) => void }>()
  return {
    add(listener: (...event: E) => void): () => void {
      const entry = { listener }
      all.add(entry)
      return () => void all.delete(entry)
    },
    call(...event: E): void {
      for (const { listener } of [...all]) {
        try {
          listener(...event)
        } catch (error) {
          onError(error)
        }
      }
    },
  }
}
