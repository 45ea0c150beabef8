import { isEmail } from '@rosella/contract/access/rules'
import type { ReplyOf } from '@rosella/contract/endpoint'
import type { blockedUsers as call } from '@rosella/contract/settings/endpoints'
import { PEOPLE_I_KNOW_MAX } from '@rosella/contract/settings/rules'
import { sql } from 'kysely'
import { hashPeopleIKnow } from '../../members/address-hash'
import { readPeoplePage } from '../../members/relation'
import { type Reader, withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'

interface Count {
  count: number
}

/** Counts the addresses the member hides from. The addresses themselves are not stored, only their hashes. */
export async function countPeopleIKnow({ db }: { db: Reader }, viewer: Pick<Viewer, 'id'>): Promise<Count> {
  const { rows } = await sql<Count>`
    select count(*)::int as count from people_i_know where member_id = ${viewer.id}`.execute(db)
  return rows[0] ?? { count: 0 }
}

/**
 * Hides the member from everyone who has, or later gets, one of the addresses. Doesn't look up whether anyone
 * has, so neither the reply nor its timing can reveal it.
 */
export async function addPeopleIKnow(
  deps: Services,
  viewer: Pick<Viewer, 'id'>,
  written: readonly string[],
): Promise<Count> {
  const addresses = written.map((address) => address.trim()).filter(Boolean)
  const wrong = addresses.find((address) => !isEmail(address))
  if (wrong !== undefined) throw new Problem('people-i-know.address', { address: wrong })
  return withTransaction(deps, async (tx, emit) => {
    // One call at a time per member, so that the limit of 500 holds; this lock doesn't block messages.
    await tx.selectFrom('member').where('id', '=', viewer.id).forNoKeyUpdate().select('id').execute()
    const hashes = await hashPeopleIKnow(tx, addresses)
    await sql`
      insert into people_i_know (member_id, address_hash, added_ts)
      select ${viewer.id}::bigint, hash, ${deps.clock.now()}::bigint
      from unnest(${hashes}::bytea[]) hash
      on conflict do nothing`.execute(tx)
    const { count } = await countPeopleIKnow({ db: tx }, viewer)
    if (count > PEOPLE_I_KNOW_MAX) throw new Problem('people-i-know.limit', { n: PEOPLE_I_KNOW_MAX })
    emit({ kind: 'member.changed', member_id: viewer.id })
    return { count }
  })
}

export const clearPeopleIKnow = (
  deps: Pick<Services, 'db' | 'bus'>,
  viewer: Pick<Viewer, 'id'>,
): Promise<Count> =>
  withTransaction(deps, async (tx, emit) => {
    await tx.deleteFrom('people_i_know').where('member_id', '=', viewer.id).execute()
    emit({ kind: 'member.changed', member_id: viewer.id })
    return { count: 0 }
  })

/** Neutral values for the fields of a summary that a blocker may not see. */
const hidden = {
  ...{ ag: 0, ap: 0, ch: 0, ndp: 0, rr: 0, uh: '' },
  ...{ cr: null, ct: null, ph: null, vf: null, fv: false, m: false, rl: false },
}

/**
 * People the member has blocked, newest first, whatever their status: enough to unblock them, and nothing about their
 * current state.
 */
export async function listBlocked(
  { db }: Pick<Services, 'db'>,
  viewer: Pick<Viewer, 'id'>,
  p?: number,
): Promise<ReplyOf<typeof call>> {
  const { people, pages } = await readPeoplePage(db, viewer.id, 'blocked_ts', { p })
  return { u: people.map(({ id, username, ts }) => ({ ...hidden, id, un: username, ts })), pages }
}
