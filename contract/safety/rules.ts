import { type Checked, fine, wrong } from '../client-problems'
import { normalText } from '../profile/rules'
import type { ReportReason } from './reasons'

export const REPORT_INFO = { characters: 2000 }
/** A moderator's text for the member. */
export const MEMBER_TEXT = { characters: 1000 }
export const APPEAL_TEXT = { characters: 2000 }
/** The time limit for an appeal after a decision. */
export const APPEAL_SECONDS = 180 * 86_400

/** A report seals at most this many messages of a conversation, the newest ones. */
export const SEALED_MESSAGES = 1000
/** Contacts can be reported this long after the last contact, even if the reporter can no longer see them. */
export const CONTACT_SECONDS = 180 * 86_400
/** Deleted messages are retained this long, so that the other member can still report them. */
export const RETAINED_SECONDS = 90 * 86_400

/** The text must be one of the offered reasons. */
export function reasonRule(words: string, offered: readonly ReportReason[]): Checked<ReportReason> {
  const reason = offered.find((one) => one.words === words)
  return reason ? fine(reason) : wrong('report.reason')
}

/** Without control characters and broken surrogates, which a database cannot store. */
export const reportInfo = (info: string | null | undefined): string => normalText(info ?? '').trim()

/** `count`: the rule's hits are counted for the admin page and have no other effect. */
export const scamRuleModes = ['on', 'count', 'off'] as const
export type ScamRuleMode = (typeof scamRuleModes)[number]

/** The rule whose warning advises against sending intimate pictures. */
export const PICTURES_RULE = 'intimate-pictures'

/** Scam signs are deleted after this many seconds. */
export const SIGN_SECONDS = 90 * 86_400

/** The first message to someone is compared with the sender's other first messages of this many seconds. */
export const OPENING_SECONDS = 86_400
