import { sql } from 'kysely'
import { findUnlisted, hasStatus } from '../../../members/visible-members'
import { withTransaction } from '../../../platform/database/transaction'
import { type MailTemplate, renderMail } from '../../../platform/email/template'
import { Failure } from '../../../platform/failure'
import type { JobPayloads } from '../../../platform/jobs/job-kinds'
import type { Services } from '../../../platform/services'
import { queueSavedSearchPush, unsubscribeKey } from '../../notifications/index'
import type { Finder } from '../find-members'
import { readWritten, stillMatching } from './saved-searches'

type PlanDeps = Pick<Services, 'db' | 'bus' | 'clock'>
type Deps = Pick<
  Services,
  'db' | 'bus' | 'clock' | 'log' | 'mailer' | 'places' | 'presence' | 'settings' | 'site'
> &
  Finder

const DAY = 86_400

/** Searches that are due to be told of, with somebody in them who was neither seen nor told of. */
const dueSearches = (now: number) => sql`
  saved_search s where s.member_id = a.member_id
    and (s.mail = 'daily' or (s.mail = 'weekly' and s.mailed_ts <= ${now - 7 * DAY}))
    and exists (select from saved_search_hit h where h.search_id = s.id and not h.seen and not h.mailed)`

/** A job for each member with news, at most one a day for all their searches: the mark and the job are one. */
export const planSavedSearchMails = (deps: PlanDeps) => async (): Promise<void> => {
  const now = deps.clock.now()
  await withTransaction(deps, async (tx, emit) => {
    await sql`
      with due as (
        update account a set saved_mail_ts = ${now} from member m
        where m.id = a.member_id and ${hasStatus('m.status', 'active')}
          and ((a.email_confirmed and a.notify_saved in ('mail', 'both')) or (a.notify_saved in ('push', 'both')
            and exists (select from push_subscription p where p.member_id = a.member_id)))
          and a.saved_mail_ts <= ${now - DAY} and exists (select from ${dueSearches(now)})
        returning a.member_id
      )
      insert into job (kind, dedupe_key, payload, run_ts, created_ts)
      select 'saved-search-mail', 'saved-search-mail ' || member_id || ' ' || ${now}::bigint,
        json_build_object('member_id', member_id)::jsonb, ${now}, ${now} from due`.execute(tx)
    emit({ kind: 'job.due', job: 'saved-search-mail' })
  })
}

interface Due {
  id: number
  filters: unknown
  hits: number[]
}

interface Told {
  id: number
  /** Everyone looked at, also those who match no more. */
  hits: number[]
  count: number
}

/** One member's news, as it is now. */
export const sendSavedSearchMail =
  (deps: Deps) =>
  async ({ member_id }: JobPayloads['saved-search-mail']): Promise<void> => {
    const { db } = deps
    const now = deps.clock.now()
    const recipient = await db
      .selectFrom('account as a')
      .innerJoin('member as m', 'm.id', 'a.member_id')
      .where('a.member_id', '=', member_id)
      .where(hasStatus('m.status', 'active'))
      .select(['a.email', 'a.email_confirmed', 'a.notify_saved', 'm.username'])
      .executeTakeFirst()
    if (!recipient) return
    const { notify_saved } = recipient
    const isMailed = recipient.email_confirmed && (notify_saved === 'mail' || notify_saved === 'both')
    const isPushed = notify_saved === 'push' || notify_saved === 'both'
    if (!isMailed && !isPushed) return
    const { rows: due } = await sql<Due>`
      with a as (select ${member_id}::bigint as member_id)
      select s.id, s.filters, array(select h.member_id from saved_search_hit h
        where h.search_id = s.id and not h.seen and not h.mailed) as hits
      from a, lateral (select s.* from ${dueSearches(now)}) s order by s.id`.execute(db)
    const hidden = [...((await findUnlisted(db, [member_id])).get(member_id) ?? [])]
    const told: Told[] = []
    for (const { id, filters, hits } of due) {
      const fresh = await stillMatching(deps, { id: member_id, hidden }, readWritten(filters), hits)
      if (fresh.length > 0) told.push({ id, hits, count: fresh.length })
    }
    if (told.length === 0) return
    if (isMailed) await mailTold(deps, member_id, told, recipient)
    // Only now: what is marked before it is sent would be lost with the process. At worst it is told twice.
    await withTransaction(deps, async (tx, emit) => {
      for (const { id, hits } of told) {
        await sql`update saved_search set mailed_ts = ${now} where id = ${id}`.execute(tx)
        await sql`
          update saved_search_hit set mailed = true
          where search_id = ${id} and member_id = any(${hits}::bigint[])`.execute(tx)
      }
      if (isPushed) await queueSavedSearchPush(tx, emit, member_id, now)
    })
  }

async function mailTold(
  deps: Deps,
  member_id: number,
  told: readonly Told[],
  recipient: { email: string; username: string | null },
): Promise<void> {
  const { db, site } = deps
  const key = await unsubscribeKey(db, 'saved-searches', member_id)
  const template = writeMail(site, told, recipient.username, `${site.url}/unsubscribe?key=${key}`)
  try {
    await deps.mailer.send({
      to: { name: recipient.username ?? undefined, address: recipient.email },
      subject: template.title,
      ...renderMail(site, template),
      link: template.button?.url,
      unsubscribe: `${site.url}/api/unsubscribe?key=${key}`,
    })
  } catch (err) {
    if (!(err instanceof Failure && err.permanent)) throw err
    deps.log.warn({ err, member_id }, 'a mail about saved searches was refused')
  }
}

/** Numbers and a link: neither who it is nor what was searched for is for whoever reads along. */
function writeMail(
  site: { name: string; url: string },
  told: readonly Told[],
  username: string | null,
  unsubscribe: string,
): MailTemplate {
  const total = told.reduce((sum, { count }) => sum + count, 0)
  const [first] = told
  const people = total === 1 ? 'One new person fits' : `${total} new people fit`
  return {
    title: `New in your searches on ${site.name}`,
    paragraphs: [
      username ? `Hello ${username},` : 'Hello,',
      told.length === 1
        ? `${people} one of your saved searches.`
        : `${people} ${told.length} of your saved searches.`,
    ],
    button: {
      label: 'Have a look',
      url: `${site.url}/search${told.length === 1 ? `?saved=${first?.id}` : ''}`,
    },
    footnote: 'You get this at most once a day, because you asked for mail about a saved search.',
    unsubscribe,
  }
}
