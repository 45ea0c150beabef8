import type {
  deleteDateFeedback as deleteCall,
  sendDateFeedback as sendCall,
} from '@rosella/contract/dates/endpoints'
import {
  type DateNotice,
  dateNotices,
  isOpenPlan,
  KEEP_DATE_SECONDS,
  morningAfter,
  whenText,
} from '@rosella/contract/dates/rules'
import type { InputOf } from '@rosella/contract/endpoint'
import { SITE_TIME_ZONE } from '@rosella/contract/settings/rules'
import { sql } from 'kysely'
import { visibleInRelation } from '../../members/visible-members'
import { type Reader, type Tx, withTransaction } from '../../platform/database/transaction'
import { renderMail } from '../../platform/email/template'
import type { Viewer } from '../../platform/http/viewer'
import { enqueue, RunLater } from '../../platform/jobs/enqueue'
import type { JobPayloads } from '../../platform/jobs/job-kinds'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { deliverPush, findRecipient, quietEnd, unsubscribeKey } from '../notifications/index'
import { ownKey } from './contacts'
import { closePlans } from './plans'

type Notice = JobPayloads['date-notice']
type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'mailer' | 'presence' | 'push' | 'site'> & {
  contactSecret: Buffer
}

/**
 * Emails and pushes about a date. The plan is checked when the notice is shared out and again before each is sent.
 * "Are you OK?" ignores quiet hours and settings, and reaches members who can't log in any more: the alarm goes on.
 */
export const sendDateNotice =
  (deps: Deps) =>
  async (notice: Notice): Promise<RunLater | undefined> => {
    const { member_id, what, ts, by } = notice
    const now = deps.clock.now()
    const recipient = await findRecipient(deps.db, member_id, what === 'check-in')
    if (!recipient || !(await isCurrent(deps.db, notice, now))) return
    if (what !== 'check-in') {
      // The time zone may have changed since the date was accepted.
      const due = what === 'feedback' ? morningAfter(ts, recipient.time_zone || SITE_TIME_ZONE) : now
      const later = due > now ? due : quietEnd(recipient, now)
      if (later !== undefined) return new RunLater(later)
    }
    const way = what === 'check-in' ? 'both' : recipient.notify_dates
    if (by === undefined) return shareOut(deps, notice, now)
    if (by === 'mail') {
      if ((way === 'mail' || way === 'both') && recipient.email_confirmed)
        await sendEmail(deps, notice, recipient)
      return
    }
    if (way !== 'push' && way !== 'both') return
    const text = dateNotices[what].headline
    const push = { kind: 'dates', text, url: '/dates', about: `${what} ${notice.id}` } as const
    await deliverPush(deps, { member_id, subscription_id: by }, push)
  }

/** One job for the email and one for each browser, so that each is retried alone. */
async function shareOut(deps: Deps, notice: Notice, now: number): Promise<undefined> {
  await withTransaction(deps, async (tx, emit) => {
    const browsers = await tx
      .selectFrom('push_subscription')
      .where('member_id', '=', notice.member_id)
      .select('id')
      .execute()
    for (const by of ['mail', ...browsers.map(({ id }) => id)] as const) {
      const payload = { ...notice, by } as Notice
      const dedupeKey = `date ${notice.what} ${notice.id} ${notice.member_id} ${notice.ts} ${by}`
      await enqueue(tx, emit, { kind: 'date-notice', payload, now, dedupeKey })
    }
  })
}

const CHECK_IN_HINT =
  'The button works on any device, without logging in. Police, ambulance or fire: 000. Advice about violence, day and night: 1800RESPECT (1800 737 732).'

async function sendEmail(
  { db, mailer, site, contactSecret }: Deps,
  { what, id, ts, member_id }: Notice,
  recipient: { email: string; username: string | null; time_zone: string },
): Promise<void> {
  const { headline, text } = dateNotices[what]
  const when = whenText(ts, recipient.time_zone || SITE_TIME_ZONE)
  const isCheckIn = what === 'check-in'
  // A question about a check-in is no news: the member has asked for it.
  const unsubscribe = isCheckIn ? undefined : await unsubscribeKey(db, 'dates', member_id)
  const template = {
    ...(unsubscribe && { unsubscribe: `${site.url}/unsubscribe?key=${unsubscribe}` }),
    title: headline,
    paragraphs: [
      recipient.username ? `Hello ${recipient.username},` : 'Hello,',
      text,
      ...(isCheckIn ? [CHECK_IN_HINT] : [`The date: ${when}.`]),
    ],
    button: isCheckIn
      ? {
          label: 'Answer now',
          url: `${site.url}/check-in?key=${ownKey({ contactSecret }, id, recipient.email)}`,
        }
      : { label: 'See your dates', url: `${site.url}/dates` },
    footnote: isCheckIn
      ? 'You get this email because you started a check-in. Don’t forward it: the button answers for you.'
      : 'You can choose what we email you about, and when, under Notifications in your settings.',
  }
  await mailer.send({
    to: { name: recipient.username ?? undefined, address: recipient.email },
    subject: `${template.title} – ${site.name}`,
    ...renderMail(site, template),
    link: template.button.url,
    ...(unsubscribe && { unsubscribe: `${site.url}/api/unsubscribe?key=${unsubscribe}` }),
    id: `date-${what}-${id}-${member_id}-${ts}`,
  })
}

