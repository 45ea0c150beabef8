// Fills an empty PostgreSQL with a town of any size, for benchmarks and query plans:
//   DATABASE_URL=postgres://… npm run seed -- 1000000
//   DATABASE_URL=postgres://… npm run seed -- 50000 --pairs 28 --messages 2000000
// Everyone has the password Kookaburra-1 and the address member-N@seed.example. Photos are rows without files.

import { parseArgs } from 'node:util'
import { memberStatus } from '@rosella/contract/member/status'
import { openPostgres } from '@rosella/server/platform/adapters/database/postgres'
import { argon2Passwords } from '@rosella/server/platform/adapters/password-hash/argon2'
import { openBundledPlaces } from '@rosella/server/platform/adapters/places/bundled'
import { migrate } from '@rosella/server/platform/database/migrate'
import type { City } from '@rosella/server/platform/ports/places'
import { CompiledQuery, type Kysely } from 'kysely'
import { makePlaces } from './make-places.mjs'

export interface TownOptions {
  /** How many others each member has contacted: views by both, and likes by about one in three. */
  pairs?: number
  /** The approximate total, between members who like each other. */
  messages?: number
}
/** The first members are popular in a town of any size, so that their lists can be compared. */
const KNOWN = 400
const ADMIRERS = 500

/** Pseudo-random numbers that are the same in every run. */
const dice = (column: string, salt: number, sides: number) =>
  `(abs(hashint8extended(${column}, ${salt})) % ${sides})`

/** One of the letters, or no answer for one member in five. */
const letter = (salt: number, ...letters: string[]) =>
  `case when ${dice('id', salt + 100, 5)} > 0 then (array['${letters.join("', '")}'])[1 + ${dice('id', salt, letters.length)}] end`

// Views are common, likes rarer, blocks rare.
const likes = (who: 'a' | 'b') => (who === 'a' ? 'luck % 3 = 0' : `(luck % 5 = 0 or a <= ${KNOWN})`)
const TALKING = `${likes('a')} and ${likes('b')} and luck <> 999`

