/** How long a challenge lasts, in seconds, and how much later its frames may still arrive. */
export const CHALLENGE_SECONDS = 90
export const CHALLENGE_GRACE = 15

/** How many pictures of the camera are sent, how large a file may be, and how long the sides of a picture. */
export const FRAME = { count: 2, bytes: 2 * 1024 * 1024, shortest: 240, longest: 1280 } as const

/** The longest time that frames are kept without a decision, in seconds. */
export const FRAMES_KEPT = 7 * 86_400
/** How long a badge holds: two years, in seconds. */
export const BADGE_SECONDS = 63_115_200
/** How long one waits before asking the same member again, in seconds. */
export const ASK_AGAIN = 7 * 86_400

/** Whether one may ask another now, by what is between the two: they have written, and it was not asked this week. */
export const mayAskToVerify = (
  pair: { messages: number | null; verify_asked_ts: number | null; verified_ts: number | null },
  now: number,
): boolean =>
  pair.verified_ts === null &&
  (pair.messages ?? 0) > 0 &&
  (pair.verify_asked_ts === null || pair.verify_asked_ts + ASK_AGAIN <= now)

/** Why a moderator says no: short for moderators, who choose by number, and in the words the member reads. */
export const refusals = [
  {
    key: 'person',
    label: 'Not the same person',
    words: 'We could not see that you are the person in your photos.',
  },
  { key: 'pose', label: 'Poses not right', words: 'The poses were not those that were asked for.' },
  { key: 'face', label: 'Face not visible', words: 'Your face cannot be seen clearly.' },
  { key: 'quality', label: 'Too dark or blurred', words: 'The pictures are too dark or blurred.' },
  {
    key: 'screen',
    label: 'Picture of a picture',
    words: 'The pictures seem to show another picture or a screen.',
  },
  { key: 'several', label: 'Several people', words: 'There is more than one person in the pictures.' },
  {
    key: 'photos',
    label: 'Photos have changed',
    words: 'Your photos have changed since you sent the pictures.',
  },
] as const
export const refusalKeys = refusals.map(({ key }) => key)
export const refusalWords = (key: string): string =>
  refusals.find((refusal) => refusal.key === key)?.words ?? ''
