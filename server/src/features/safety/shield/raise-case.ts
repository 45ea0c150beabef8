import { severityOf, shieldReason } from '@rosella/contract/safety/reasons'
import { SEALED_MESSAGES } from '@rosella/contract/safety/rules'
import { sql } from 'kysely'
import type { Emit, Tx } from '../../../platform/database/transaction'
import { queueCaseEmail } from '../case-email'
import { lockChain, sealSnapshot, takeProfile, withoutFalse } from '../evidence'
import { type copyPhotos, type EvidencePhoto, keepCopies } from '../photo-copies'

export type Copies = Awaited<ReturnType<typeof copyPhotos>>

interface Raised {
  member_id: number
  copies: Copies
  now: number
}

/**
 * Raises a case that no member reported: seals the conversations with scam signs, restricts the member to existing
 * conversations until the case is decided, and emails them. Messages that the member deleted are not included,
 * because only a report by the other member may open them.
 */
export async function raiseCase(
  tx: Tx,
  emit: Emit,
  { member_id, copies, now }: Raised,
): Promise<EvidencePhoto[]> {
  const head = await lockChain(tx)
  const photos = await keepCopies(tx, copies, now)
  const accusation = {
    reporter_id: null,
    member_id,
    reason: shieldReason.words,
    reason_key: shieldReason.key,
    info: '',
    message_id: null,
  }
  const { id } = await tx
    .insertInto('report')
    .values({ ...accusation, severity: severityOf(shieldReason.key), created_ts: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const signs = tx.updateTable('scam_sign').set({ report_id: id }).where('sender_id', '=', member_id)
  const concerned = await signs
    .where('counted', '=', true)
    .where('outcome', 'is', null)
    .where('report_id', 'is', null)
    .returning('receiver_id')
    .execute()
  const partners = await tx
    .selectFrom('member')
    .where('id', 'in', [...new Set(concerned.map(({ receiver_id }) => receiver_id))])
    .orderBy('id')
    .select(['id', 'username'])
    .execute()
  await sealSnapshot(tx, head, id, {
    report: { id, created_ts: now, ...accusation },
    ...(await takeProfile(tx, member_id)),
    messages: await findMessages(
      tx,
      member_id,
      partners.map((partner) => partner.id),
    ),
    message_id: null,
    partners,
    photos,
  })
  await tx.insertInto('messaging_restriction').values({ report_id: id, member_id, since_ts: now }).execute()
  await queueCaseEmail(tx, emit, { about: 'restricted', report_id: id, member_id }, now)
  emit({ kind: 'queue.changed' })
  return photos
}

/** Both sides of each conversation in order, at most the newest (indexes message_pair and date_text_pair). */
async function findMessages(tx: Tx, memberId: number, partnerIds: number[]): Promise<object[]> {
  const { rows } = await sql<{ id: number; in_date: boolean }>`
    select m.id, m.sender_id, m.receiver_id, m.text, m.ts, m.read_ts, m.removed_by_receiver, m.in_date
    from unnest(${partnerIds}::bigint[]) as partner(id)
    join written m on least(m.sender_id, m.receiver_id) = least(${memberId}::bigint, partner.id)
      and greatest(m.sender_id, m.receiver_id) = greatest(${memberId}::bigint, partner.id)
    order by m.id desc limit ${SEALED_MESSAGES}`.execute(tx)
  return rows.reverse().map(withoutFalse)
}
