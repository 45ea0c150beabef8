import { type Checked, fine, wrong } from '../problems'
import { normalText } from '../profile/rules'

export const REPORT_INFO = { characters: 2000 }
/** What a moderator writes to the member. */
export const MEMBER_TEXT = { characters: 1000 }
export const APPEAL_TEXT = { characters: 2000 }
/** How long after a decision an appeal is possible. */
export const APPEAL_SECONDS = 180 * 86_400

/** What cannot wait comes first; a reason that an admin has added stands in the last row until it is known. */
const severities: Record<string, number> = {
  'Under 18': 3,
  'Harassment or threats': 3,
  'Asking for money': 2,
  'Fake profile or scam': 2,
}
export const severityOf = (reason: string): number => severities[reason] ?? 1

/** A reason must be one of those the server offers. */
export const reasonRule = (reason: string, offered: readonly string[]): Checked<string> =>
  offered.includes(reason) ? fine(reason) : wrong('report.reason')

/** What a database can keep: the same letters without control characters or halves of characters. */
export const reportInfo = (info: string | null | undefined): string => normalText(info ?? '').trim()
