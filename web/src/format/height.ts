import { feetAndInches } from '@rosella/contract/member/rules'

/** '5 ft 7 in', because screen readers skip the marks of 5′7″. */
export function feetLabel(cm: number): string {
  const { feet, inches } = feetAndInches(cm)
  return `${feet} ft ${inches} in`
}

/** '170 cm (5 ft 7 in)', for choices in centimetres. */
export const cmLabel = (cm: number): string => `${cm} cm (${feetLabel(cm)})`

/** '5 ft 7 in (170 cm)' */
export const heightLabel = (cm: number): string => `${feetLabel(cm)} (${cm} cm)`
