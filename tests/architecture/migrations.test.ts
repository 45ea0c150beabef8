import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { statementsOf } from '@rosella/server/platform/database/migrate'
import { expect, test } from 'vitest'
import { root } from './imports'

/** Older migrations were applied before these rules existed, and the last of them needs a stop anyway. */
const NEWEST_EXEMPT = '0120'

/** Tables that stay small, so that changing them takes milliseconds (docs/operations/retention.md, "Every table"). */
function smallTables(): Set<string> {
  const page = readFileSync(join(root, 'docs/operations/retention.md'), 'utf8')
  const line = /- \*\*Of a fixed size\*\*:([\s\S]*?)\.\n/.exec(page)?.[1] ?? ''
  return new Set([...line.matchAll(/`([a-z_]+)`/g)].map(([, name = '']) => name))
}

const VOLATILE = /\bdefault\s+\(?\s*(?:random|clock_timestamp|gen_random_uuid|nextval|uuid_generate\w*)\b/i

/** The parts of an ALTER TABLE, split at the commas outside brackets and quotes. */
function partsOf(text: string): string[] {
  let depth = 0
  const parts = ['']
  for (const [token] of text.matchAll(/'(?:[^']|'')*'|[\s\S]/g)) {
    if (token === '(') depth++
    if (token === ')') depth--
    if (token === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map((part) => part.trim().replaceAll(/\s+/g, ' ').toLowerCase())
}

/** Why one part of an ALTER TABLE would stop or break a large site. */
function faultOfPart(part: string): string | undefined {
  const notValid = part.endsWith('not valid')
  if (/^rename\b/.test(part)) return 'renames what the previous version uses'
  if (/^alter (?:column )?\w+ (?:set data )?type\b/.test(part)) return 'rewrites the table'
  if (/^alter (?:column )?\w+ set not null/.test(part)) return 'scans the table while it is locked'
  if (/^set (?:unlogged|logged|tablespace|access method)/.test(part)) return 'rewrites the table'
  if (/^add (?:constraint \w+ )?(?:primary key|unique|exclude)/.test(part) && !/ using index /.test(part))
    return 'builds an index while the table is locked'
  if (
    /^add (?:constraint|check|foreign key)\b/.test(part) &&
    !/^add constraint \w+ (?:primary|unique)/.test(part)
  )
    return notValid ? undefined : 'checks every row while the table is locked (add it "not valid")'
  if (!/^add\b/.test(part)) return undefined
  if (/\bnot null\b/.test(part) && !/\bdefault\b/.test(part)) return 'adds "not null" without a default'
  if (VOLATILE.test(part) || /\bgenerated\b|\b(?:big|small)?serial\b/.test(part)) return 'rewrites the table'
  if (/\b(?:unique|primary key)\b/.test(part)) return 'builds an index while the table is locked'
  if (/\bcheck\b/.test(part)) return 'checks every row while the table is locked (add it "not valid")'
  if (/\breferences\b/.test(part) && /\bdefault (?!null)/.test(part))
    return 'checks every row while the table is locked (add it "not valid")'
  return undefined
}

/** The faults of a migration on a site with millions of rows. */
function faultsOf(sql: string, small = smallTables()): string[] {
  const isOutside = sql.startsWith('-- no transaction\n')
  const statements = statementsOf(sql)
  const created = new Set(
    statements.flatMap(
      ({ text }) => /^create (?:unlogged )?table (?:if not exists )?(\w+)/i.exec(text)?.[1] ?? [],
    ),
  )
  const isLarge = (table: string | undefined) =>
    table !== undefined && !created.has(table) && !small.has(table)
  const altered = new Set<string>()
  const faultOf = ({ text, inBatches }: { text: string; inBatches: boolean }): string[] => {
    const line = text.replaceAll(/\s+/g, ' ')
    if (/^(?:begin|commit|rollback|savepoint|vacuum full|cluster|lock)\b/i.test(line))
      return ['controls transactions or locks by itself']
    if (/^do\b/i.test(line)) return ['hides its statements in a block']
    const index =
      /^create (?:unique )?index (concurrently )?(if not exists )?(\w+ )?on (?:only )?(\w+)/i.exec(line)
    if (index) {
      const [, concurrently, ifMissing, , table] = index
      if (concurrently) return isOutside && ifMissing ? [] : ['needs "-- no transaction" and "if not exists"']
      return isLarge(table) ? ['builds an index without "concurrently"'] : []
    }
    const [, table, parts] = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/i.exec(line) ?? []
    if (table !== undefined && parts !== undefined) {
      if (/^validate constraint/i.test(parts)) return isOutside ? [] : ['needs "-- no transaction"']
      if (!isLarge(table)) return []
      altered.add(table)
      return partsOf(parts).flatMap((part) => faultOfPart(part) ?? [])
    }
    const changed = /^(?:with .*\b)?(?:update|delete from) (?:only )?(\w+)/i.exec(line)?.[1]
    if (isLarge(changed)) {
      if (!inBatches || !isOutside) return ['changes every row in one statement (use "-- in batches")']
      return /\blimit \d{1,5}\b/i.test(line) ? [] : ['has batches without a limit']
    }
    const repeatable = /\bif (?:not )?exists\b|\bor replace\b|^(?:comment|select|analyze)\b/i
    if (isOutside && changed === undefined && !repeatable.test(line)) return ['cannot be repeated']
    return []
  }
  const faults = statements.flatMap((statement) =>
    faultOf(statement).map((fault) => `${statement.text.slice(0, 60).replaceAll(/\s+/g, ' ')}: ${fault}`),
  )
  if (altered.size > 1 && !isOutside)
    faults.push(`locks several large tables together: ${[...altered].join(', ')}`)
  return faults
}

test('no new migration stops a large site', () => {
  const folder = join(root, 'server/migrations')
  const names = readdirSync(folder).filter(
    (name) => name.endsWith('.sql') && name.slice(0, 4) > NEWEST_EXEMPT,
  )
  const faults = names.flatMap((name) =>
    faultsOf(readFileSync(join(folder, name), 'utf8')).map((fault) => `${name}: ${fault}`),
  )
  expect(faults).toEqual([])
})

const OUTSIDE = '-- no transaction\n'

test.each([
  ['create index a on message (ts);', 'without "concurrently"'],
  ['create unique index a on message (ts);', 'without "concurrently"'],
  ['create index concurrently if not exists a on message (ts);', 'needs "-- no transaction"'],
  [`${OUTSIDE}create index concurrently a on message (ts);`, '"if not exists"'],
  ['alter table member add column x integer not null;', 'without a default'],
  ['alter table member add column y text, add column x integer not null;', 'without a default'],
  ['alter table member alter column premium type integer;', 'rewrites'],
  ['alter table member alter column premium set not null;', 'scans'],
  ['alter table member add column x uuid default gen_random_uuid();', 'rewrites'],
  ['alter table member add column x int generated always as (photos + 1) stored;', 'rewrites'],
  ['alter table member add column x bigserial;', 'rewrites'],
  ['alter table member add column x int unique;', 'builds an index'],
  ["alter table member add column x text default 'a' check (x in ('a', 'b'));", 'checks every row'],
  ['alter table member add constraint c check (photos >= 0);', 'checks every row'],
  ['alter table relation add foreign key (me) references member;', 'checks every row'],
  ['alter table member add constraint c unique (username);', 'builds an index'],
  ['alter table member rename column photos to pictures;', 'renames'],
  ['alter table member add column x int; alter table message add column x int;', 'several large tables'],
  ['update member set photos = 0;', 'changes every row'],
  [`${OUTSIDE}update member set photos = 0 where photos > 0;`, 'changes every row'],
  [`${OUTSIDE}-- in batches\nupdate member set photos = 0 where photos > 0;`, 'without a limit'],
  ['begin; create table x (n int); commit;', 'controls transactions'],
  ['do $$ begin update member set photos = 0; end $$;', 'hides its statements'],
  [`${OUTSIDE}create table x (n int);`, 'cannot be repeated'],
])('refuses %s', (sql, fault) => {
  expect(faultsOf(sql).join('\n')).toContain(fault)
})

test.each([
  'create table x (n int not null unique); create index x_n on x (n); insert into x values (1); update x set n = 2;',
  'alter table reply_template rename column text to words; update setting set value = value;',
  "alter table member add column x text not null default 'a', add column y bigint;",
  'alter table account add constraint c check (member_id > 0) not valid;',
  'alter table photo add column other bigint references member on delete set null;',
  `${OUTSIDE}create index concurrently if not exists a on message (ts); drop index concurrently if exists b;`,
  `${OUTSIDE}-- in batches\nupdate member set photos = 0 where id in (select id from member where photos > 0 limit 5000);`,
  `${OUTSIDE}alter table account validate constraint c;`,
  'create or replace function f() returns int language sql as $$ update member set photos = 0 returning 1 $$;',
])('allows %s', (sql) => {
  expect(faultsOf(sql)).toEqual([])
})
