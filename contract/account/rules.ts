/** From one deactivation to the next, in seconds. */
export const DEACTIVATION_WAIT = 30 * 86_400
