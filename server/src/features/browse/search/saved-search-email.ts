import { sql } from 'kysely'
import { hasStatus } from '../../../members/visible-members'
import { withTransaction } from '../../../platform/database/transaction'
import { type MailTemplate, renderMail } from '../../../platform/email/template'
import { Failure } from '../../../platform/failure'
import { RunLater } from '../../../platform/jobs/enqueue'
import type { JobPayloads } from '../../../platform/jobs/job-kinds'
import type { Services } from '../../../platform/services'
import { queueSavedSearchPush, quietEnd, unsubscribeKey } from '../../notifications/index'
import { type Finder, latestChange } from '../find-members'
import type { RequestDeps } from './requests'
import { countNew, readWritten } from './saved-searches'

type Deps = Pick<Services, 'bus' | 'log' | 'mailer' | 'site'> & RequestDeps & Finder

const DAY = 86_400
/** Members planned in one transaction. */
const CHUNK = 1000

const dueSearches = (now: number) => sql`
  saved_search s where s.member_id = a.member_id
    and (s.mail = 'daily' or (s.mail = 'weekly' and s.mailed_ts <= ${now - 7 * DAY}))`

interface DueAccount {
  member_id: number
  quiet_from: string
  quiet_to: string
  time_zone: string
}

/**
 * Queues at most one job per member and day, for all their searches, outside their quiet hours. The job counts the new
 * people when it runs.
 */
export const planSavedSearchEmails =
  (deps: Pick<Services, 'db' | 'bus' | 'clock'>) =>
  async (signal: AbortSignal): Promise<void> => {
    for (let planned = CHUNK; planned === CHUNK && !signal.aborted; ) planned = await planSome(deps)
  }

/** Returns how many it queued. The mark on the account and the job are stored in one transaction. */
function planSome(deps: Pick<Services, 'db' | 'bus' | 'clock'>): Promise<number> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const { rows } = await sql<DueAccount>`
      select a.member_id, a.quiet_from, a.quiet_to, a.time_zone from account a join member m on m.id = a.member_id
      where ${hasStatus('m.status', 'active')}
        and ((a.email_confirmed and a.notify_saved in ('mail', 'both')) or (a.notify_saved in ('push', 'both')
          and exists (select from push_subscription p where p.member_id = a.member_id)))
        and a.saved_mail_ts <= ${now - DAY} and exists (select from ${dueSearches(now)})
      order by a.member_id limit ${CHUNK} for update of a skip locked`.execute(tx)
    if (rows.length === 0) return 0
    const ids = rows.map(({ member_id }) => member_id)
    const times = rows.map((account) => quietEnd(account, now) ?? now)
    await sql`
      with due as (
        update account a set saved_mail_ts = planned.ts
        from unnest(${ids}::bigint[], ${times}::bigint[]) planned (member_id, ts) where a.member_id = planned.member_id
        returning a.member_id, planned.ts
      )
      insert into job (kind, dedupe_key, payload, run_ts, created_ts)
      select 'saved-search-mail', 'saved-search-mail ' || member_id || ' ' || ts,
        json_build_object('member_id', member_id)::jsonb, ts, ${now} from due`.execute(tx)
    emit({ kind: 'job.due', job: 'saved-search-mail' })
    return rows.length
  })
}

interface DueSearch {
  id: number
  filters: unknown
  /** The later of opened_ts and notified_ts. */
  after: number
}

interface NewPeople {
  search: number
  count: number
}

/**
 * A retry may fall into the quiet hours, which the member may also have changed, so it checks them again. A run that was
 * interrupted is repeated: the email of the day has one id, by which mailboxes recognise a duplicate.
 */
