import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type {
  decideVerification as call,
  removeVerification as removeCall,
} from '@rosella/contract/verification/moderation'
import type { Selectable } from 'kysely'
import { recordAudit } from '../../../members/audit'
import { hasOtherModerator, lockMemberAndStaff } from '../../../members/staff'
import type { Tables } from '../../../platform/database/tables'
import { type Emit, type Tx, withTransaction } from '../../../platform/database/transaction'
import { ConfigurationFault } from '../../../platform/failure'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import type { Services } from '../../../platform/services'
import { deleteSelfies, lockOwner } from '../../photos/index'

type Verification = Selectable<Tables['verification']>

/**
 * Decides whether the camera shows the person in the photos. An approval is final; a refusal needs the
 * agreement of a second moderator, if there is one. A decision deletes the selfies, and fails if they can't
 * be deleted, or if a colleague has claimed them.
 */
export async function decideVerification(
  deps: Services,
  admin: Viewer,
  { id, approved, reason }: Pick<InputOf<typeof call>, 'id' | 'approved' | 'reason'>,
): Promise<ReplyOf<typeof call>> {
  if (!approved && !reason) throw new Problem('verification.reason')
  return withTransaction(deps, async (tx, emit) => {
    const now = deps.clock.now()
    const { row, mainPhoto, verified } = await lockVerification(tx, deps.site, admin, id)
    if (row.member_id === admin.id && (await hasOtherModerator(tx, deps.site, admin)))
      throw new Problem('verification.own')
    if (row.claimed_by !== null && row.claimed_by !== admin.id && (row.claimed_until_ts ?? 0) > now)
      throw new Problem('verification.claimed')
    if (!approved && reason && (await isFirstOfTwo(tx, deps, admin, row))) {
      await noteOpinion(tx, admin, row, reason, now)
      return { waits: true }
    }
    if (approved) await giveBadge(tx, row, mainPhoto, now)
    await close(tx, admin, row, approved ? null : (reason ?? null), now)
    if (approved) emit({ kind: 'member.changed', member_id: row.member_id })
    emit({ kind: 'verification.decided', member_id: row.member_id, verified: approved || verified })
    await destroy(deps, tx, emit, admin, { row, approved, reason, now })
    return { waits: false }
  })
}

/** Takes the badge away. The member reads the reason on the page on which they can verify their photos again. */
export async function removeVerification(
  deps: Services,
  admin: Viewer,
  { member_id, reason }: Pick<InputOf<typeof removeCall>, 'member_id' | 'reason'>,
): Promise<ReplyOf<typeof removeCall>> {
  const text = reason.trim()
  if (text === '') throw new Problem('verification.removal-reason')
  if (member_id === admin.id) throw new Problem('verification.own')
  return withTransaction(deps, async (tx, emit) => {
    const now = deps.clock.now()
    await lockMemberAndStaff(tx, deps.site, admin, member_id)
    const [removed] = await tx
      .updateTable('member')
      .set({ verified_ts: null })
      .where('id', '=', member_id)
      .where('verified_ts', 'is not', null)
      .returning('id')
      .execute()
    if (!removed) throw new Problem('verification.none')
    await tx.deleteFrom('compared_photo').where('member_id', '=', member_id).execute()
    await tx
      .updateTable('verification')
      .set({ removed_ts: now, removed_reason: text })
      .where('id', '=', (eb) =>
        eb
          .selectFrom('verification')
          .where('member_id', '=', member_id)
          .where('state', '=', 'approved')
          .select((e) => e.fn.max('id').as('id')),
      )
      .execute()
    await recordAudit(tx, admin, now, { action: 'verification.remove', member_id, after: { reason: text } })
    emit({ kind: 'member.changed', member_id })
    emit({ kind: 'verification.decided', member_id, verified: false })
    return {}
  })
}

