import type { Step } from './photo-queue'

/** What was done last, in a few words. */
export const stepWords = ({ held, verdict }: Step): string =>
  `${verdict ? (verdict.approved ? 'Approved' : 'Rejected') : 'Skipped'}: ${held.photo.username ?? 'no name'}`
