/**
 * Under one prefix (in braces, so that a cluster keeps it on one node):
 *   of:<process>  hash     connection -> member, the connections of one process
 *   count         hash     member -> how many connections they have anywhere
 *   arrived       sorted   members online, by arrival
 *   processes     sorted   process -> when it last gave a sign of life, by the clock of Redis
 *   version       number   grows whenever somebody comes or goes
 * Each script is one step for everybody else, so that counts and connections always agree.
 */
const shared = `
local p = KEYS[1]
local process = ARGV[1]
local own = p .. 'of:' .. process

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function comes(member)
  if redis.call('HINCRBY', p .. 'count', member, 1) == 1 then
    redis.call('ZADD', p .. 'arrived', redis.call('INCR', p .. 'version'), member)
  end
end

local function goes(member)
  if redis.call('HINCRBY', p .. 'count', member, -1) <= 0 then
    redis.call('HDEL', p .. 'count', member)
    redis.call('ZREM', p .. 'arrived', member)
    redis.call('INCR', p .. 'version')
  end
end

local function alive()
  redis.call('ZADD', p .. 'processes', now(), process)
end

local function forget(dead)
  for _, member in ipairs(redis.call('HVALS', p .. 'of:' .. dead)) do goes(member) end
  redis.call('DEL', p .. 'of:' .. dead)
  redis.call('ZREM', p .. 'processes', dead)
end

local function version()
  return tonumber(redis.call('GET', p .. 'version') or '0')
end
`

/** process, connection, member -> version */
export const enterScript = `${shared}
alive()
if redis.call('HSETNX', own, ARGV[2], ARGV[3]) == 1 then comes(ARGV[3]) end
return version()`

/** process, connection -> version */
export const leaveScript = `${shared}
local member = redis.call('HGET', own, ARGV[2])
if member then
  redis.call('HDEL', own, ARGV[2])
  goes(member)
end
return version()`

/** process, milliseconds of silence after which a process is dead -> version, own connections known here */
export const beatScript = `${shared}
alive()
local dead = redis.call('ZRANGEBYSCORE', p .. 'processes', '-inf', '(' .. (now() - ARGV[2]))
for _, other in ipairs(dead) do forget(other) end
return { version(), redis.call('HLEN', own) }`

/** process, connection, member, connection, member, … -> version; afterwards it has these and no others */
export const syncScript = `${shared}
alive()
local wanted = {}
for at = 2, #ARGV, 2 do wanted[ARGV[at]] = ARGV[at + 1] end
local had = redis.call('HGETALL', own)
for at = 1, #had, 2 do
  if wanted[had[at]] ~= had[at + 1] then
    redis.call('HDEL', own, had[at])
    goes(had[at + 1])
  end
end
for at = 2, #ARGV, 2 do
  if redis.call('HSETNX', own, ARGV[at], ARGV[at + 1]) == 1 then comes(ARGV[at + 1]) end
end
return version()`

/** process */
export const byeScript = `${shared}
forget(process)`
