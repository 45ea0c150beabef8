import { type Checked, fine, wrong } from '../client-problems'
import { normalText } from '../profile/rules'
import type { ReportReason } from './reasons'

export const REPORT_INFO = { characters: 2000 }
/** What a moderator writes to the member. */
export const MEMBER_TEXT = { characters: 1000 }
export const APPEAL_TEXT = { characters: 2000 }
/** How long after a decision an appeal is possible. */
export const APPEAL_SECONDS = 180 * 86_400

/** How many messages of a conversation a report seals, the newest of them. */
export const SEALED_MESSAGES = 1000
/** How long after the last contact somebody can be reported whom the reporter no longer sees. */
export const CONTACT_SECONDS = 180 * 86_400
/** How long what one side of a conversation deletes is held for a report by the other. */
export const RETAINED_SECONDS = 90 * 86_400

/** The words must be those of a reason that the server offers. */
export function reasonRule(words: string, offered: readonly ReportReason[]): Checked<ReportReason> {
  const reason = offered.find((one) => one.words === words)
  return reason ? fine(reason) : wrong('report.reason')
}

/** What a database can keep: the same letters without control characters or halves of characters. */
export const reportInfo = (info: string | null | undefined): string => normalText(info ?? '').trim()

/** `count`: what the rule finds is counted for its page and has no other effect. */
export const scamRuleModes = ['on', 'count', 'off'] as const
export type ScamRuleMode = (typeof scamRuleModes)[number]

/** Seconds for which signs of scams are kept. */
export const SIGN_SECONDS = 90 * 86_400

/** Seconds for which the first words of a conversation are compared with others of their sender. */
export const OPENING_SECONDS = 86_400
