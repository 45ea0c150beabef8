import { APPEAL_SECONDS } from '@rosella/contract/safety/rules'
import type { CaseMail } from '../../domain/job'
import type { MailTemplate } from '../../mail/mail-template'

export interface CaseToTell {
  id: number
  reason: string
  outcome: string | null
  member_text: string
  until_ts: number | null
  upheld: boolean | null
  appeal_text: string | null
}

const calendarDay = new Intl.DateTimeFormat('en-AU', { dateStyle: 'long', timeZone: 'Australia/Sydney' })

const toldReporter: Record<string, string> = {
  dismissed: 'We found no breach of our rules this time. If something new happens, please report it again.',
  warned: 'We found a breach of our rules and have warned the member.',
  suspended: 'We found a breach of our rules and have suspended the account.',
  banned: 'We found a breach of our rules and have banned the account.',
}
/** What somebody who is held may know. Which words led to it is told nowhere. */
export const HELD_WORDS =
  'Some of your messages are like those that scams begin with. Until a moderator has looked at them you cannot start new conversations. Those you have go on.'

const toldMember: Record<string, string> = {
  warned: 'A warning about your account',
  suspended: 'Your account is suspended',
  banned: 'Your account has been banned',
}

/** The mail about a case. Neither side learns anything of the other. */
export function composeCaseMail(
  site: { name: string; url: string },
  about: CaseMail['about'],
  report: CaseToTell,
  key: string,
): MailTemplate {
  const outcome = report.outcome ?? ''
  switch (about) {
    case 'report closed':
      return {
        title: 'Your report has been closed',
        paragraphs: [
          `Thank you for your report (case ${report.id}: ${report.reason}). We have looked at it.`,
          toldReporter[outcome] ?? '',
        ],
        button: { label: 'See your reports', url: `${site.url}/settings#reports` },
      }
    case 'decision':
      return {
        title: toldMember[outcome] ?? 'About your account',
        paragraphs: [
          report.member_text,
          ...(report.until_ts === null
            ? []
            : [`You can log in again on ${calendarDay.format(report.until_ts * 1000)}.`]),
          `If you think this is wrong, you can appeal once within ${APPEAL_SECONDS / 86_400} days. Another moderator will look at it.`,
        ],
        button: { label: 'Appeal', url: `${site.url}/appeal?report=${report.id}&key=${key}` },
        footnote: `Case ${report.id}`,
      }
    case 'held':
      return {
        title: 'A moderator will look at your messages',
        paragraphs: [
          HELD_WORDS,
          'If you think this is wrong, tell us in your own words. The moderator who looks reads them.',
        ],
        button: { label: 'Appeal', url: `${site.url}/appeal?report=${report.id}&key=${key}` },
        footnote: `Case ${report.id}`,
      }
    case 'hold ended':
      return {
        title: 'You can start conversations again',
        paragraphs: [
          'A moderator has looked at your messages and found nothing against our rules. Thank you for waiting.',
        ],
        button: { label: `Go to ${site.name}`, url: site.url },
        footnote: `Case ${report.id}`,
      }
    case 'appeal decided':
      return {
        title: report.upheld ? 'Your appeal was upheld' : 'Your appeal was not upheld',
        paragraphs: [
          report.upheld
            ? 'Another moderator looked at the decision about your account, and it no longer stands.'
            : 'Another moderator looked at the decision about your account, and it stays as it is.',
          ...(report.appeal_text ? [report.appeal_text] : []),
        ],
        ...(report.upheld ? { button: { label: `Go to ${site.name}`, url: site.url } } : {}),
        footnote: `Case ${report.id}`,
      }
  }
}
