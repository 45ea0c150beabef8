/** From one deactivation to the next, in seconds. */
export const DEACTIVATION_WAIT = 30 * 86_400
/** A sign-up that nobody finishes goes after this long without a sign of its member. */
export const UNFINISHED_SECONDS = 30 * 86_400
/** An account that nobody uses goes after 24 months; a month before, its member is told. */
export const INACTIVE_SECONDS = 730 * 86_400
export const INACTIVE_NOTICE_SECONDS = 30 * 86_400
/** How long an erased account leaves what a ban needs: a hash of the address and fingerprints of the photos. */
export const TRACE_SECONDS = 180 * 86_400
