import type { saveLimits as call } from '@rosella/contract/browse/endpoints'
import { type Limits, limitsRule, noLimits } from '@rosella/contract/browse/preferences'
import type { InputOf } from '@rosella/contract/endpoint'
import { type Reader, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { accept } from '../../../platform/problem'
import type { Services } from '../../../platform/services'

type Deps = Pick<Services, 'db' | 'bus'>

const fields = [
  'age_min',
  'age_max',
  'distance',
  'goals',
  'kids',
  'wants_kids',
  'smoking',
  'drinking',
  'answered_only',
  'contact',
] as const satisfies readonly (keyof Limits)[]

/** By primary key; who has set none accepts anybody. */
export async function readLimits(db: Reader, memberId: number): Promise<Limits> {
  const row = await db
    .selectFrom('limits')
    .where('member_id', '=', memberId)
    .select(fields)
    .executeTakeFirst()
  return row ?? noLimits
}

/** Whom the member wants to meet, and who may find them from now on. */
export async function saveLimits(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  sent: InputOf<typeof call>,
): Promise<Limits> {
  return withTransaction(deps, async (tx, emit) => {
    // Two saves at once go one after the other, each on top of what the other left.
    await tx.selectFrom('member').where('id', '=', viewer.id).forUpdate().select('id').execute()
    const limits = accept(limitsRule(await readLimits(tx, viewer.id), sent))
    await tx
      .insertInto('limits')
      .values({ member_id: viewer.id, ...limits })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(limits))
      .execute()
    emit({ kind: 'member.changed', member_id: viewer.id })
    return limits
  })
}
