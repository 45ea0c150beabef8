import { memberStatus } from '@rosella/contract/member/status'
import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import { APPEAL_SECONDS, WARN_AFTER } from '@rosella/contract/safety/rules'
import type { Input } from '../../../platform/api'
import { siteDate } from '../when'
import { accusedName, reporterName } from './case-labels'

export type Outcome = Input<'POST /api/admin/report-decision'>['outcome']

export const outcomes: { value: Outcome; label: string }[] = [
  { value: 'dismissed', label: 'Dismiss' },
  { value: 'warned', label: 'Warn' },
  { value: 'suspended', label: 'Suspend' },
  { value: 'banned', label: 'Ban' },
]

/** As a fact, for filters and templates. */
export const outcomeLabels: Record<Outcome, string> = {
  dismissed: 'Dismissed',
  warned: 'Warned',
  suspended: 'Suspended',
  banned: 'Banned',
}

/** An erased member can be neither warned nor suspended. */
export const outcomesFor = ({ member }: Pick<AdminReport, 'member'>) =>
  member.status === null
    ? outcomes.filter(({ value }) => value === 'dismissed' || value === 'banned')
    : outcomes

/** The text for the member, unless the moderator writes another. */
export function standardText(outcome: Outcome, reason: string): string {
  const found = `We reviewed a report about your account (${reason}) and found a breach of our rules.`
  switch (outcome) {
    case 'dismissed':
      return ''
    case 'warned':
      return `${found} Please follow them from now on. If it happens again, we may suspend or ban your account.`
    case 'suspended':
      return `${found} Your account is suspended. If it happens again, we may ban it.`
    case 'banned':
      return `${found} Your account is permanently banned.`
  }
}

const reporterNews: Record<Outcome, string> = {
  dismissed: 'that we found no breach of our rules',
  warned: 'that the member was warned',
  suspended: 'that the account was suspended',
  banned: 'that the account was banned',
}

/** The effects of a decision, listed before it is confirmed. */
export function consequences(report: AdminReport, outcome: Outcome, until: number | null): string[] {
  const [member, reporter] = [accusedName(report), reporterName(report)]
  const forReporter = !report.reporter
    ? 'The scam shield raised this case, so there is no reporter. The member can start new conversations again.'
    : report.reporter.status === null
      ? 'The reporter no longer has an account and won’t be notified.'
      : `${reporter} gets an email ${reporterNews[outcome]}, and sees it in their settings.`
  if (report.member.status === null) {
    const banned =
      outcome === 'banned'
        ? [
            'If the account had confirmed its email address, that address can’t be used again. They can appeal when they try.',
          ]
        : []
    return [`${member} no longer has an account and won’t be notified.`, ...banned, forReporter]
  }
  return [...forMember(report, member, outcome, until), forReporter]
}

/** Listed with the effects of a ban that warns people. */
export const warningConsequence = (people: number): string =>
  `${people === 1 ? 'One person they wrote to gets' : `${people} people they wrote to get`} a warning in ${WARN_AFTER / 60} minutes. If the ban is lifted before that, nobody is warned; if it is lifted later, they get a correction.`

function forMember({ member }: AdminReport, name: string, outcome: Outcome, until: number | null): string[] {
  if (outcome === 'dismissed')
    return [`The case is closed. Nothing happens to ${name}, and they won’t be notified.`]
  const email = `${name} gets an email with your text and can appeal once within ${APPEAL_SECONDS / 86_400} days.`
  if (outcome === 'warned') return [`${name} can keep using the site.`, email]
  if (member.status === memberStatus.banned) return [`${name} is already banned and stays banned.`, email]
  const stays =
    member.status === memberStatus.suspended
      ? [`${name} is already suspended. The longer suspension applies.`]
      : []
  const out = `${name} is logged out everywhere immediately, and nobody can see them any more.`
  if (outcome === 'banned') {
    return [
      out,
      'The account stays closed until an admin lifts the ban or an appeal is upheld. If it has confirmed its email address, that address can’t be used again.',
      email,
    ]
  }
  const end = until === null ? 'until a moderator lifts the suspension' : `until ${siteDate(until)}`
  return [...stays, out, `They can’t log in ${end}.`, email]
}

/** The same for a decision about an appeal. */
export function appealConsequences(
  report: Pick<AdminReport, 'member' | 'snapshot'>,
  upheld: boolean,
): string[] {
  const member = accusedName(report)
  const isErased = report.member.status === null
  const again = isErased
    ? 'Unless another ban applies, the email address of the account can be used to sign up again.'
    : `Unless something else keeps ${member} out, they can use the site again straight away.`
  return [
    upheld ? `The decision no longer applies. ${again}` : 'The decision stays in place.',
    isErased
      ? `${member} no longer has an account and won’t be notified. They can’t appeal again.`
      : `${member} gets an email about this and can’t appeal again.`,
  ]
}
