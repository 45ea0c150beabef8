/** Seconds between two deactivations. */
export const DEACTIVATION_WAIT = 30 * 86_400
/** Unfinished sign-ups are erased after this long without activity. */
export const UNFINISHED_SECONDS = 30 * 86_400
/** Unused accounts are erased after 24 months; their members get an email a month before. */
export const INACTIVE_SECONDS = 730 * 86_400
export const INACTIVE_NOTICE_SECONDS = 30 * 86_400
/** How long an erased account leaves the data that enforces a ban: a hash of the address and photo fingerprints. */
export const TRACE_SECONDS = 180 * 86_400
