import type { ReactNode } from 'react'

/** What the chat needs to know of the member whose profile it stands in. */
export interface Talk {
  member: { id: number; username: string; url_hash: string; photo: string | null }
  prompts: { q: string; a: string }[]
  /** 'Reply to this' was pressed on the answer to this prompt, for the nth time. */
  reply?: { prompt: string; n: number }
}

/** What blocking and reporting need to know, and whom to tell. */
export interface Concern {
  member: { id: number; username: string }
  reasons: string[]
  blocked: boolean
  reported: boolean
  onBlocked: () => void
  onReported: () => void
}

export interface ProfileScreenProps {
  urlHash: string
  notFound: ReactNode
  chat?: (talk: Talk) => ReactNode
  safety: (concern: Concern) => ReactNode
}
