import { CONTACT_SECONDS, SEALED_MESSAGES } from '@rosella/contract/safety/rules'
import { type Selectable, sql } from 'kysely'
import { holdMessages } from '../../database/held-messages'
import type { Tables } from '../../database/tables'
import type { Tx } from '../../database/transaction'

const PARTNERS_AT_A_TIME = 20

/** Before a member goes: what they wrote with everybody who may still report them is held. */
export async function holdConversations(tx: Tx, memberId: number, now: number): Promise<void> {
  const contacts = await tx
    .selectFrom('contact')
    .where('other', '=', memberId)
    .where('last_ts', '>', now - CONTACT_SECONDS)
    .select('me')
    .execute()
  for (let at = 0; at < contacts.length; at += PARTNERS_AT_A_TIME) {
    const partners = contacts.slice(at, at + PARTNERS_AT_A_TIME).map(({ me }) => me)
    const { rows } = await sql<Selectable<Tables['message']>>`
      select t.* from unnest(${partners}::bigint[]) as p(id) cross join lateral (
        select * from message
        where least(sender_id, receiver_id) = least(p.id, ${memberId}::bigint)
          and greatest(sender_id, receiver_id) = greatest(p.id, ${memberId}::bigint)
        order by id desc limit ${SEALED_MESSAGES}) t`.execute(tx)
    await holdMessages(tx, memberId, rows, now)
  }
}
