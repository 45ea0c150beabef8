/** `count`: what the rule finds is counted for its page and has no other effect. */
export const scamRuleModes = ['on', 'count', 'off'] as const
export type ScamRuleMode = (typeof scamRuleModes)[number]

/** Seconds for which signs of scams are kept. */
export const SIGN_SECONDS = 90 * 86_400

/** Seconds for which the first words of a conversation are compared with others of their sender. */
export const OPENING_SECONDS = 86_400
