/** How long a photo is one moderator's alone, in seconds. */
export const CLAIM_SECONDS = 300
/** How long the audit log tells what was and what became of it; who did what to whom, and when, stays. */
export const AUDIT_VALUE_SECONDS = 730 * 86_400

/** Why a photo is turned down: short for moderators, who choose by number, and in the words its owner reads. */
export const rejectReasons = [
  { label: 'Face not visible', words: 'Your face cannot be seen clearly.' },
  { label: 'Several people', words: 'We cannot tell which of the people in this photo is you.' },
  {
    label: 'Not this member',
    words: 'This photo seems to show somebody else, or to come from the internet.',
  },
  { label: 'Nudity', words: 'Nudity and sexual content are not allowed.' },
  { label: 'Contact or advertising', words: 'Contact details and advertising are not allowed.' },
  { label: 'Child', words: 'Photos with children are not allowed.' },
  { label: 'Violence, hate, drugs', words: 'Violence, hate and drugs are not allowed.' },
  { label: 'Poor quality', words: 'This photo is too blurred, too dark or too small.' },
] as const
export const REJECT_REASON = { characters: 300 }
/** Why an admin acts as a member. */
export const ACTING_REASON = { characters: 300 }
