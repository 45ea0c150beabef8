import type { savePreferences as call } from '@rosella/contract/browse/endpoints'
import { noPreferences, type Preferences, preferencesRule } from '@rosella/contract/browse/preferences'
import type { InputOf } from '@rosella/contract/endpoint'
import { type Reader, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { accept } from '../../../platform/problem'
import type { Services } from '../../../platform/services'

type Deps = Pick<Services, 'db' | 'bus'>

const columns = Object.keys(noPreferences) as (keyof Preferences)[]

/** By primary key; who has set none accepts anybody. */
export async function readPreferences(db: Reader, memberId: number): Promise<Preferences> {
  const row = await db
    .selectFrom('preferences')
    .where('member_id', '=', memberId)
    .select(columns)
    .executeTakeFirst()
  return row ?? noPreferences
}

/** Whom the member wants to meet, and who may find them from now on. */
export async function savePreferences(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  sent: InputOf<typeof call>,
): Promise<Preferences> {
  return withTransaction(deps, async (tx, emit) => {
    // Two saves at once go one after the other, each on top of what the other left.
    await tx.selectFrom('member').where('id', '=', viewer.id).forUpdate().select('id').execute()
    const preferences = accept(preferencesRule(await readPreferences(tx, viewer.id), sent))
    await tx
      .insertInto('preferences')
      .values({ member_id: viewer.id, ...preferences })
      .onConflict((conflict) => conflict.column('member_id').doUpdateSet(preferences))
      .execute()
    emit({ kind: 'member.changed', member_id: viewer.id })
    return preferences
  })
}
