import type { Person } from './person'

/** A fresh proof, for tests that move the clock: bans, roles and acting ask for one of the last 15 minutes. */
export const reauthenticate = (person: Person) =>
  person.call('POST /api/reauthenticate', { password: person.password })
