import { type ProblemCode, problems } from '@rosella/contract/problems'

const escaped = (words: string): string => words.replace(/[.*+?^$()|[\]\\]/g, '\\$&')

/** All about who may write to whom, each by name: what the web does not name is not built into it. */
const contactProblems = [
  'contact.preferences',
  'contact.verified',
  'contact.liked',
  'contact.ended',
  'contact.closed',
  'contact.unconfirmed',
  'contact.enough',
  'contact.shield',
] as const satisfies readonly ProblemCode[]

/** A name or a pronoun stands where the table has {name}. */
const sentences = contactProblems.map(
  (code) => new RegExp(`^${escaped(problems[code][1]).replace(/\{\w+\}/g, '.+')}$`),
)

/** Whether a refusal is about who may write to whom, and not about this one message. */
export const isContactRefusal = (words: string): boolean => sentences.some((sentence) => sentence.test(words))

export const isUnconfirmed = (words: string): boolean => words === problems['contact.unconfirmed'][1]
