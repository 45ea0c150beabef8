/**
 * On how many of the questions that both answered and show two members agree. Apart from rules.ts, because every list of
 * cards loads this file.
 */
export interface Agreement {
  agree: number
  common: number
}

export const agreementLabel = ({ agree, common }: Agreement): string => `You agree on ${agree} of ${common}`
export const matchLabel = (match: number): string => `At least ${match} % match`
/** The steps of the filter `match_min`, in per cent. */
export const matchSteps = [50, 60, 70, 80] as const
