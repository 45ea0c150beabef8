import { BADGE_SECONDS, SELFIE_RETENTION_SECONDS } from '@rosella/contract/verification/rules'
import { sql } from 'kysely'
import { lockMember } from '../../members/sessions'
import { purge } from '../../platform/database/purge'
import { type Reader, withTransaction } from '../../platform/database/transaction'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { deleteSelfies } from '../photos/index'

/** It runs hourly, and deadlines must not be missed by up to an hour. */
const AHEAD = 3600

/** Ends undecided selfies and badges after two years, and deletes their records. */
export const expireVerifications =
  (deps: Services) =>
  async (signal?: AbortSignal): Promise<void> => {
    const now = deps.clock.now()
    for (const { id, member_id } of await findOverdue(deps, now)) {
      if (signal?.aborted) return
      await expire(deps, id, member_id, now)
    }
    await endBadges(deps, now)
    await purge(deps, signal, [
      { table: 'verification_challenge', where: sql`until_ts < ${now - AHEAD}` },
      { table: 'used_frame', where: sql`ts < ${now - BADGE_SECONDS}` },
    ])
  }

/** Too old, or from a restored backup, which has no selfies (index verification_queue). */
async function findOverdue({ db }: Services, now: number) {
  const { rows } = await sql<{ id: number; member_id: number }>`
    select v.id, v.member_id from verification v
    where v.state = 'waiting' and (v.created_ts <= ${now - SELFIE_RETENTION_SECONDS + AHEAD}
      or not exists (select from verification_frame f where f.verification_id = v.id))
    order by v.id`.execute(db)
  return rows
}

/** In the order of a decision: the member, the row, and the files before the commit. */
async function expire(deps: Services, id: number, memberId: number, now: number): Promise<void> {
  await withTransaction(deps, async (tx, emit) => {
    await lockMember(tx, memberId)
    const ended = await tx
      .updateTable('verification')
      .set({ state: 'expired', decided_ts: now })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .returning('id')
      .executeTakeFirst()
    if (!ended) return
    const selfies = await tx
      .deleteFrom('verification_frame')
      .where('verification_id', '=', id)
      .returning('name')
      .execute()
    const member = await tx
      .selectFrom('member')
      .where('id', '=', memberId)
      .select('verified_ts')
      .executeTakeFirst()
    emit({ kind: 'verification.decided', member_id: memberId, verified: member?.verified_ts != null })
    emit({ kind: 'queue.changed' })
    await deleteSelfies(
      deps.photos,
      selfies.map(({ name }) => name),
    )
  })
}

/** Uses index member_verified. */
async function endBadges(deps: Services, now: number): Promise<void> {
  const old = await deps.db
    .selectFrom('member')
    .where('verified_ts', '<=', now - BADGE_SECONDS)
    .select('id')
    .execute()
  for (const { id } of old) {
    await withTransaction(deps, async (tx, emit) => {
      const ended = await tx
        .updateTable('member')
        .set({ verified_ts: null })
        .where('id', '=', id)
        .where('verified_ts', '<=', now - BADGE_SECONDS)
        .returning('id')
        .execute()
      if (ended.length === 0) return
      emit({ kind: 'member.changed', member_id: id })
      emit({ kind: 'verification.decided', member_id: id, verified: false })
    })
  }
}

/** Uses index verification_once. */
export async function assertNonePending(db: Reader, memberId: number): Promise<void> {
  const waiting = await db
    .selectFrom('verification')
    .where('member_id', '=', memberId)
    .where('state', '=', 'waiting')
    .select('id')
    .executeTakeFirst()
  if (waiting) throw new Problem('verification.waiting')
}
