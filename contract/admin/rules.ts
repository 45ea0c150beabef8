/** How long a moderator's claim on a photo or on selfies lasts, in seconds. */
export const CLAIM_SECONDS = 300
/** How long the audit log retains old and new values; who did what to which member, and when, is kept for good. */
export const AUDIT_VALUE_SECONDS = 730 * 86_400

/** Reasons to reject a photo: a label for moderators, who choose by number, and a text for its owner. */
export const rejectReasons = [
  { label: 'Face not visible', text: "We can't see your face clearly." },
  { label: 'Several people', text: "We can't tell which of the people in this photo is you." },
  {
    label: 'Not this member',
    text: 'This photo seems to show someone else, or to come from the internet.',
  },
  { label: 'Nudity', text: "Nudity and sexual content aren't allowed." },
  { label: 'Contact or advertising', text: "Contact details and advertising aren't allowed." },
  { label: 'Child', text: "Photos with children aren't allowed." },
  { label: 'Violence, hate, drugs', text: "Violence, hate and drugs aren't allowed." },
  { label: 'Poor quality', text: 'This photo is too blurred, too dark or too small.' },
] as const
export const REJECT_REASON = { characters: 300 }
/** The reason for acting as a member. */
export const IMPERSONATION_REASON = { characters: 300 }
/**
 * Suspending several members together: how many a preview lists, how many one call suspends or restores, the shortest
 * useful part of an address, the longest period of sign-ups, and for how long it can be undone, in seconds.
 */
export const BULK = {
  listed: 500,
  perCall: 100,
  reason: 500,
  addressPart: 3,
  joinedSeconds: 31 * 86_400,
  undoSeconds: 30 * 86_400,
} as const
/** A moderator's decision about a photo or selfies can be undone for so long before it is sent, in milliseconds. */
export const UNDO_MS = 10_000
