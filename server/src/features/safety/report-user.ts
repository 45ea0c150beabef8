import type { InputOf } from '@rosella/contract/endpoint'
import type { reportUser as call } from '@rosella/contract/safety/endpoints'
import { severityOf } from '@rosella/contract/safety/reasons'
import { reasonRule, reportInfo } from '@rosella/contract/safety/rules'
import { sentences } from '@rosella/contract/sentences'
import { type Tx, withTransaction } from '../../database/transaction'
import { lockKnownPair } from '../../database/visible-members'
import { accept, Problem } from '../../domain/problem'
import type { Viewer } from '../../domain/viewer'
import type { Services } from '../../ports/services'
import { copyPhotos, discardCopies, keepCopies } from './photo-copies'
import { isKnown } from './queries'
import { lockChain, sealSnapshot } from './seal-snapshot'
import { type Accusation, takeSnapshot } from './take-snapshot'

export type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'log' | 'photos' | 'settings'>

/**
 * Files a case with the evidence sealed into it, as the reporter could see it at this moment. Photos are copied
 * before the transaction and belong to it only once it names them.
 */
export async function reportUser(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  input: Pick<InputOf<typeof call>, 'recipient_id' | 'report_reason' | 'report_reason_info'>,
): Promise<{ message: string }> {
  const { reasons } = await deps.settings.current()
  const reason = accept(reasonRule(input.report_reason, reasons))
  const accusation: Accusation = {
    reporter_id: viewer.id,
    member_id: input.recipient_id,
    reason: reason.words,
    reason_key: reason.key,
    info: reportInfo(input.report_reason_info),
  }
  if (accusation.member_id === viewer.id) throw new Problem('gesture.self')
  if (!(await isKnown(deps.db, viewer.id, accusation.member_id))) throw new Problem('no-user')

  const copies = await copyPhotos(deps, accusation.member_id)
  const now = deps.clock.now()
  const kept = await withTransaction(deps, async (tx, emit) => {
    // Both members stay, and nothing is written between them, until the evidence is sealed.
    await lockKnownPair(tx, viewer.id, accusation.member_id)
    if (await isFiled(tx, accusation)) return []
    const head = await lockChain(tx)
    const photos = await keepCopies(tx, copies, now)
    const { id } = await tx
      .insertInto('report')
      .values({ ...accusation, severity: severityOf(reason.key), created_ts: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const snapshot = await takeSnapshot(tx, { id, created_ts: now, ...accusation })
    await sealSnapshot(tx, head, id, { ...snapshot, photos })
    emit({ kind: 'queue.changed' })
    return photos
  })
  await discardCopies(deps, copies, kept)
  return { message: sentences.reported }
}

/** The same words about the same member, still waiting: sent twice, or in doubt whether it had arrived. */
async function isFiled(tx: Tx, { reporter_id, member_id, reason_key, info }: Accusation): Promise<boolean> {
  const before = await tx
    .selectFrom('report')
    .where('reporter_id', '=', reporter_id)
    .where('member_id', '=', member_id)
    .where('reason_key', '=', reason_key)
    .where('info', '=', info)
    .where('state', '<>', 'closed')
    .select('id')
    .executeTakeFirst()
  return before !== undefined
}
