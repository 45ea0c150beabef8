/** The topics of the questions, in the order in which they are asked. */
export const topics = {
  values: { label: 'Values', sensitive: false },
  home: { label: 'Home', sensitive: false },
  money: { label: 'Money', sensitive: false },
  family: { label: 'Family', sensitive: false },
  leisure: { label: 'Leisure', sensitive: false },
  communication: { label: 'Communication', sensitive: false },
  // Health, sex life, religion and politics: asked only with a separate consent.
  intimacy: { label: 'Intimacy', sensitive: true },
  beliefs: { label: 'Beliefs', sensitive: true },
} as const
export type Topic = keyof typeof topics
export const topicNames = Object.keys(topics) as Topic[]

/** By the number on the wire. */
export const importances = ['Not at all', 'Somewhat', 'A lot'] as const
export const MOST_IMPORTANT = 2
/** The most questions that may matter "a lot". */
export const MOST_A_LOT = 10
export const visibilities = ['private', 'shown'] as const
export type Visibility = (typeof visibilities)[number]

/** The most stored answers that a member may change or clear on one day of the site. New answers are not counted. */
export const CHANGES_A_DAY = 20
/** The most profiles whose shown answers a member may open on one day of the site. */
export const OPENED_A_DAY = 40
/** Somebody else's shown answer is visible this long after one's own answer to the same question, in seconds. */
export const ANSWERED_FOR = 86_400

/** Below this, two people get no percentage. */
export const MATCH_FROM = 10
