/** Whether a flag is set, in any of the ways the contract lets it be sent. */
export const isSet = (flag: unknown): boolean =>
  flag === true || flag === 1 || flag === '1' || flag === 'true'
