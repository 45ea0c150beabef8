import type { Acknowledgement, ClientPayload } from '@rosella/contract/messages/socket'
import type { ReactNode } from 'react'
import type { QuotedMessage } from './safety-question'

/**
 * Where a conversation is shown: inside a profile, as a column next to other content, or as a full screen that Back
 * closes.
 */
export type ChatPlace = 'section' | 'column' | 'screen'

/** A suggestion or an answer over the socket of the conversation. */
export type SendDate = <E extends 'planDate' | 'answerDate'>(
  event: E,
  payload: ClientPayload<E>,
) => Promise<Acknowledgement>

export interface ChatDatesProps {
  partner: { id: number; username: string }
  send: SendDate
}

/** The partner of a chat, and what it may quote. */
export interface ChatTarget {
  member: {
    id: number
    username: string
    url_hash: string
    photo: string | null
    photo_sizes: boolean
    verified_ts: number | null
    online: boolean
    last_active_ts: number | null
    scam_warning: boolean
    /** The warning is about a request for intimate pictures. */
    pictures_warning: boolean
  }
  place: ChatPlace
  /** Links to the profile, because it is not on screen. */
  profileLink?: boolean
  prompts: { q: string; a: string }[]
  /** The prompt whose 'Reply to this' was pressed. `n` counts the presses, so that each one has an effect. */
  reply?: { prompt: string; n: number }
  /** Why the member can't write, shown before they type. */
  note: { code: string | null; message: string } | null
  /** Lets the member resume a conversation that they ended themselves. */
  undo?: { pending: boolean; onUndo: () => void }
  menu: ReactNode
  onReport: (message?: QuotedMessage) => void
  onBlock: () => void
  /** The permission to write has changed since the profile was loaded, so it should be refetched. */
  onContactChanged: () => void
}
