import { sql } from 'kysely'
import { renderMail } from '../../../mail/mail-template'
import type { Services } from '../../../ports/services'
import { unsubscribeKey } from '../unsubscribe'
import { findRecipient, hasNews, wantsSummary } from './count-news'
import { latestDue } from './weekly-time'
import { hasSomethingToSay, writeSummary } from './write-summary'

type Deps = Pick<Services, 'db' | 'clock' | 'log' | 'mailer' | 'site'>

/** Old news is no news: what a site that was down could not send within a day is left. */
const LATE = 86_400
const TRIES = 4
const PAUSE = 900

interface Task {
  member_id: number
  due: number
}

/**
 * The weekly summaries, to be run every minute by every process. The first to come plans a job for each
 * recipient, and then all take jobs until none is left. A job is taken away before its mail is handed over:
 * a process that dies in that moment costs one mail, and never sends one twice.
 */
export function sendSummaries(deps: Deps): () => Promise<number> {
  let running: Promise<number> | undefined
  return () => {
    // A large site takes longer than a minute; the next call joins the one under way.
    running ??= sendAll(deps).finally(() => {
      running = undefined
    })
    return running
  }
}

async function sendAll(deps: Deps): Promise<number> {
  const due = latestDue(deps.clock.now())
  if (deps.clock.now() - due > LATE) return 0
  await plan(deps, due)
  let sent = 0
  for (let job = await takeJob(deps); job; job = await takeJob(deps)) {
    try {
      if (await sendOne(deps, job.payload)) sent++
    } catch (err) {
      deps.log.warn({ err }, 'a weekly summary was not sent')
      await tryLater(deps, job)
    }
  }
  return sent
}

/** One job a recipient, in one transaction with the mark that this week is planned. */
async function plan({ db }: Deps, due: number): Promise<void> {
  const mark = `summaries ${due}`
  const planned = await db.selectFrom('job').where('dedupe_key', '=', mark).select('id').executeTakeFirst()
  if (planned) return
  await db.transaction().execute(async (tx) => {
    // Two at once meet at the unique key: the second waits for the first and then has nothing to do.
    const mine = await tx
      .insertInto('job')
      .values({ kind: 'summaries-planned', dedupe_key: mark, run_ts: due })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!mine) return
    await tx
      .deleteFrom('job')
      .where('kind', 'in', ['summaries-planned', 'summary'])
      .where('run_ts', '<', due)
      .execute()
    await sql`
      insert into job (kind, dedupe_key, payload, run_ts)
      select 'summary', ${mark} || ' ' || a.member_id,
        json_build_object('member_id', a.member_id, 'due', ${due}::bigint)::jsonb, ${due}
      from account a join member m on m.id = a.member_id
      where ${wantsSummary} and ${hasNews(due)}`.execute(tx)
  })
}

interface Job {
  dedupe_key: string | null
  payload: Task
  tries: number
}

async function takeJob({ db, clock }: Deps): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    delete from job where id = (
      select id from job where kind = 'summary' and run_ts <= ${clock.now()}
      order by run_ts, id limit 1 for update skip locked)
    returning dedupe_key, payload, tries`.execute(db)
  return rows[0]
}

async function sendOne(deps: Deps, { member_id, due }: Task): Promise<boolean> {
  const recipient = await findRecipient(deps.db, member_id, due)
  if (!recipient || !hasSomethingToSay(recipient)) return false
  const key = await unsubscribeKey(deps.db, member_id)
  const template = writeSummary(deps.site, recipient, `${deps.site.url}/unsubscribe?key=${key}`)
  await deps.mailer.send({
    to: { name: recipient.username ?? undefined, address: recipient.email },
    subject: template.title,
    ...renderMail(deps.site, template),
    link: template.button?.url,
    unsubscribe: `${deps.site.url}/api/unsubscribe?key=${key}`,
  })
  return true
}

/** The mail server did not take it, so it was not sent: a few more tries, with growing pauses. */
async function tryLater({ db, clock }: Deps, { dedupe_key, payload, tries }: Job): Promise<void> {
  if (tries + 1 >= TRIES) return
  await db
    .insertInto('job')
    .values({
      kind: 'summary',
      dedupe_key,
      payload: JSON.stringify(payload),
      run_ts: clock.now() + PAUSE * 2 ** tries,
      tries: tries + 1,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
