/** From one deactivation to the next, in seconds. */
export const DEACTIVATION_WAIT = 30 * 86_400
/** How long an erased account leaves what a ban needs: a hash of the address and fingerprints of the photos. */
export const TRACE_SECONDS = 180 * 86_400
