import type { ReactNode } from 'react'
import type { QuotedMessage } from './safety-question'

/** With whom the chat of a profile is, and what it may quote. */
export interface ChatTarget {
  member: { id: number; username: string; url_hash: string; photo: string | null; verified_ts: number | null }
  prompts: { q: string; a: string }[]
  /** 'Reply to this' was pressed on the answer to this prompt, for the nth time. */
  reply?: { prompt: string; n: number }
  /** Why nothing can be written, said before anybody types. */
  note: string | null
  /** Takes back what the member themselves ended. */
  undo?: { pending: boolean; onUndo: () => void }
  menu: ReactNode
  onReport: (message: QuotedMessage) => void
  /** Whether something may be written is no longer as the profile said: it should be asked for anew. */
  onContactChanged: () => void
}
