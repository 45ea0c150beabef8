import { APPEAL_SECONDS } from '@rosella/contract/safety/rules'
import { isReleased } from '../../members/credentials'
import type { Emit, Tx } from '../../platform/database/transaction'
import { type MailTemplate, renderMail } from '../../platform/email/template'
import { enqueue } from '../../platform/jobs/enqueue'
import type { CaseMail, JobPayloads } from '../../platform/jobs/job-kinds'
import { appealKey, RESTRICTION_TEXT } from './appeal'
import type { Deps } from './deps'

export interface CaseFacts {
  id: number
  reason: string
  outcome: string | null
  member_text: string
  until_ts: number | null
  upheld: boolean | null
  appeal_text: string | null
}

const calendarDay = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

const reporterTexts: Record<string, string> = {
  dismissed: 'We found no breach of our rules this time. If something new happens, please report it again.',
  warned: 'We found a breach of our rules and have warned the member.',
  suspended: 'We found a breach of our rules and have suspended the account.',
  banned: 'We found a breach of our rules and have banned the account.',
}

const memberTitles: Record<string, string> = {
  warned: 'A warning about your account',
  suspended: 'Your account is suspended',
  banned: 'Your account has been banned',
}

/** Neither the reporter nor the member learns anything about the other. */
function composeCaseEmail(
  site: { name: string; url: string },
  about: CaseMail['about'],
  report: CaseFacts,
  key: string,
): MailTemplate {
  const outcome = report.outcome ?? ''
  switch (about) {
    case 'report closed':
      return {
        title: 'Your report has been closed',
        paragraphs: [
          `Thank you for your report (case ${report.id}: ${report.reason}). We've reviewed it.`,
          reporterTexts[outcome] ?? '',
        ],
        button: { label: 'See your reports', url: `${site.url}/settings#reports` },
      }
    case 'decision':
      return {
        title: memberTitles[outcome] ?? 'About your account',
        paragraphs: [
          report.member_text,
          ...(report.until_ts === null
            ? []
            : [`You can log in again on ${calendarDay.format(report.until_ts * 1000)}.`]),
          `If you think this is wrong, you can appeal once within ${APPEAL_SECONDS / 86_400} days. Another moderator will review it.`,
        ],
        button: { label: 'Appeal', url: `${site.url}/appeal?report=${report.id}&key=${key}` },
        footnote: `Case ${report.id}`,
      }
    case 'restricted':
      return {
        title: 'A moderator will review your messages',
        paragraphs: [
          RESTRICTION_TEXT,
          'If you think this is wrong, please tell us why. The moderator will read it.',
        ],
        button: { label: 'Appeal', url: `${site.url}/appeal?report=${report.id}&key=${key}` },
        footnote: `Case ${report.id}`,
      }
    case 'restriction ended':
      return {
        title: 'You can start conversations again',
        paragraphs: [
          'A moderator has reviewed your messages and found nothing against our rules. Thank you for your patience.',
        ],
        button: { label: `Go to ${site.name}`, url: site.url },
        footnote: `Case ${report.id}`,
      }
    case 'appeal decided':
      return {
        title: report.upheld ? 'Your appeal was upheld' : 'Your appeal was not upheld',
        paragraphs: [
          report.upheld
            ? 'Another moderator has reviewed the decision about your account and reversed it.'
            : "Another moderator has reviewed the decision about your account, and it won't change.",
          ...(report.appeal_text ? [report.appeal_text] : []),
        ],
        ...(report.upheld ? { button: { label: `Go to ${site.name}`, url: site.url } } : {}),
        footnote: `Case ${report.id}`,
      }
  }
}

/** Reads the text and the address at the time of sending. An erased account gets no email. */
export const sendCaseEmail =
  ({ db, mailer, site, appealSecret }: Deps) =>
  async ({ about, report_id, member_id }: CaseMail): Promise<void> => {
    const to = await db
      .selectFrom('account as a')
      .innerJoin('member as m', 'm.id', 'a.member_id')
      .where('a.member_id', '=', member_id)
      .select(['a.email', 'm.username'])
      .executeTakeFirst()
    const report = await db
      .selectFrom('report as r')
      .leftJoin('appeal as a', 'a.report_id', 'r.id')
      .where('r.id', '=', report_id)
      .select(['r.id', 'r.member_id', 'r.reason', 'r.outcome', 'r.member_text', 'r.until_ts', 'r.closed_ts'])
      .select(['a.upheld', 'a.member_text as appeal_text'])
      .executeTakeFirst()
    if (!to || !report || isReleased(to.email)) return
    const template = composeCaseEmail(site, about, report, appealKey(appealSecret, report))
    await mailer.send({
      to: { name: to.username ?? undefined, address: to.email },
      subject: `${template.title} – ${site.name}`,
      ...renderMail(site, template),
      link: template.button?.url,
    })
  }

/**
 * For someone who asks to log in with a banned address. The link to the appeal reaches members who erased their account
 * before the decision, because nobody knew their address then.
 */
export const sendBannedEmail =
  ({ db, mailer, site, appealSecret, clock }: Deps) =>
  async ({ member_id, address, report_id }: JobPayloads['banned-mail']): Promise<void> => {
    // Retried after it had died.
    if (!address) return
    const report = await db
      .selectFrom('report')
      .where('id', '=', report_id ?? 0)
      .where('closed_ts', '>', clock.now() - APPEAL_SECONDS)
      .select(['id', 'member_id', 'closed_ts', 'member_text'])
      .executeTakeFirst()
    const stranger = await db
      .selectFrom('account')
      .where('member_id', '=', member_id)
      .where('email_confirmed', '=', false)
      .select('member_id')
      .executeTakeFirst()
    const title = "You can't log in"
    await mailer.send({
      to: { address },
      subject: `${title} – ${site.name}`,
      ...renderMail(site, {
        title,
        paragraphs: [
          `Someone, perhaps you, tried to log in to ${site.name} with this address. The account has been banned.`,
          ...(report ? [report.member_text] : []),
          report
            ? `If you think this is wrong, you can appeal once within ${APPEAL_SECONDS / 86_400} days of the decision. Another moderator will review it.`
            : `If you think this is a mistake, please write to ${site.contact} to appeal.`,
          ...(stranger
            ? [
                "If you didn't create the account, you can sign up with this address. The ban doesn't affect you.",
              ]
            : []),
        ],
        ...(report
          ? {
              button: {
                label: 'Appeal',
                url: `${site.url}/appeal?report=${report.id}&key=${appealKey(appealSecret, report)}`,
              },
            }
          : {}),
        footnote: "If this wasn't you, you can ignore this email. Nothing has changed.",
      }),
    })
  }

/** Called in the transaction of the decision, so that the decision and its email are committed together. */
export async function queueCaseEmail(tx: Tx, emit: Emit, payload: CaseMail, now: number): Promise<void> {
  const { about, report_id, member_id } = payload
  const dedupeKey = `${about} ${report_id} to ${member_id}`
  await enqueue(tx, emit, { kind: 'case-mail', payload, dedupeKey, now })
}
