import type { ClientProblemCode } from '../client-problems'

export const SOCKET_PATH = '/api/socket.io'
export const socketReconnection = {
  reconnectionDelay: 1000,
  reconnectionDelayMax: 5000,
  randomizationFactor: 0.5,
  timeout: 20_000,
}

const MESSAGE_MAX = 2000
export const MESSAGES_PAGE = 100
const PREVIEW_MAX = 40
/** Unread messages that an overview includes per partner; it also has their total number. */
export const UNREAD_IN_OVERVIEW = 100
/** Maximum length of a text in an overview, in UTF-16 units: enough for 40 of the longest characters in use. */
const OVERVIEW_TEXT = 500
/** Messages that a member may send to another who does not reply. */
export const UNANSWERED_MAX = 100
export const GROUP_SECONDS = 60
export const HISTORY_PAGE = 50
export const HISTORY_PAGE_MAX = 100
/** Messages that a member may send in this many seconds. */
export const floodLimits = [
  { limit: 30, seconds: 10 },
  { limit: 300, seconds: 600 },
] as const

/** Other socket events that a member may send per minute, by kind, on all devices together. */
export const socketEventsPerMinute = {
  fetchMessages: 300,
  markRead: 600,
  delete: 120,
  react: 120,
  typing: 120,
  planDate: 30,
  answerDate: 60,
} as const

/** Typing events are passed on at most this often, and shown this long, in seconds. */
export const TYPING_SECONDS = 3
export const TYPING_SHOWN_SECONDS = 5

const RESEND_SECONDS = 300

/**
 * Whether a message that could not be sent is sent by itself when the connection returns; later, only when the member
 * chooses to. In both directions, because the device's clock may have been wrong when it was written.
 */
export const isResentAlone = (ts: number, now: number): boolean => Math.abs(now - ts) <= RESEND_SECONDS

/** The possible reactions to a message. Each of the two members has at most one per message. */
export const reactions = ['❤️', '😂', '😮', '😢', '👍', '🔥'] as const
export type Emoji = (typeof reactions)[number]

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Searches folded text, so that capitals, full-width letters and invisible characters cannot hide a link. */
export const hasLink = (text: string): boolean =>
  /https?:\/\//.test(text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase())

export const charactersLeft = (text: string): number => MESSAGE_MAX - [...text].length

/** The message box and the server apply the same rule. */
export function messageProblem(text: string): ClientProblemCode | undefined {
  if (text.replace(INVISIBLE, '').trim() === '') return 'message.empty'
  if (charactersLeft(text) < 0) return 'message.too-long'
  return hasLink(text) ? 'message.link' : undefined
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The beginning of a message for an overview. Only the conversation has the whole text. */
export function overviewText(text: string): string {
  if (text.length <= OVERVIEW_TEXT) return text
  // A character longer than the limit is left out: nobody writes one, except to make trouble.
  const whole = segments.segment(text).containing(OVERVIEW_TEXT)?.index ?? OVERVIEW_TEXT
  return `${text.slice(0, whole)}...`
}

/** Cuts between visible characters, never inside an emoji. */
export function preview(text: string): string {
  if (text.length <= PREVIEW_MAX) return text
  let seen = 0
  for (const { index } of segments.segment(text)) {
    if (seen === PREVIEW_MAX) return `${text.slice(0, index)}...`
    seen++
  }
  return text
}
