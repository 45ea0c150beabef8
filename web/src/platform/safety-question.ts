/** A message that somebody wants to report, in its words. */
export interface QuotedMessage {
  id: number
  text: string
}

/** What a member is asked before it is done, from the menus of a profile and of a conversation. */
export type SafetyQuestion =
  | { kind: 'not-interested' }
  | { kind: 'block' }
  | { kind: 'report'; message?: QuotedMessage }
