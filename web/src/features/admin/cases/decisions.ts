import { memberStatus } from '@rosella/contract/member/status'
import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import { APPEAL_SECONDS } from '@rosella/contract/safety/rules'
import type { Input } from '../../../platform/api'
import { date } from '../when'
import { accusedName, reporterName } from './case-labels'

export type Outcome = Input<'POST /api/admin/report-decision'>['outcome']

export const outcomes: { value: Outcome; label: string }[] = [
  { value: 'dismissed', label: 'Dismiss' },
  { value: 'warned', label: 'Warn' },
  { value: 'suspended', label: 'Suspend' },
  { value: 'banned', label: 'Ban' },
]

/** Whoever has no account any more can be neither warned nor suspended. */
export const outcomesFor = ({ member }: Pick<AdminReport, 'member'>) =>
  member.status === null
    ? outcomes.filter(({ value }) => value === 'dismissed' || value === 'banned')
    : outcomes

/** What the member reads unless the moderator writes something better. */
export function standardText(outcome: Outcome, reason: string): string {
  const found = `We looked at a report about your account (${reason}) and found that it breaks our rules.`
  switch (outcome) {
    case 'dismissed':
      return ''
    case 'warned':
      return `${found} Please keep to them from now on. If it happens again, your account may be suspended or banned.`
    case 'suspended':
      return `${found} Your account is suspended. If it happens again, it may be banned.`
    case 'banned':
      return `${found} Your account is banned for good.`
  }
}

const toldReporter: Record<Outcome, string> = {
  dismissed: 'that we found no breach of our rules',
  warned: 'that the member was warned',
  suspended: 'that the account was suspended',
  banned: 'that the account was banned',
}

/** What will happen, in plain words, before it does. */
export function consequences(report: AdminReport, outcome: Outcome, until: number | null): string[] {
  const [member, reporter] = [accusedName(report), reporterName(report)]
  const told = !report.reporter
    ? 'Nobody reported this: the scam shield raised it. New conversations are possible again.'
    : report.reporter.status === null
      ? 'Whoever reported has no account any more and is told nothing.'
      : `${reporter} gets a mail ${toldReporter[outcome]}, and sees it under settings.`
  if (report.member.status === null) {
    const banned = outcome === 'banned' ? ['The email address of the account cannot be used again.'] : []
    return [`${member} has no account any more and is told nothing.`, ...banned, told]
  }
  return [...forMember(report, member, outcome, until), told]
}

function forMember({ member }: AdminReport, name: string, outcome: Outcome, until: number | null): string[] {
  if (outcome === 'dismissed') return [`The case is closed. Nothing happens to ${name}, who is told nothing.`]
  const mail = `${name} gets a mail with your text and can appeal once within ${APPEAL_SECONDS / 86_400} days.`
  if (outcome === 'warned') return [`${name} can go on using the site.`, mail]
  if (member.status === memberStatus.banned) return [`${name} is banned already, and that stays.`, mail]
  const stays =
    member.status === memberStatus.suspended
      ? [`${name} is suspended already; what lasts longer counts.`]
      : []
  const out = `${name} is logged out everywhere at once and is no longer seen by anyone.`
  if (outcome === 'banned') {
    return [out, 'The account stays shut for good, and its email address cannot be used again.', mail]
  }
  const end = until === null ? 'until an admin lifts it' : `until ${date(until)}`
  return [...stays, out, `Logging in is not possible ${end}.`, mail]
}
