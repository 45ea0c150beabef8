import type { DemoConversation } from '../person'

/** Alternating lines: the first is a's, the second b's, and so on. */
export const talk = (...lines: readonly string[]): DemoConversation =>
  lines.map((text, i) => ({ from: i % 2 === 0 ? 'a' : 'b', text }))
