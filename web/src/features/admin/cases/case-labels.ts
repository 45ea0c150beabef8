import { memberStatus } from '@rosella/contract/member/status'
import type { AdminReport } from '@rosella/contract/safety/case-shapes'
import type { TagTone } from '../../../ui/Tag'
import { statusLabels } from '../members/status-labels'

/** The three lists of cases, named as in the API. */
export const listedStates = ['open', 'appealed', 'closed'] as const
export type ListedState = (typeof listedStates)[number]

interface Severity {
  label: string
  tone: TagTone
  /** How long a case of this severity may wait, in seconds. */
  patience: number
}

const HOUR = 3600
const ordinary: Severity = { label: 'Ordinary', tone: 'plain', patience: 72 * HOUR }
const severities: Record<number, Severity> = {
  3: { label: 'Urgent', tone: 'danger', patience: 4 * HOUR },
  2: { label: 'Serious', tone: 'wattle', patience: 24 * HOUR },
}
export const severityInfo = (severity: number): Severity => severities[severity] ?? ordinary

/** How long an appeal may wait, in seconds. */
export const APPEAL_PATIENCE = 72 * HOUR

const outcomeTags: Record<string, { label: string; tone: TagTone }> = {
  dismissed: { label: 'Dismissed', tone: 'plain' },
  warned: { label: 'Warned', tone: 'wattle' },
  suspended: { label: 'Suspended', tone: 'danger' },
  banned: { label: 'Banned', tone: 'danger' },
}

export function stateTag({ state, outcome }: { state: string; outcome: string | null }) {
  if (outcome !== null) return outcomeTags[outcome] ?? { label: outcome, tone: 'plain' as const }
  // Only a report that belongs to another case is closed without an outcome.
  if (state === 'closed') return { label: 'Added', tone: 'plain' as const }
  return state === 'in review'
    ? { label: 'In review', tone: 'gum' as const }
    : { label: 'Received', tone: 'plain' as const }
}

export function appealTag({ upheld }: NonNullable<AdminReport['appeal']>): { label: string; tone: TagTone } {
  if (upheld === null) return { label: 'Appealed', tone: 'wattle' }
  return upheld ? { label: 'Appeal upheld', tone: 'gum' } : { label: 'Appeal rejected', tone: 'plain' }
}

/** An erased account has no status. */
export function statusTag(status: number | null): { label: string; tone: TagTone } {
  const label = status === null ? 'Account erased' : (statusLabels[status] ?? String(status))
  if (status === memberStatus.suspended || status === memberStatus.banned) return { label, tone: 'danger' }
  return { label, tone: status === memberStatus.active ? 'gum' : 'plain' }
}

/** Erased and unfinished accounts have no name, only an id. */
export const memberName = ({ id, username }: { id: number; username: string | null }): string =>
  username ?? `Member ${id}`

/** Cases raised by the scam shield have no reporter. */
export const reporterName = ({ reporter }: Pick<AdminReport, 'reporter'>): string =>
  reporter ? memberName(reporter) : 'The scam shield'

/** Falls back to the name sealed in the report, because an erased account has none. */
export const accusedName = ({ member, snapshot }: Pick<AdminReport, 'member' | 'snapshot'>): string =>
  member.username ?? snapshot?.profile?.username ?? snapshot?.username ?? memberName(member)

/** An erased member was sent nothing, unless they come back to appeal. */
export const memberTextLabel = (report: Pick<AdminReport, 'member' | 'snapshot'>): string =>
  report.member.status === null ? 'Text for the member' : `What ${accusedName(report)} read`

/** The author of a message: the reported member, the reporter, or one of several people they wrote with. */
export function authorName(report: AdminReport, senderId: number): string {
  if (senderId === report.member_id) return accusedName(report)
  const partner = report.snapshot?.partners?.find(({ id }) => id === senderId)
  return partner ? memberName(partner) : reporterName(report)
}

type SealedMessage = NonNullable<AdminReport['snapshot']>['messages'][number]

/** Remarks for the moderator under a message. */
export function messageNotes(
  { held, removed_by_receiver, in_date }: Pick<SealedMessage, 'held' | 'removed_by_receiver' | 'in_date'>,
  { marked, deleter }: { marked: boolean; deleter: string },
): string[] {
  return [
    ...(marked ? ['The report is about this message'] : []),
    ...(held ? [`Deleted by ${deleter} before the report`] : []),
    ...(in_date ? ['Place and note of a planned date'] : []),
    ...(removed_by_receiver ? ['Removed by the recipient'] : []),
  ]
}

export const lostMessages = (lost: number): string =>
  lost === 1
    ? 'One deleted message was retained but can no longer be opened.'
    : `${lost} deleted messages were retained but can no longer be opened.`

/** '25 min', '3 h 20 min', '2 d 4 h'. */
export function formatDuration(seconds: number): string {
  const minutes = Math.max(0, Math.floor(seconds / 60))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  if (hours < 24) return joined(`${hours} h`, minutes % 60, 'min')
  return joined(`${Math.floor(hours / 24)} d`, hours % 24, 'h')
}
const joined = (large: string, rest: number, unit: string): string =>
  rest === 0 ? large : `${large} ${rest} ${unit}`
