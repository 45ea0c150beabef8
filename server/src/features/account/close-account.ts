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
import { destroyFrames, removePhotoFiles } from '../photos/index'
import { retainConversations } from '../safety/index'

/** An event stays small, however many a member had to do with. */
const KNOWN_IN_ONE = 1000

/** A member leaves for good, by their own word. */
export async function eraseAccount(
  deps: Services,
  viewer: Pick<Viewer, 'id' | 'session_id' | 'email'>,
): Promise<{ message?: string }> {
  await eraseMember(deps, viewer, (ended) => {
    // Ended meanwhile, as by a ban: then this call has nothing to say any more.
    if (!ended.includes(viewer.session_id)) throw new Problem('session.none')
  })
  return { message: sentences.accountDeleted }
}

/**
 * Erases the member and all they own, at once: every table that names a member lets go with the row, and the
 * photo files follow, and so do mails kept here. What stays (decision 8) stands in tables that hold plain numbers; what
 * others had of the member's conversations is held for their reports.
 */
export async function eraseMember(
  deps: Services,
  member: Pick<Viewer, 'id' | 'email'>,
  assertAllowed: (endedSessions: readonly number[]) => void = () => {},
): Promise<void> {
  const now = deps.clock.now()
  const { photos, frames } = await withTransaction(deps, async (tx, emit) => {
    // From here on nobody writes to the member or takes anything back.
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
    // Work that was planned for the member names them without a foreign key.
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
    return { photos: files.map(({ name }) => name), frames: shown.map(({ name }) => name) }
  })
  await destroyFrames(deps.photos, frames).catch((err) =>
    deps.log.warn({ err }, 'pictures of an erased account wait for the sweep'),
  )
  await removePhotoFiles(deps, photos)
  await deps.mailer
    .deleteTo(member.email)
    .catch((err) => deps.log.warn({ err }, 'mails to an erased account wait for the sweep'))
}

/**
 * Everyone whose lists, counters or conversations the member stands in (indexes relation_pkey and relation_other). Both
 * rows of every pair are held in ascending order: of two who know each other and leave at once, one waits.
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
 * What an erasure keeps goes after 180 days, or with the last report that is open by then; of those who were banned it
 * stays. Index report_member finds the reports.
 */
export const deleteErasedTraces = (deps: Services) => async (): Promise<void> => {
  await sql`
    delete from erased_member e
    where e.banned_ts is null and e.erased_ts < ${deps.clock.now() - TRACE_SECONDS}
      and not exists (select from report r where r.member_id = e.member_id and r.state <> 'closed')`.execute(
    deps.db,
  )
}

/** Hides the member everywhere and logs them out; logging in again brings them back. Once in 30 days. */
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
    // A ban or a deletion came first, and the session has ended with it.
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
