/** Calls lie below /api; a member's page may well be /apicius01. */
export const isCall = (url: string): boolean => /^\/api(\/|\?|$)/.test(url)
