// npm run bench:upgrade -- commit [--stop] [--members 200000] [--messages 2000000] [--visitors 16]
// Upgrades a seeded town from an earlier release, and prints how long each migration held and waited for locks.
// Without --stop: `npm run migrate` beside two processes of that release behind HAProxy, then each process is replaced,
// and back, while people log in, browse, gesture, listen and chat, and a moderator closes cases. Fails if a request
// failed or if anything acknowledged is missing.
// With --stop: both processes stop first, for releases that cannot run beside this one (docs/operations/upgrade.md).
// Fails if a row or a session is missing.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { addChatMembers, type ChatMember } from '@rosella/testkit/chat-members'
import pg from 'pg'
import { buildPrevious } from '../tests/e2e/previous-release/build'
import { start } from '../tests/e2e/scale-out/proxy'
import { runScaleOut } from '../tests/e2e/scale-out/run'
import { openScaledSite } from '../tests/e2e/scale-out/site'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    stop: { type: 'boolean', default: false },
    members: { type: 'string', default: '0' },
    messages: { type: 'string', default: '0' },
    visitors: { type: 'string', default: '16' },
  },
})
const [release] = positionals
if (!release) throw new Error('Name the commit of an earlier release.')
const root = fileURLToPath(new URL('..', import.meta.url))

const dir = await mkdtemp(join(tmpdir(), 'rosella-upgrade-'))
const main = await buildPrevious(dir, release)

/** Of that release, because the schema is its own. */
async function seed(url: string): Promise<void> {
  if (values.members === '0') return
  const began = performance.now()
  const args = [join(dir, 'tools/seed-town.ts'), values.members, '--messages', values.messages]
  execFileSync(join(root, 'node_modules/.bin/tsx'), args, {
    cwd: dir,
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  console.log(`${values.members} members of ${release} seeded in ${seconds(began)}`)
}

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

const site = await openScaledSite(2, { program: main, prepare: seed })

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: site.postgres.url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Samples every 10 ms which existing tables are locked against writes, and how long calls wait for a lock. */
async function watchLocks() {
  const client = new pg.Client({ connectionString: site.postgres.url })
  await client.connect()
  const { rows: tables } = await client.query(
    "select oid::int, relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace",
  )
  const names = new Map<number, string>(tables.map(({ oid, relname }) => [oid, relname]))
  const held = new Map<string, { what: string; first: number; last: number }>()
  let longestWait = 0
  let waited = ''
  let over = false
  const watching = (async () => {
    while (!over) {
      const { rows } = await client.query(`
        select l.pid, l.relation::int, l.mode, l.granted, a.xact_start::text as began, left(a.query, 60) as query,
          extract(epoch from clock_timestamp() - l.waitstart)::float as waits
        from pg_locks l join pg_stat_activity a using (pid)
        where (l.granted and l.locktype = 'relation'
            and l.mode in ('AccessExclusiveLock', 'ExclusiveLock', 'ShareRowExclusiveLock', 'ShareLock'))
          or not l.granted`)
      const now = performance.now()
      for (const row of rows) {
        const table = names.get(row.relation)
        if (!row.granted && row.waits > longestWait) {
          longestWait = row.waits
          waited = `${row.mode} on ${table ?? row.relation}: ${row.query.replaceAll(/\s+/g, ' ')}`
        }
        if (!row.granted || table === undefined) continue
        const key = `${row.pid} ${row.relation} ${row.mode} ${row.began}`
        const first = held.get(key)?.first ?? now
        held.set(key, { what: `${row.mode} on ${table}`, first, last: now })
      }
      await sleep(10)
    }
    await client.end()
  })()
  return async () => {
    over = true
    await watching
    const longest = [...held.values()].sort((a, b) => b.last - b.first - (a.last - a.first)).slice(0, 5)
    console.log('longest locks against writes:')
    for (const { what, first, last } of longest) console.log(`  ${what}: ${Math.round(last - first + 10)} ms`)
    console.log(`longest wait for a lock: ${Math.round(longestWait * 1000)} ms (${waited || 'none'})`)
  }
}

/** `npm run migrate` of this release. */
async function runMigrate(): Promise<void> {
  const began = performance.now()
  const ran = start(process.execPath, [join(root, 'server/dist/migrate.js')], {
    DATABASE_URL: site.postgres.url,
    DATA_DIR: dir,
  })
  const [code] = await once(ran.child, 'close')
  console.log(`npm run migrate: ${seconds(began)}`)
  for (const line of ran.said().trim().split('\n'))
    if (Number(/: ([\d.]+) s$/.exec(line)?.[1] ?? 1) >= 0.5) console.log(`  ${line}`)
  if (code !== 0) throw new Error('npm run migrate failed.')
}

const failures: string[] = []

async function call(
  me: ChatMember,
  path: string,
  fields: object,
): Promise<Record<string, unknown> | undefined> {
  const response = await fetch(site.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: me.email, token: me.token, ...fields }),
  }).catch((error: Error) => error)
  if (!(response instanceof Error) && response.ok) return response.json() as Promise<Record<string, unknown>>
  const why = response instanceof Error ? response.message : `${response.status} ${await response.text()}`
  failures.push(`${path}: ${why}`)
  return undefined
}

