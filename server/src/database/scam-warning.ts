import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

type Id = Expression<number> | RawBuilder<unknown>

/** Whether the scam shield's warning stands above what the one reads of the other (primary key of scam_warning). */
export const isWarned = (reader: Id, other: Id): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from scam_warning w
    where w.receiver_id = ${reader} and w.sender_id = ${other} and w.dismissed_ts is null)`

/** Whether a member starts no conversations until a moderator has looked (index scam_hold_open). */
export const isHeld = (member: Id): RawBuilder<SqlBool> => sql<SqlBool>`
  exists (select from scam_hold h where h.member_id = ${member} and h.ended_ts is null)`
