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

/** A ban warns the people the member wrote to in this time. */
export const WARN_SECONDS = 365 * 86_400
/** A ban that is lifted within this time warns nobody. */
export const WARN_AFTER = 15 * 60

interface WarningFacts {
  username: string
  month: string
  withdrawn: boolean
}

/** The title and text of a warning or correction, on the site and by email. */
export function warningText({ username, month, withdrawn }: WarningFacts): { title: string; text: string } {
  const name = username || 'A member'
  return withdrawn
    ? {
        title: `A correction about ${name}`,
        text: `We told you that ${name}'s account was used for scams. We have looked again and that was a mistake.`,
      }
    : {
        title: `A warning about ${name}`,
        text: `${name} wrote to you, most recently in ${monthLabel(month)}. We have removed the account because it appears to have been used for scams.`,
      }
}

/** Such as November 2026. */
const monthLabel = (month: string): string =>
  new Date(`${month}-15T00:00:00Z`).toLocaleDateString('en-AU', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })

/** The advice in a warning, in order of urgency. */
export const warningAdvice: readonly { text: string; link?: { label: string; url: string } }[] = [
  { text: "Don't send money, and don't share codes or documents." },
  { text: 'If you have sent money or shared bank details, contact your bank straight away.' },
  {
    text: 'Report what happened to Scamwatch.',
    link: { label: 'scamwatch.gov.au', url: 'https://www.scamwatch.gov.au/report-a-scam' },
  },
  {
    text: 'If you have shared documents or personal details, IDCARE can help you, free of charge.',
    link: { label: 'idcare.org', url: 'https://www.idcare.org' },
  },
]
/** The filters of the list of cases. */
export const urgencies = { urgent: 3, serious: 2, ordinary: 1 } as const
export type Urgency = keyof typeof urgencies
/** Cases that arrived at least this many seconds ago. */
export const caseAges = { '4h': 4 * 3600, '1d': 86_400, '3d': 3 * 86_400, '1w': 7 * 86_400 } as const
export type CaseAge = keyof typeof caseAges
export const caseOutcomes = ['dismissed', 'warned', 'suspended', 'banned'] as const
export const caseSorts = ['urgency', 'oldest', 'newest'] as const

/** A text that moderators insert into a decision: for the member, or as a note for moderators. */
export const REPLY_TEMPLATE = { title: 80, body: 1000, most: 200 }