/** Members report each other, and a moderator closes the cases. */
async function moderate([moderator, ...people]: ChatMember[], isOver: () => boolean): Promise<number> {
  if (!moderator) throw new Error('There is no moderator.')
  await inDatabase((client) =>
    client.query("update account set role = 'moderator' where member_id = $1", [moderator.id]),
  )
  const closed: number[] = []
  for (let n = 0; !isOver(); n++) {
    const reporter = people[n % people.length] as ChatMember
    const about = people[(n + 1 + Math.floor(n / people.length)) % people.length] as ChatMember
    await call(reporter, '/api/report-user', { recipient_id: about.id, report_reason: 'Something else' })
    const next = await call(moderator, '/api/admin/report-next', {})
    const report_id = next?.report_id
    if (typeof report_id === 'number') {
      const decided = await call(moderator, '/api/admin/report-decision', { report_id, outcome: 'dismissed' })
      if (decided) closed.push(report_id)
    }
    await sleep(500)
  }
  const { rows } = await inDatabase((client) =>
    client.query("select count(*)::int as n from report where state = 'closed' and id = any($1)", [closed]),
  )
  if (rows[0]?.n !== closed.length) failures.push(`${closed.length} cases closed, ${rows[0]?.n} are`)
  return closed.length
}

/** Upgrade, then downgrade. */
async function sideBySide(): Promise<void> {
  const steps = [
    ['this release', 0],
    ['this release', 1],
    [release, 0],
    [release, 1],
  ] as const
  let over = false
  const moderated = moderate(await addChatMembers(site.postgres.url, 31), () => over)
  moderated.catch(() => {})
  const report = await watchLocks()
  const ran = await runScaleOut(
    {
      ...site,
      async restart(n) {
        const [program, at] = steps[n] as (typeof steps)[number]
        if (n === 0) await runMigrate()
        await site.restart(at, program === release ? main : undefined)
        console.log(`process ${at + 1} is ${program}`)
      },
    },
    { visitors: Number(values.visitors), steadySeconds: 5, restarts: steps.length },
  )
  over = true
  const cases = await moderated
  await report()
  failures.push(...ran.steady.failures, ...ran.rolling.failures, ...ran.faults)
  const actions = [ran.steady, ran.rolling].flatMap(({ took }) => Object.values(took)).flat().length
  const slowest = Object.entries(ran.rolling.took).flatMap(([kind, took]) =>
    took.length > 0 ? [`${kind} ${Math.round(Math.max(...took))}`] : [],
  )
  console.log(`${actions} actions while ${release} became this release and this became ${release} again
${ran.acknowledged} messages acknowledged, ${ran.resends} sent again on a new socket
${cases} cases reported and closed
slowest of each kind, ms: ${slowest.join(', ')}`)
}

/** These counts and sums must not change. The columns exist in every release. */
const kept = `
  select (select count(*) || ' ' || sum(hashtext(url_hash || username)) from member) as member,
    (select count(*) || ' ' || sum(hashtext(email)) from account) as account,
    (select count(*) || ' ' || sum(me * 31 + other) || ' ' || sum(coalesce(sent_like_ts, 0)) from relation) as relation,
    (select count(*) || ' ' || sum(hashtext(text)) || ' ' || sum(ts) from message) as message,
    (select count(*) || ' ' || sum(hashtext(name)) from photo) as photo,
    (select count(*) || ' ' || sum(expires_ts) from session) as session`

async function afterAStop(): Promise<void> {
  const sessions = await addPlainSession()
  const [process1, process2] = site.processes()
  const began = performance.now()
  for (const server of [process1, process2]) {
    server?.child.kill('SIGTERM')
    await server?.exit
  }
  console.log(`both processes of ${release} stopped: ${seconds(began)}`)
  const before = await inDatabase((client) => client.query(kept))
  const report = await watchLocks()
  await runMigrate()
  await report()
  const starting = performance.now()
  for (const n of [0, 1]) await site.restart(n)
  console.log(`both processes of this release are in use: ${seconds(starting)}`)
  console.log(`the whole stop: ${seconds(began)}`)
  const after = await inDatabase((client) => client.query(kept))
  for (const [table, was] of Object.entries(before.rows[0]))
    if (after.rows[0][table] !== was) failures.push(`${table} was ${was} and is ${after.rows[0][table]}`)
  console.log(
    `kept: ${Object.entries(after.rows[0])
      .map(([table, text]) => `${table} ${String(text).split(' ')[0]}`)
      .join(', ')}`,
  )
  const query = new URLSearchParams({ email: sessions.email, token: sessions.token })
  const user = await fetch(`${site.url}/api/user?${query}`)
  if (!user.ok) failures.push(`a session of ${release} gets ${user.status}`)
}

/** A member of the seeded town, logged in through the old release. */
async function addPlainSession(): Promise<{ email: string; token: string }> {
  const email = 'member-1000@seed.example'
  const response = await fetch(`${site.url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'Kookaburra-1' }),
  })
  if (!response.ok) throw new Error(`log in: ${response.status} ${await response.text()}`)
  const { token } = (await response.json()) as { token: string }
  return { email, token }
}

await (values.stop ? afterAStop() : sideBySide())
const errors = site
  .processes()
  .flatMap((server) => `${server.errors()}${server.output()}`.match(/.*"level":50.*/g) ?? [])
await site.close()
await rm(dir, { recursive: true, force: true })
console.log(`${failures.length} failures, ${errors.length} errors logged by the processes running at the end`)
for (const line of [...failures, ...errors].slice(0, 20)) console.log(`  ${line}`)
process.exit(failures.length + errors.length > 0 ? 1 : 0)
