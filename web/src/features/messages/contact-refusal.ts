import { type ProblemCode, problems } from '@rosella/contract/problems'

const escaped = (words: string): string => words.replace(/[.*+?^$()|[\]\\]/g, '\\$&')

/** The sentences about who may write to whom; a name or a pronoun stands where the table has {name}. */
const sentences = (Object.keys(problems) as ProblemCode[])
  .filter((code) => code.startsWith('contact.'))
  .map((code) => new RegExp(`^${escaped(problems[code][1]).replace(/\{\w+\}/g, '.+')}$`))

/** Whether a refusal is about who may write to whom, and not about this one message. */
export const isContactRefusal = (words: string): boolean => sentences.some((sentence) => sentence.test(words))

export const isUnconfirmed = (words: string): boolean => words === problems['contact.unconfirmed'][1]
