import { type Checked, fine, wrong } from '../problems'
import { normalText } from '../profile/rules'
import type { ReportReason } from './reasons'

export const REPORT_INFO = { characters: 2000 }
/** What a moderator writes to the member. */
export const MEMBER_TEXT = { characters: 1000 }
export const APPEAL_TEXT = { characters: 2000 }
/** How long after a decision an appeal is possible. */
export const APPEAL_SECONDS = 180 * 86_400

/** The words must be those of a reason that the server offers. */
export function reasonRule(words: string, offered: readonly ReportReason[]): Checked<ReportReason> {
  const reason = offered.find((one) => one.words === words)
  return reason ? fine(reason) : wrong('report.reason')
}

/** What a database can keep: the same letters without control characters or halves of characters. */
export const reportInfo = (info: string | null | undefined): string => normalText(info ?? '').trim()
