/** A message to report. */
export interface QuotedMessage {
  id: number
  text: string
}

/** The confirmations that the menus of a profile and a conversation open. */
export type SafetyQuestion = { kind: 'block' } | { kind: 'report'; message?: QuotedMessage }
