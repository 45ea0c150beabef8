import type { ReactNode } from 'react'
import type { QuotedMessage } from './safety-question'

/**
 * Where a conversation stands: in the middle of a profile, as a column of the window's height beside something, or as
 * the whole screen that one came to and leaves by Back.
 */
export type ChatPlace = 'section' | 'column' | 'screen'

/** With whom a chat is, and what it may quote. */
export interface ChatTarget {
  member: {
    id: number
    username: string
    url_hash: string
    photo: string | null
    verified_ts: number | null
    scam_warning: boolean
  }
  place: ChatPlace
  /** Nothing beside it shows the profile. */
  profileLink?: boolean
  prompts: { q: string; a: string }[]
  /** 'Reply to this' was pressed on the answer to this prompt, for the nth time. */
  reply?: { prompt: string; n: number }
  /** Why nothing can be written, said before anybody types. */
  note: { code: string | null; message: string } | null
  /** Takes back what the member themselves ended. */
  undo?: { pending: boolean; onUndo: () => void }
  menu: ReactNode
  onReport: (message?: QuotedMessage) => void
  onBlock: () => void
  /** Whether something may be written is no longer as the profile said: it should be asked for anew. */
  onContactChanged: () => void
}
