import { feetAndInches } from '@rosella/contract/member/rules'

/** The label of an answer's code; '' without an answer. */
export const codeLabel = (labels: Record<string, string>, code: string | null): string =>
  labels[code ?? ''] ?? ''

const numbers = new Intl.NumberFormat('en-AU')

/** '1 person', '1,280 people'. */
export const countPeople = (count: number): string =>
  `${numbers.format(count)} ${count === 1 ? 'person' : 'people'}`

/** '5 ft 7 in', because screen readers skip the marks of 5′7″. */
export function feetLabel(cm: number): string {
  const { feet, inches } = feetAndInches(cm)
  return `${feet} ft ${inches} in`
}

/** '170 cm (5 ft 7 in)', for choices in centimetres. */
export const cmLabel = (cm: number): string => `${cm} cm (${feetLabel(cm)})`

/** '5 ft 7 in (170 cm)' */
export const heightLabel = (cm: number): string => `${feetLabel(cm)} (${cm} cm)`
