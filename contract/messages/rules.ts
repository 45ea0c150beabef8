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
/** How many unread messages of one partner an overview holds; how many there are stands beside it. */
export const UNREAD_IN_OVERVIEW = 100
/** How much of a text an overview holds, in UTF-16 units: enough for 40 of the longest characters people use. */
const OVERVIEW_TEXT = 500
/** How many messages one may send to another who does not answer. */
export const UNANSWERED_MAX = 100
export const GROUP_SECONDS = 60
export const HISTORY_PAGE = 50
export const HISTORY_PAGE_MAX = 100
/** How many messages a member may send in how many seconds; faster is no conversation. */
export const floodLimits = [
  { limit: 30, seconds: 10 },
  { limit: 300, seconds: 600 },
] as const

/** How many other socket events of each kind a member may send in a minute, on all devices together. */
export const socketEventsPerMinute = {
  fetchMessages: 300,
  markRead: 600,
  delete: 120,
  react: 120,
  typing: 120,
} as const

/** How often a typing event is passed on at most, and how long it is shown, in seconds. */
export const TYPING_SECONDS = 3
export const TYPING_SHOWN_SECONDS = 5

/** What one can say to a message without words, one a message and person. */
export const reactions = ['❤️', '😂', '😮', '😢', '👍', '🔥'] as const
export type Emoji = (typeof reactions)[number]

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Looked for in folded text, so that neither capitals, wide letters nor invisible characters hide it. */
const hasLink = (text: string): boolean =>
  /https?:\/\//.test(text.normalize('NFKC').replace(INVISIBLE, '').toLowerCase())

export const charactersLeft = (text: string): number => MESSAGE_MAX - [...text].length

/** The rule the box shows and the server enforces. */
export function messageProblem(text: string): ClientProblemCode | undefined {
  if (text.replace(INVISIBLE, '').trim() === '') return 'message.empty'
  if (charactersLeft(text) < 0) return 'message.too-long'
  return hasLink(text) ? 'message.link' : undefined
}

const segments = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** As much of a message as an overview shows; whole it is only in the conversation. */
export function overviewText(text: string): string {
  if (text.length <= OVERVIEW_TEXT) return text
  // A character of such length is made to be in the way: it is not begun.
  const whole = segments.segment(text).containing(OVERVIEW_TEXT)?.index ?? OVERVIEW_TEXT
  return `${text.slice(0, whole)}...`
}

/** Cut between characters that people see: half an emoji is no character. */
export function preview(text: string): string {
  if (text.length <= PREVIEW_MAX) return text
  let seen = 0
  for (const { index } of segments.segment(text)) {
    if (seen === PREVIEW_MAX) return `${text.slice(0, index)}...`
    seen++
  }
  return text
}
