import { isEmail } from '@rosella/contract/access/rules'
import { PEOPLE_I_KNOW_MAX } from '@rosella/contract/settings/rules'
import { sql } from 'kysely'
import { type Reader, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>
interface Count {
  count: number
}

/** How many addresses the member hides from; which they are is kept nowhere. */
export async function countPeopleIKnow({ db }: { db: Reader }, viewer: Pick<Viewer, 'id'>): Promise<Count> {
  const { rows } = await sql<Count>`
    select count(*)::int as count from people_i_know where member_id = ${viewer.id}`.execute(db)
  return rows[0] ?? { count: 0 }
}

/**
 * Whoever has one of the addresses, now or later, does not see the member from here on. Whether anybody has is not looked
 * at, so neither the answer nor its time can tell.
 */
export async function addPeopleIKnow(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  written: readonly string[],
): Promise<Count> {
  const addresses = written.map((address) => address.trim()).filter(Boolean)
  const wrong = addresses.find((address) => !isEmail(address))
  if (wrong !== undefined) throw new Problem('people-i-know.address', { address: wrong })
  return withTransaction(deps, async (tx, emit) => {
    // One at a time for a member, so that five hundred are five hundred; messages need not wait for it.
    await tx.selectFrom('member').where('id', '=', viewer.id).forNoKeyUpdate().select('id').execute()
    await sql`
      insert into people_i_know (member_id, address_hash, added_ts)
      select ${viewer.id}::bigint, known_address_hash(address), ${deps.clock.now()}::bigint
      from unnest(${addresses}::text[]) address
      on conflict do nothing`.execute(tx)
    const { count } = await countPeopleIKnow({ db: tx }, viewer)
    if (count > PEOPLE_I_KNOW_MAX) throw new Problem('people-i-know.limit', { n: PEOPLE_I_KNOW_MAX })
    emit({ kind: 'member.changed', member_id: viewer.id })
    return { count }
  })
}

export const clearPeopleIKnow = (
  deps: Pick<Deps, 'db' | 'bus'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<Count> =>
  withTransaction(deps, async (tx, emit) => {
    await tx.deleteFrom('people_i_know').where('member_id', '=', viewer.id).execute()
    emit({ kind: 'member.changed', member_id: viewer.id })
    return { count: 0 }
  })