export const sendSavedSearchEmail =
  (deps: Deps) =>
  async ({ member_id }: JobPayloads['saved-search-mail']): Promise<RunLater | undefined> => {
    const { db } = deps
    const now = deps.clock.now()
    const recipient = await db
      .selectFrom('account as a')
      .innerJoin('member as m', 'm.id', 'a.member_id')
      .where('a.member_id', '=', member_id)
      .where(hasStatus('m.status', 'active'))
      .select(['a.email', 'a.email_confirmed', 'a.notify_saved', 'a.saved_mail_ts', 'm.username'])
      .select(['a.quiet_from', 'a.quiet_to', 'a.time_zone'])
      .executeTakeFirst()
    if (!recipient) return
    const quiet = quietEnd(recipient, now)
    if (quiet !== undefined) return new RunLater(quiet)
    const { notify_saved } = recipient
    const isMailed = recipient.email_confirmed && (notify_saved === 'mail' || notify_saved === 'both')
    const isPushed = notify_saved === 'push' || notify_saved === 'both'
    if (!isMailed && !isPushed) return
    const { rows: due } = await sql<DueSearch>`
      with a as (select ${member_id}::bigint as member_id)
      select s.id, s.filters, greatest(s.opened_ts, s.notified_ts) as after
      from a, lateral (select s.* from ${dueSearches(now)}) s order by s.id`.execute(db)
    const notified_ts = await latestChange(deps)
    const found: NewPeople[] = []
    for (const { id, filters, after } of due) {
      const count = await countNew(deps, { id: member_id }, readWritten(filters), after)
      if (count > 0) found.push({ search: id, count })
    }
    if (found.length === 0) return
    if (isMailed) await sendEmail(deps, member_id, found, recipient)
    // Marked after sending: if the process dies in between, people are counted twice instead of never.
    await withTransaction(deps, async (tx, emit) => {
      // The next email is planned a day after this one, also if this one was late.
      await tx
        .updateTable('account')
        .set({ saved_mail_ts: now })
        .where('member_id', '=', member_id)
        .where('saved_mail_ts', '<', now)
        .execute()
      await tx
        .updateTable('saved_search')
        .set({ mailed_ts: now, notified_ts })
        .where(
          'id',
          'in',
          found.map(({ search }) => search),
        )
        .execute()
      if (isPushed) await queueSavedSearchPush(tx, emit, member_id, now)
    })
  }

async function sendEmail(
  deps: Deps,
  member_id: number,
  found: readonly NewPeople[],
  recipient: { email: string; username: string | null; saved_mail_ts: number },
): Promise<void> {
  const { db, site } = deps
  const key = await unsubscribeKey(db, 'saved-searches', member_id)
  const template = writeEmail(site, found, recipient.username, `${site.url}/unsubscribe?key=${key}`)
  try {
    await deps.mailer.send({
      to: { name: recipient.username ?? undefined, address: recipient.email },
      subject: template.title,
      ...renderMail(site, template),
      link: template.button?.url,
      unsubscribe: `${site.url}/api/unsubscribe?key=${key}`,
      id: `saved-searches-${member_id}-${recipient.saved_mail_ts}`,
    })
  } catch (err) {
    if (!(err instanceof Failure && err.permanent)) throw err
    deps.log.warn({ err, member_id }, 'saved search email refused')
  }
}

/** Only counts and a link, without names or filters, because somebody else may read the email. */
function writeEmail(
  site: { name: string; url: string },
  found: readonly NewPeople[],
  username: string | null,
  unsubscribe: string,
): MailTemplate {
  const total = found.reduce((sum, { count }) => sum + count, 0)
  const [first] = found
  const people = total === 1 ? 'One new person matches' : `${total} new people match`
  return {
    title: `New in your searches on ${site.name}`,
    paragraphs: [
      username ? `Hello ${username},` : 'Hello,',
      found.length === 1
        ? `${people} one of your saved searches.`
        : `${people} ${found.length} of your saved searches.`,
    ],
    button: {
      label: 'Have a look',
      url: `${site.url}/search${found.length === 1 ? `?saved=${first?.search}` : ''}`,
    },
    footnote: 'You get this email at most once a day because you turned on emails for a saved search.',
    unsubscribe,
  }
}
