import { DEACTIVATION_WAIT, TRACE_SECONDS } from '@rosella/contract/account/rules'
import { memberStatus } from '@rosella/contract/member/status'
import { sentences } from '@rosella/contract/sentences'
import { sql } from 'kysely'
import { endSessions, lockMember, lockSession } from '../../members/sessions'
import { type Tx, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { enqueue } from '../../platform/jobs/enqueue'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { deleteSelfies, removePhotoFiles } from '../photos/index'
import { retainConversations } from '../safety/index'

/** Keeps events small, however many people a member knew. */
const KNOWN_IN_ONE = 1000

/** Erases the member's own account. */
export async function eraseAccount(
  deps: Services,
  viewer: Pick<Viewer, 'id' | 'session_id' | 'email'>,
): Promise<{ message?: string }> {
  await eraseMember(deps, viewer, (ended) => {
    // The session ended meanwhile, for example by a ban, so the call is no longer valid.
    if (!ended.includes(viewer.session_id)) throw new Problem('session.none')
  })
  return { message: sentences.accountDeleted }
}

/**
 * Erases the member and everything they own, immediately: foreign keys cascade from the member row, then
 * photo files and stored emails are deleted. The records that stay (conventions § 8) are in tables without foreign
 * keys. Conversations are retained for reports by the other side.
 */
export async function eraseMember(
  deps: Services,
  member: Pick<Viewer, 'id' | 'email'>,
  assertAllowed: (endedSessions: readonly number[]) => void = () => {},
): Promise<void> {
  const now = deps.clock.now()
  const { photos, selfies } = await withTransaction(deps, async (tx, emit) => {
    // From here on nobody can write to the member or revoke anything.
    await lockMember(tx, member.id)
    assertAllowed(await endSessions(tx, emit, member.id))
    const known = await lockKnown(tx, member.id)
    await retainConversations(tx, member.id, now)
    const files = await tx
      .selectFrom('photo')
      .where('member_id', '=', member.id)
      .select(['name', 'approved'])
      .execute()
    const shown = await tx
      .selectFrom('verification_frame as f')
      .innerJoin('verification as v', 'v.id', 'f.verification_id')
      .where('v.member_id', '=', member.id)
      .select('f.name')
      .execute()
    // Jobs refer to the member without a foreign key.
    await tx
      .deleteFrom('job')
      .where(sql<boolean>`${String(member.id)} in (payload ->> 'member_id', payload ->> 'from')`)
      .execute()
    await tx.deleteFrom('member').where('id', '=', member.id).execute()
    emit({ kind: 'member.changed', member_id: member.id })
    for (let at = 0; at < known.length; at += KNOWN_IN_ONE) {
      emit({ kind: 'member.erased', member_id: member.id, known: known.slice(at, at + KNOWN_IN_ONE) })
    }
    if (shown.length > 0 || files.some(({ approved }) => approved === null)) emit({ kind: 'queue.changed' })
    return { photos: files.map(({ name }) => name), selfies: shown.map(({ name }) => name) }
  })
  await deleteSelfies(deps.photos, selfies).catch((err) =>
    deps.log.warn({ err }, 'deleting photos of an erased account failed; the cleanup job will retry'),
  )
  await removePhotoFiles(deps, photos)
  await deps.mailer
    .deleteTo(member.email)
    .catch((err) =>
      deps.log.warn({ err }, 'deleting emails to an erased account failed; the cleanup job will retry'),
    )
}

/**
 * Locks the rows of everyone with a relation to the member (indexes relation_pkey and relation_other). Both
 * rows of each pair are locked in ascending order, so that two members who know each other can leave
 * concurrently without a deadlock.
 */
async function lockKnown(tx: Tx, memberId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('relation')
    .where((eb) => eb.or([eb('me', '=', memberId), eb('other', '=', memberId)]))
    .orderBy('me')
    .orderBy('other')
    .forUpdate()
    .select('me')
    .execute()
  return rows.map(({ me }) => me).filter((me) => me !== memberId)
}

/**
 * Deletes the traces of an erasure after 180 days, or with the last report still open by then; traces of
 * banned members stay. Index report_member finds the reports.
 */
export const deleteErasedTraces = (deps: Services) => async (): Promise<void> => {
  await sql`
    delete from erased_member e
    where e.banned_ts is null and e.erased_ts < ${deps.clock.now() - TRACE_SECONDS}
      and not exists (select from report r where r.member_id = e.member_id and r.state <> 'closed')`.execute(
    deps.db,
  )
}

/** Hides the member everywhere and logs them out until they log in again. Once in 30 days. */
export async function deactivateAccount(
  deps: Services,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
): Promise<{ message?: string }> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    await lockSession(tx, viewer)
    const member = await tx
      .selectFrom('member as m')
      .innerJoin('account as a', 'a.member_id', 'm.id')
      .where('m.id', '=', viewer.id)
      .select(['m.status', 'a.deactivated_ts'])
      .executeTakeFirst()
    // A ban or a deletion was first and has ended the session.
    if (member?.status !== memberStatus.active) throw new Problem('session.none')
    if (member.deactivated_ts !== null && now < member.deactivated_ts + DEACTIVATION_WAIT) {
      throw new Problem('deactivate.too-soon')
    }
    await tx
      .updateTable('member')
      .set({ status: memberStatus.deactivated })
      .where('id', '=', viewer.id)
      .execute()
    await tx.updateTable('account').set({ deactivated_ts: now }).where('member_id', '=', viewer.id).execute()
    await endSessions(tx, emit, viewer.id)
    await enqueue(tx, emit, { kind: 'photo-visibility', payload: { member_id: viewer.id }, now })
    emit({ kind: 'member.changed', member_id: viewer.id })
    return {}
  })
}
