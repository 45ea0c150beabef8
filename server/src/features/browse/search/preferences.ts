import type { savePreferences as call } from '@rosella/contract/browse/endpoints'
import { noPreferences, type Preferences, preferencesRule } from '@rosella/contract/browse/preferences'
import type { InputOf } from '@rosella/contract/endpoint'
import { type Reader, withTransaction } from '../../../platform/database/transaction'
import type { Viewer } from '../../../platform/http/viewer'
import { accept } from '../../../platform/problem'
import type { Services } from '../../../platform/services'

type Deps = Pick<Services, 'db' | 'bus'>

const columns = Object.keys(noPreferences) as (keyof Preferences)[]

/** Without stored preferences a member accepts anyone. */
export async function readPreferences(db: Reader, memberId: number): Promise<Preferences> {
  const row = await db
    .selectFrom('preferences')
    .where('member_id', '=', memberId)
    .select(columns)
    .executeTakeFirst()
  return row ?? noPreferences
}

export async function savePreferences(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  sent: InputOf<typeof call>,
): Promise<Preferences> {
  return withTransaction(deps, async (tx, emit) => {
    // Concurrent saves run one after the other, so that neither overwrites the other's fields.
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
