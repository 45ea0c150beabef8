import { feetAndInches } from '@rosella/contract/member/rules'

/** '5 ft 7 in (170 cm)': said with words, because a screen reader skips the marks of 5′7″. */
export function heightLabel(cm: number): string {
  const { feet, inches } = feetAndInches(cm)
  return `${feet} ft ${inches} in (${cm} cm)`
}
