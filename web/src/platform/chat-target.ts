/** With whom the chat of a profile is, and what it may quote. */
export interface ChatTarget {
  member: { id: number; username: string; url_hash: string; photo: string | null; verified_ts: number | null }
  prompts: { q: string; a: string }[]
  /** 'Reply to this' was pressed on the answer to this prompt, for the nth time. */
  reply?: { prompt: string; n: number }
}
