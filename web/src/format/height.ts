/** Rounds to the nearest inch before splitting, so 182 cm is 6 ft 0 in and never 5 ft 12 in. */
export function feetAndInches(cm: number): { feet: number; inches: number } {
  const inches = Math.round(cm / 2.54)
  return { feet: Math.floor(inches / 12), inches: inches % 12 }
}

/** '5 ft 7 in (170 cm)': said with words, because a screen reader skips the marks of 5′7″. */
export function heightLabel(cm: number): string {
  const { feet, inches } = feetAndInches(cm)
  return `${feet} ft ${inches} in (${cm} cm)`
}