interface Facts {
  state: 'proposed' | 'accepted' | 'declined' | 'cancelled' | 'past'
  at_ts: number
  by_other: boolean
  accepted_ts: number | null
  visible: boolean
  answered: boolean
}

/** Whether the notice is still true, at the time of sending. */
async function isCurrent(db: Reader, { member_id, what, id, ts }: Notice, now: number): Promise<boolean> {
  if (what === 'check-in') {
    const asked = await db
      .selectFrom('check_in')
      .where('id', '=', id)
      .where('member_id', '=', member_id)
      .where('state', '=', 'asked')
      .where('ask_ts', '=', ts)
      .select('id')
      .executeTakeFirst()
    return asked !== undefined
  }
  const { rows } = await sql<Facts>`
    select p.state, p.at_ts, p.accepted_ts, p.by_low <> (p.low_id = ${member_id}) as by_other,
      coalesce(${visibleInRelation(member_id)}, false) as visible,
      exists (select from date_feedback f where f.plan_id = p.id and f.member_id = ${member_id}) as answered
    from date_plan p
    left join member m on m.id = case when p.low_id = ${member_id} then p.high_id else p.low_id end
    left join relation r on r.me = ${member_id} and r.other = m.id
    where p.id = ${id} and (p.low_id = ${member_id} or p.high_id = ${member_id})`.execute(db)
  const [plan] = rows
  if (!plan || plan.at_ts !== ts) return false
  const isAhead = ts > now
  const current: Record<Exclude<DateNotice, 'check-in'>, boolean> = {
    proposed: plan.state === 'proposed' && plan.by_other && plan.visible && isAhead,
    accepted: plan.state === 'accepted' && plan.visible && isAhead,
    cancelled: plan.state === 'cancelled' && isAhead,
    reminder: plan.state === 'accepted' && plan.visible && isAhead,
    feedback:
      plan.accepted_ts !== null &&
      (plan.state === 'past' || isOpenPlan(plan.state)) &&
      !isAhead &&
      !plan.answered,
  }
  return current[what]
}

/** "How was it?" once the date has begun. A second answer replaces the first. */
export async function sendFeedback(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  { id, met, again, uncomfortable }: InputOf<typeof sendCall>,
): Promise<{ message?: string }> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    const plan = await lockOwnPlan(tx, viewer.id, id)
    if (plan.accepted_ts === null || (plan.state !== 'past' && !isOpenPlan(plan.state)))
      throw new Problem('date.not-accepted')
    if (plan.at_ts > now) throw new Problem('date.not-over')
    const known = (answer: number | undefined) => (met === 0 || answer === undefined ? null : answer === 1)
    const answers = { met: met === 1, again: known(again), uncomfortable: known(uncomfortable) }
    await tx
      .insertInto('date_feedback')
      .values({ plan_id: id, member_id: viewer.id, ...answers, created_ts: now })
      .onConflict((conflict) => conflict.columns(['plan_id', 'member_id']).doUpdateSet(answers))
      .execute()
    // The member's other devices; the person met sees nothing of it.
    emit({ kind: 'date.changed', id, members: [viewer.id] })
    return {}
  })
}

export async function deleteFeedback(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  { id }: InputOf<typeof deleteCall>,
): Promise<{ message?: string }> {
  return withTransaction(deps, async (tx, emit) => {
    await lockOwnPlan(tx, viewer.id, id)
    await tx
      .deleteFrom('date_feedback')
      .where('plan_id', '=', id)
      .where('member_id', '=', viewer.id)
      .execute()
    emit({ kind: 'date.changed', id, members: [viewer.id] })
    return {}
  })
}

async function lockOwnPlan(tx: Tx, me: number, id: number) {
  const plan = await tx
    .selectFrom('date_plan')
    .where('id', '=', id)
    .where((e) => e.or([e('low_id', '=', me), e('high_id', '=', me)]))
    .forShare()
    .select(['state', 'at_ts', 'accepted_ts'])
    .executeTakeFirst()
  if (!plan) throw new Problem('date.unknown')
  return plan
}

/**
 * Deletes plans and check-ins with their contacts and alert pages 7 days after the date, and plans that came to nothing 7
 * days after that. The answers to "How was it?" lose their plan and their member, and stay as a count.
 */
export const deleteOldDates =
  ({ db, clock }: Pick<Services, 'db' | 'clock'>) =>
  async (): Promise<void> => {
    const now = clock.now()
    const before = now - KEEP_DATE_SECONDS
    await closePlans(db, now)
    await db.deleteFrom('check_in').where('at_ts', '<=', before).execute()
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`
        select id from date_plan where at_ts <= ${before}
          or (state in ('declined', 'cancelled') and changed_ts <= ${before})
        order by id limit 5000 for update`.execute(tx)
      if (rows.length === 0) return
      const ids = rows.map(({ id }) => id)
      await tx
        .updateTable('date_feedback')
        .set({ plan_id: null, member_id: null })
        .where('plan_id', 'in', ids)
        .execute()
      await tx.deleteFrom('date_plan').where('id', 'in', ids).execute()
    })
  }
