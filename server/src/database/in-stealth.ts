import { type RawBuilder, type SqlBool, sql } from 'kysely'

/**
 * Whether the member `v` with the account `a` leaves no trace. Stealth is a Premium feature: it ends when Premium
 * does, and comes back with it.
 */
export const inStealth = (now: number): RawBuilder<SqlBool> => sql<SqlBool>`
  (a.stealth_mode and v.premium and (v.premium_until_ts is null or v.premium_until_ts > ${now}))`