function statements(
  members: number,
  { pairs = 5, messages = 0 }: TownOptions,
  now: number,
  passwordHash: string,
  secrets: readonly { name: string; value: Uint8Array }[],
  towns: readonly City[],
): [what: string, sql: string][] {
  const day = 86_400
  /** HMAC-SHA-256 (RFC 2104) of the address, as members/address-hash.ts computes it; in SQL for a million rows. */
  const hmacOf = (name: string) => {
    const key = Buffer.alloc(64)
    key.set(secrets.find((secret) => secret.name === name)?.value ?? [])
    const pad = (byte: number) => `'\\x${Buffer.from(key.map((each) => each ^ byte)).toString('hex')}'::bytea`
    return `sha256(${pad(0x5c)} || sha256(${pad(0x36)} || convert_to('member-' || id || '@seed.example', 'UTF8')))`
  }
  return [
    [
      'towns',
      `insert into town (id, country, city, state, latitude, longitude) overriding system value
       select row_number() over (), 'AU', name || ', ' || "stateCode", "stateCode", latitude, longitude
       from json_to_recordset($json$${JSON.stringify(towns)}$json$)
         as city (name text, "stateCode" text, latitude float, longitude float)`,
    ],
    ['numbers of towns', `select setval(pg_get_serial_sequence('town', 'id'), ${towns.length})`],
    [
      'members',
      `insert into member (url_hash, username, gender, interested, birthday, country, city, latitude, longitude,
         town_id, town_hidden, status, premium, photo, photos, approved_photos, ndp, created_ts, profile_completed_ts)
       select 's' || lpad(n::text, 8, '0'), 'Seed', g,
         case when ${dice('n', 1, 10)} = 0 then 'b' when ${dice('n', 2, 12)} = 0 then (case g when 'f' then 'w' else 'm' end)
           else (case g when 'f' then 'm' else 'w' end) end,
         date '1960-01-01' + ${dice('n', 3, 16000)}::int, 'AU', t.city, t.latitude, t.longitude,
         t.id, ${dice('n', 14, 25)} = 0,
         case when ${dice('n', 4, 25)} = 0 then ${memberStatus.deactivated} else ${memberStatus.active} end, ${dice('n', 5, 20)} = 0,
         'seedphoto' || lpad(n::text, 16, '0') || '0', 3, case when ${dice('n', 6, 20)} = 0 then 2 else 3 end, 0,
         ${now} - ${dice('n', 7, 700 * day)}, ${now} - ${700 * day}
       from (select n, case when n % 2 = 0 then 'f' else 'm' end as g,
           1 + floor(${towns.length} * power(${dice('n', 15, 1_000_000)} / 1000000.0, 4))::int as town
         from generate_series(1, ${members}) n) one
       join town t on t.id = one.town order by n`,
    ],
    [
      'accounts',
      `insert into account (member_id, email, email_confirmed, password_hash, email_hash, ban_hash)
       select id, 'member-' || id || '@seed.example', true, '${passwordHash}',
         ${hmacOf('people-i-know')}, ${hmacOf('banned-emails')} from member`,
    ],
    [
      'profiles',
      `insert into profile (member_id, gender_birth, relationship_goals, tagline, about_offer, smoking, drinking, kids,
         wants_kids, marriage, education, height, spoken, tags)
       select id, gender, ${letter(16, 's', 's', 'c', 'e')}, 'Good coffee, long walks',
         repeat('Happiest near the water. ', 8), ${letter(17, '-', '-', '~', '+')}, ${letter(18, '-', '~', '~', '+')},
         ${letter(19, '-', '+')}, ${letter(20, '-', '~', '+')}, ${letter(21, '-', '~', '-')}, ${letter(22, '1', '2', '3')},
         150 + ${dice('id', 23, 50)}, array['en', (array['de', 'vi', 'zh', 'it', 'el'])[1 + ${dice('id', 24, 5)}]],
         array[(array['coffee', 'surfing', 'dogs'])[1 + ${dice('id', 25, 3)}],
           (array['jazz', 'chess', 'camping', 'wine', 'yoga'])[1 + ${dice('id', 26, 5)}]] from member`,
    ],
    [
      'preferences',
      `insert into preferences (member_id, age_min, age_max, distance, smoking)
       select id, 18 + ${dice('id', 27, 15)}, 50 + ${dice('id', 28, 50)},
         (array[0, 0, 0, 100, 250])[1 + ${dice('id', 29, 5)}], case when ${dice('id', 30, 3)} = 0 then array['-', '~'] else '{}' end
       from member where ${dice('id', 31, 3)} = 0`,
    ],
    [
      'activity',
      `insert into activity (member_id, last_active_ts)
       select id, greatest(created_ts, ${now} - ${dice('id', 8, 30 * day)}) from member`,
    ],
    // As photos that cannot be read, because there are no files: no job has to look for them.
    [
      'photos',
      `insert into photo (name, member_id, approved, width, height, dhash, thumbhash, created_ts, has_sizes, pdq)
       select 'seedphoto' || lpad(id::text, 16, '0') || k, id, k < approved_photos, 1200, 1600,
         lpad(to_hex(hashint8extended(id, k)), 16, '0'), '', created_ts, null, ''
       from member, generate_series(0, 2) k`,
    ],
    [
      'pairs',
      `create temp table pair as
       select distinct on (a, b) a, b, ${dice('a * 7919 + b', 9, 1000)} as luck,
         ${dice('a * 7919 + b', 10, 30 * day)} as ago, 0 as messages
       from (
         select least(n, o) as a, greatest(n, o) as b from (
           select n, 1 + ${dice(`n * 64 + k`, 11, members)} as o
           from generate_series(1, ${members}) n, generate_series(1, ${pairs}) k
           union all
           select n, 1 + ${KNOWN} + (n * 613 + k * 1009) % (${members} - ${KNOWN}) as o
           from generate_series(1, ${KNOWN}) n, generate_series(1, ${ADMIRERS}) k
         ) drawn where n <> o
       ) ordered order by a, b`,
    ],
    ...(messages > 0 ? conversations(messages, now) : []),
    ['pair statistics', 'analyze pair'],
    ...(['a', 'b'] as const).map((me): [string, string] => {
      const other = me === 'a' ? 'b' : 'a'
      const when = (condition: string, time = `${now} - ago`) => `case when ${condition} then ${time} end`
      return [
        `relations, side ${me}`,
        `insert into relation (me, other, favorited_ts, sent_like_ts, received_like_ts, matched_ts,
           viewed_ts, viewed_me_ts, blocked_ts, blocked_me, messages, wrote)
         select ${me}, ${other}, ${when('luck % 11 = 0')}, ${when(likes(me))}, ${when(likes(other))},
           ${when(`${likes(me)} and ${likes(other)}`)}, ${now} - ago, ${now} - ago,
           ${when(me === 'a' ? 'luck = 999' : 'false')}, ${me === 'b' ? 'luck = 999' : 'false'}, messages, messages > ${me === 'a' ? 1 : 0}
         from pair`,
      ]
    }),
    ['statistics', 'vacuum analyze'],
  ]
}

