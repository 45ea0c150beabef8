import {
  type NoticeKind,
  type NotificationKind,
  noticeKinds,
  pushDelayOf,
  settingOf,
} from '@rosella/contract/notifications/kinds'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { prepared } from '../../platform/database/prepared'
import type { Emit, Tx } from '../../platform/database/transaction'

/** Seconds until a running job is repeated; it has finished by then. */
const ONCE_MORE = 60

type Job = { kind: string }

/** An event for `to`, caused by `from`; saved searches have no `from`. */
interface Event {
  to: number
  from: number | null
  now: number
}

const wants = (kind: NotificationKind, way: 'mail' | 'push'): RawBuilder<SqlBool> =>
  sql<SqlBool>`${sql.ref(`a.${settingOf(kind)}`)} in (${sql.lit(way)}, 'both')`

/**
 * Skips members whose job waits for a later time, which saves a row per message: nobody runs that job before
 * this transaction ends.
 */
const emailJobs = (kind: NotificationKind, events: string) => sql`
  select 'notice-mail' as kind, 'notice-mail ' || e.member_id as dedupe_key,
    jsonb_build_object('member_id', e.member_id) as payload, e.ts as run_ts, e.ts
  from ${sql.table(events)} e join account a on a.member_id = e.member_id
  where a.email_confirmed and ${wants(kind, 'mail')} and not exists (
    select from job j where j.dedupe_key = 'notice-mail ' || e.member_id
      and j.run_ts > e.ts + ${sql.lit(ONCE_MORE)} and j.lease_id is null and j.died_ts is null)`

const pushJobs = (kind: NotificationKind, events: string) => sql`
  select 'push' as kind, 'push ' || s.id || ${sql.lit(` ${kind} `)} || coalesce(e.other_id::text, '') as dedupe_key,
    jsonb_build_object('member_id', e.member_id, 'subscription_id', s.id, 'kind', ${sql.lit(kind)}, 'from', e.other_id)
      as payload,
    e.ts + ${sql.lit(pushDelayOf(kind))} as run_ts, e.ts
  from ${sql.table(events)} e join push_subscription s on s.member_id = e.member_id
    join account a on a.member_id = e.member_id
  where ${wants(kind, 'push')}`

/**
 * Jobs query the news when they run, so one waiting job is enough. A running one may have queried before this
 * transaction, so it is repeated. Inserting in key order prevents deadlocks between writers.
 */
const insertJobs = (jobs: RawBuilder<unknown>) => sql<Job>`
  insert into job (kind, dedupe_key, payload, run_ts, created_ts)
  select distinct on (dedupe_key) kind, dedupe_key, payload, run_ts, ts from (${jobs}) jobs order by dedupe_key
  on conflict (dedupe_key) do update set payload = excluded.payload,
    run_ts = case when job.died_ts is not null then excluded.run_ts
      when job.lease_id is not null then excluded.run_ts + ${sql.lit(ONCE_MORE)} else job.run_ts end,
    tries = case when job.died_ts is null then job.tries else 0 end,
    failing_since_ts = case when job.died_ts is null then job.failing_since_ts end,
    lease_id = null, lease_until_ts = null, died_ts = null, last_error = null
  returning kind`

/**
 * The jobs that notify members, as one statement over `events`, a common table expression with (member_id,
 * other_id, ts): an email for the member and a push for each of their browsers.
 */
export const insertNoticeJobs = (kind: NoticeKind | 'message', events: string) =>
  insertJobs(sql`${emailJobs(kind, events)} union all ${pushJobs(kind, events)}`)

const event = ({ to, from, now }: Event) =>
  sql`event as materialized (select ${to}::bigint as member_id, ${from}::bigint as other_id, ${now}::bigint as ts)`

const messageNotice = prepared(
  (to: number, from: number | null, now: number) =>
    sql`with ${event({ to, from, now })} ${insertNoticeJobs('message', 'event')}`,
)

/** For a message that is stored on its own. */
export async function queueMessageNotice(tx: Tx, { to, from, now }: Event): Promise<void> {
  await messageNotice(tx, to, from, now)
}

const notice = (kind: NoticeKind) =>
  prepared(
    (to: number, from: number | null, now: number) => sql<Job>`
      with ${event({ to, from, now })}, noted as (
        insert into notice (member_id, other_id, kind, ts)
        select e.member_id, e.other_id, ${sql.lit(kind)}, e.ts from event e join account a on a.member_id = e.member_id
        where a.email_confirmed and ${wants(kind, 'mail')}
      ) ${insertNoticeJobs(kind, 'event')}`,
  )
const notices = Object.fromEntries(noticeKinds.map((kind) => [kind, notice(kind)])) as Record<
  NoticeKind,
  ReturnType<typeof notice>
>

/** Stores a notice for the email, and queues the email and the push. */
export async function queueNotice(
  tx: Tx,
  emit: Emit,
  kind: NoticeKind,
  { to, from, now }: Event,
): Promise<void> {
  const jobs = await notices[kind](tx, to, from, now)
  for (const job of new Set(jobs.map((one) => one.kind))) emit({ kind: 'job.due', job })
}

/** For new people in a member's saved searches, whose feature sends its own email. */
export async function queueSavedSearchPush(tx: Tx, emit: Emit, to: number, now: number): Promise<void> {
  const what = { to, from: null, now }
  await sql`with ${event(what)} ${insertJobs(pushJobs('saved', 'event'))}`.execute(tx)
  emit({ kind: 'job.due', job: 'push' })
}