async function lockVerification(tx: Tx, site: Services['site'], admin: Pick<Viewer, 'id'>, id: number) {
  const owner = await tx
    .selectFrom('verification')
    .where('id', '=', id)
    .select('member_id')
    .executeTakeFirst()
  const summary = owner && (await lockOwner(tx, site, admin, owner.member_id))
  const row = await tx
    .selectFrom('verification')
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .selectAll()
    .executeTakeFirst()
  if (!summary || !row) throw new Problem('verification.unknown')
  const { verified_ts } = await tx
    .selectFrom('member')
    .where('id', '=', row.member_id)
    .select('verified_ts')
    .executeTakeFirstOrThrow()
  return { row, mainPhoto: summary.photo, verified: verified_ts !== null }
}

/** Neither the refusing moderator nor the member can be the second moderator. */
async function isFirstOfTwo(tx: Tx, deps: Services, admin: Viewer, row: Verification): Promise<boolean> {
  if (row.first_by !== null && row.first_by !== admin.id) return false
  const other = await hasOtherModerator(tx, deps.site, admin, row.member_id)
  if (other && row.first_by === admin.id) throw new Problem('verification.second')
  return other
}

async function noteOpinion(
  tx: Tx,
  admin: Viewer,
  { id, member_id }: Verification,
  reason: string,
  now: number,
): Promise<void> {
  await tx
    .updateTable('verification')
    .set({ first_by: admin.id, first_reason: reason, first_ts: now, claimed_by: null })
    .where('id', '=', id)
    .execute()
  await recordAudit(tx, admin, now, {
    action: 'verification.doubt',
    member_id,
    after: { verification: id, reason },
  })
}

/** The photos compared are those that were approved when the selfies were sent and still are. */
async function giveBadge(tx: Tx, row: Verification, mainPhoto: string | null, now: number): Promise<void> {
  const photos = await tx
    .selectFrom('photo')
    .where('member_id', '=', row.member_id)
    .where('approved', '=', true)
    .select('name')
    .execute()
  const compared = photos.filter(({ name }) => row.photos.includes(name))
  if (!compared.some(({ name }) => name === mainPhoto)) throw new Problem('verification.changed')
  await tx.deleteFrom('compared_photo').where('member_id', '=', row.member_id).execute()
  await tx
    .insertInto('compared_photo')
    .values(compared.map(({ name }) => ({ member_id: row.member_id, name })))
    .execute()
  await tx.updateTable('member').set({ verified_ts: now }).where('id', '=', row.member_id).execute()
}

async function close(
  tx: Tx,
  admin: Viewer,
  { id }: Verification,
  reason: string | null,
  now: number,
): Promise<void> {
  await tx
    .updateTable('verification')
    .set({
      state: reason === null ? 'approved' : 'refused',
      reason,
      decided_ts: now,
      decided_by: admin.id,
    })
    .where('id', '=', id)
    .execute()
}

interface Decided {
  row: Verification
  approved: boolean
  reason: string | undefined
  now: number
}

/**
 * The audit log keeps the hashes of the selfies and when they were sent. The files are deleted last, before
 * the commit.
 */
async function destroy(
  { photos, log }: Services,
  tx: Tx,
  emit: Emit,
  admin: Viewer,
  { row, approved, reason, now }: Decided,
): Promise<void> {
  const selfies = await tx
    .deleteFrom('verification_frame')
    .where('verification_id', '=', row.id)
    .returning(['name', 'sha256', 'place'])
    .execute()
  const hashes = selfies
    .sort((a, b) => a.place - b.place)
    .map(({ sha256 }) => Buffer.from(sha256).toString('hex'))
  await recordAudit(tx, admin, now, {
    action: approved ? 'verification.approve' : 'verification.refuse',
    member_id: row.member_id,
    after: { verification: row.id, sent_ts: row.created_ts, frames: hashes, ...(approved ? {} : { reason }) },
  })
  emit({ kind: 'queue.changed' })
  const names = selfies.map(({ name }) => name)
  await deleteSelfies(photos, names).catch((err) => {
    log.warn({ err }, 'deleting selfies failed')
    throw err instanceof ConfigurationFault ? err : new Problem('unavailable')
  })
}