/** Of any length up to twice the mean; in every fourth the last message is unread. Ids are in order of time. */
const conversations = (messages: number, now: number): [what: string, sql: string][] => [
  [
    'who talks',
    // Two random numbers, so that the mean is right even if it is less than one.
    `update pair set messages = (mean * 2 * ${dice('a * 7919 + b', 12, 1000)} + ${dice('a * 7919 + b', 13, 1000)})::int / 1000
     from (select ${messages}::float / count(*) as mean from pair where ${TALKING}) talking
     where ${TALKING}`,
  ],
  [
    'messages',
    `insert into message (sender_id, receiver_id, text, ts, read_ts)
     select case k % 2 when 0 then a else b end, case k % 2 when 0 then b else a end,
       'Message ' || k || ', as long as people write when they tell each other how the day has been', ts,
       case when k < messages or luck % 4 > 0 then ts + 60 end
     from (
       select a, b, luck, messages, k, ${now} - ago + (ago - 60) * k / messages as ts
       from pair, generate_series(1, messages) k) said
     order by ts`,
  ],
]

export async function seedTown(
  url: string,
  members: number,
  log: (line: string) => void,
  options: TownOptions = {},
): Promise<void> {
  const database = await openPostgres(url, { connections: 1, statementMs: 3_600_000 })
  try {
    const db = database.db as unknown as Kysely<unknown>
    const run = (sql: string) => db.executeQuery(CompiledQuery.raw(sql))
    await migrate(database)
    await run('set synchronous_commit = off')
    // References are valid by construction; checking each row would take most of the time.
    await run('set session_replication_role = replica').catch(() =>
      log('not a superuser, so this takes longer'),
    )
    await run(`set maintenance_work_mem = '512MB'`)
    await run(`set work_mem = '256MB'`)
    const hash = await argon2Passwords().hash('Kookaburra-1')
    const rebuild = await dropIndexes(run)
    await run('alter table relation drop constraint relation_pkey')
    rebuild.push('alter table relation add primary key (me, other)')
    await makePlaces()
    const towns = await (await openBundledPlaces()).cities('AU')
    const secrets = await database.db.selectFrom('site_secret').select(['name', 'value']).execute()
    const now = Math.floor(Date.now() / 1000)
    for (const [what, sql] of statements(members, options, now, hash, secrets, towns)) {
      const started = Date.now()
      if (what === 'statistics') for (const index of rebuild) await run(index)
      await run(sql)
      log(`${what}: ${((Date.now() - started) / 1000).toFixed(1)} s`)
    }
  } finally {
    await database.close()
  }
}

/**
 * Drops indexes, because rows are inserted several times faster without; returns the statements that restore them.
 */
async function dropIndexes(run: (sql: string) => Promise<{ rows: unknown[] }>): Promise<string[]> {
  const { rows } = await run(`
    select indexname, indexdef from pg_indexes
    where schemaname = 'public' and tablename in ('relation', 'photo', 'member', 'activity', 'message')
      and indexdef not like 'CREATE UNIQUE%'`)
  const indexes = rows as { indexname: string; indexdef: string }[]
  for (const { indexname } of indexes) await run(`drop index ${indexname}`)
  return indexes.map(({ indexdef }) => indexdef)
}

if (process.argv[1]?.endsWith('seed-town.ts')) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { pairs: { type: 'string' }, messages: { type: 'string' } },
  })
  const given = (text?: string) => (text === undefined ? undefined : Number(text))
  const options = { pairs: given(values.pairs), messages: given(values.messages) }
  const members = Number(positionals[0])
  const url = process.env.DATABASE_URL
  const isCount = (count?: number) => count === undefined || (Number.isInteger(count) && count >= 0)
  if (!url || !(members >= 1000) || ![members, options.pairs, options.messages].every(isCount)) {
    console.error(
      'DATABASE_URL=postgres://… npm run seed -- <members, 1000 or more> [--pairs 5] [--messages 0]',
    )
    process.exit(1)
  }
  await seedTown(url, members, console.log, options)
}
