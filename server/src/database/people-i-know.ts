import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** A member, by number or by the column that holds it. */
export type Who = RawBuilder<unknown> | number

/** Those who have named the address that the viewer has now among people they know (index people_i_know_address). */
export const hidersFrom = (viewer: Who): RawBuilder<{ member_id: number }> => sql<{ member_id: number }>`
  select k.member_id from account known join people_i_know k on k.address_hash = known.email_hash
  where known.member_id = ${viewer}`

/** Whether the member is one of them. */
export const hidesFrom = (member: Who, viewer: Who): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (${hidersFrom(viewer)} and k.member_id = ${member})`
