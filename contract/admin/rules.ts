/** How long a photo is one moderator's alone, in seconds. */
export const CLAIM_SECONDS = 300

/** Why a photo is turned down, in the words its owner reads; moderators choose by number, so the order stays. */
export const rejectReasons = [
  'Your face cannot be seen clearly.',
  'There is somebody else in this photo, or we cannot tell which one you are.',
  'This photo seems to show another person, or comes from the internet.',
  'Nudity and sexual content are not allowed.',
  'Contact details and advertising are not allowed.',
  'Children may not be in a photo.',
  'Violence, hate and drugs are not allowed.',
  'This photo is too blurred, too dark or too small.',
] as const
export const REJECT_REASON = { characters: 300 }
