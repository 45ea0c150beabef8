/** Lifetime of a challenge in seconds, and how much later its selfies may still arrive. */
export const CHALLENGE_SECONDS = 90
export const CHALLENGE_GRACE = 15

/** Number of selfies, maximum file size, and allowed side lengths. */
export const SELFIE = { count: 2, bytes: 2 * 1024 * 1024, shortest: 240, longest: 1280 } as const

/** The longest that selfies are stored without a decision, in seconds. */
export const SELFIE_RETENTION_SECONDS = 7 * 86_400
/** Lifetime of a badge: two years, in seconds. */
export const BADGE_SECONDS = 63_115_200
/** A moderator's explanation of why a badge was removed. */
export const REMOVAL_REASON_LENGTH = 300
/** How long before a member can be asked again by the same person, in seconds. */
export const ASK_AGAIN = 7 * 86_400

/** One member may ask another if they have exchanged messages and it hasn't happened this week. */
export const mayAskToVerify = (
  pair: { messages: number | null; verify_asked_ts: number | null; verified_ts: number | null },
  now: number,
): boolean =>
  pair.verified_ts === null &&
  (pair.messages ?? 0) > 0 &&
  (pair.verify_asked_ts === null || pair.verify_asked_ts + ASK_AGAIN <= now)

/** Reasons to refuse: a label for moderators, who choose by number, and a text for the member. */
export const refusals = [
  {
    key: 'person',
    label: 'Not the same person',
    text: "We couldn't tell that you're the person in your photos.",
  },
  { key: 'pose', label: 'Poses not right', text: "The poses weren't the ones we asked for." },
  { key: 'face', label: 'Face not visible', text: "We can't see your face clearly." },
  { key: 'quality', label: 'Too dark or blurred', text: 'Your selfies are too dark or blurred.' },
  {
    key: 'screen',
    label: 'Picture of a picture',
    text: 'Your selfies seem to show another picture or a screen.',
  },
  { key: 'several', label: 'Several people', text: "There's more than one person in your selfies." },
  {
    key: 'photos',
    label: 'Photos have changed',
    text: 'Your photos have changed since you sent your selfies.',
  },
] as const
export const refusalKeys = refusals.map(({ key }) => key)
export const refusalText = (key: string): string =>
  refusals.find((refusal) => refusal.key === key)?.text ?? ''
