import type { Person } from './person'

/**
 * Re-authenticates, for tests that move the clock: bans, roles and impersonation need it within the last 15
 * minutes.
 */
export const reauthenticate = (person: Person) =>
  person.call('POST /api/reauthenticate', { password: person.password })
