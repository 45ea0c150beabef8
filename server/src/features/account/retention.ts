import {
  INACTIVE_NOTICE_SECONDS,
  INACTIVE_SECONDS,
  UNFINISHED_SECONDS,
} from '@rosella/contract/account/rules'
import { siteDay } from '@rosella/contract/site-day'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasStatus } from '../../members/visible-members'
import { withTransaction } from '../../platform/database/transaction'
import { addressSpellings, plainAddress } from '../../platform/email/address'
import { type MailTemplate, renderMail } from '../../platform/email/template'
import { Failure } from '../../platform/failure'
import { enqueue } from '../../platform/jobs/enqueue'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { eraseMember } from './close-account'

/** Per hourly run, so that the first run after years doesn't flood the mail server. */
const AT_A_TIME = 500

/** Keeps admins, and members with an open report. */
const mayErase = sql<SqlBool>`(
  not exists (select from admin_email n where n.email = lower(a.email))
  and not exists (select from report r where r.member_id = m.id and r.state <> 'closed'))`

/**
 * Emails members who have been inactive for 23 months (index activity_recent), except banned ones, who can't
 * come back.
 */
export const notifyInactive = (deps: Pick<Services, 'db' | 'bus' | 'clock'>) => async (): Promise<void> => {
  const now = deps.clock.now()
  const { rows } = await sql<{ id: number }>`
    select m.id from activity t join member m on m.id = t.member_id join account a on a.member_id = m.id
    where t.last_active_ts <= ${now - INACTIVE_SECONDS + INACTIVE_NOTICE_SECONDS} and ${isUnnotified}
      and not ${hasStatus('m.status', 'banned')} and ${mayErase}
      and not exists (select from job j where j.dedupe_key = 'inactive ' || m.id)
    order by t.last_active_ts limit ${AT_A_TIME}`.execute(deps.db)
  for (const { id: member_id } of rows) {
    const job = { kind: 'inactive-mail', payload: { member_id }, dedupeKey: `inactive ${member_id}` } as const
    await withTransaction(deps, (tx, emit) => enqueue(tx, emit, { ...job, now }))
  }
}

/** True if no notice has been sent since they were last active. */
const isUnnotified: RawBuilder<SqlBool> = sql<SqlBool>`
  (a.inactive_notified_ts is null or a.inactive_notified_ts <= t.last_active_ts)`

/** Erases members who were inactive for 24 months and got a notice a month ago, and unfinished sign-ups. */
export const eraseInactive =
  (deps: Services) =>
  async (signal: AbortSignal): Promise<void> => {
    const now = deps.clock.now()
    const inactive = sql`t.last_active_ts <= ${now - INACTIVE_SECONDS} and (${hasStatus('m.status', 'banned')} or (
      not ${isUnnotified} and a.inactive_notified_ts <= ${now - INACTIVE_NOTICE_SECONDS}))`
    const since = now - UNFINISHED_SECONDS
    const unfinished = sql`${hasStatus('m.status', 'unfinished')} and m.created_ts <= ${since}
      and coalesce(t.last_active_ts, m.created_ts) <= ${since}`
    for (const which of [inactive, unfinished]) {
      const { rows } = await sql<{ id: number; email: string }>`
        select m.id, a.email from member m join account a on a.member_id = m.id
        left join activity t on t.member_id = m.id where ${which} and ${mayErase}
        order by m.id limit ${AT_A_TIME}`.execute(deps.db)
      for (const member of rows) {
        if (signal.aborted) return
        await eraseUnlessBack(deps, member)
      }
    }
  }

async function eraseUnlessBack(deps: Services, member: { id: number; email: string }): Promise<void> {
  try {
    await eraseMember(deps, member, (ended) => {
      // They have just logged in, and the activity may not be written yet.
      if (ended.length > 0) throw new Problem('session.none')
    })
  } catch (err) {
    if (!(err instanceof Problem))
      deps.log.warn({ err, member_id: member.id }, 'erasing an inactive account failed')
  }
}

/** Announces the deletion of the account unless the member logs in; the month starts when the email has been sent. */
export const sendInactiveEmail =
  (deps: Services) =>
  async ({ member_id }: JobPayloads['inactive-mail']): Promise<void> => {
    const now = deps.clock.now()
    const { rows } = await sql<{ email: string; username: string | null; last_active_ts: number }>`
      select a.email, m.username, t.last_active_ts
      from account a join member m on m.id = a.member_id join activity t on t.member_id = m.id
      where m.id = ${member_id} and ${isUnnotified}
        and t.last_active_ts <= ${now - INACTIVE_SECONDS + INACTIVE_NOTICE_SECONDS}`.execute(deps.db)
    const [member] = rows
    // Active again, or erased.
    if (!member) return
    const eraseAt = Math.max(member.last_active_ts + INACTIVE_SECONDS, now + INACTIVE_NOTICE_SECONDS)
    const template = write(deps.site, siteDay(eraseAt))
    try {
      await deps.mailer.send({
        to: { name: member.username ?? undefined, address: member.email },
        subject: template.title,
        ...renderMail(deps.site, template),
        link: template.button?.url,
      })
    } catch (err) {
      if (!(err instanceof Failure && err.permanent)) throw err
      // A dead address can't be notified, but is no reason to keep an unused account.
      deps.log.warn({ err, member_id }, 'notifying an inactive member failed')
    }
    await deps.db
      .updateTable('account')
      .set({ inactive_notified_ts: now })
      .where('member_id', '=', member_id)
      .execute()
  }

const write = (site: { name: string; url: string }, day: string): MailTemplate => ({
  title: `Your account on ${site.name} will be deleted`,
  paragraphs: [
    `You haven't been on ${site.name} for almost two years, and we don't keep accounts that nobody uses. Unless you log in before ${day}, we'll delete your account for good, with your photos and messages.`,
  ],
  button: { label: 'Keep my account', url: `${site.url}/` },
  footnote: "If you no longer need the account, you don't have to do anything.",
})

const DAY = 86_400
/** @internal exported for its test */
export const MAIL_SECONDS = 30 * DAY
const ADDRESSES_AT_A_TIME = 1000

/**
 * The embedded mailbox keeps emails for 30 days at most, and those to addresses without an account for one
 * day: of accounts erased by an operator or while it was not writable, and of former addresses. The day lets
 * the operator read a notice to an old address.
 */
export const deleteOldEmails = (deps: Services) => async (): Promise<void> => {
  await deps.mailer.deleteBefore(deps.clock.now() - MAIL_SECONDS)
  const addresses = await deps.mailer.recipientsBefore(deps.clock.now() - DAY)
  for (let at = 0; at < addresses.length; at += ADDRESSES_AT_A_TIME) {
    const some = addresses.slice(at, at + ADDRESSES_AT_A_TIME)
    const known = await deps.db
      .selectFrom('account')
      .where(({ fn }) => fn<string>('lower', ['email']), 'in', some.flatMap(addressSpellings))
      .select('email')
      .execute()
    const members = new Set(known.map(({ email }) => plainAddress(email)))
    for (const address of some) if (!members.has(address)) await deps.mailer.deleteTo(address)
  }
}
