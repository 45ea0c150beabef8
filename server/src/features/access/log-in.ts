import type { login } from '@rosella/contract/access/endpoints'
import type { SessionRecord } from '@rosella/contract/access/shapes'
import type { InputOf } from '@rosella/contract/endpoint'
import { sql } from 'kysely'
import { lockMember } from '../../database/lock-member'
import { type Reader, withTransaction } from '../../database/transaction'
import { admitStatus } from '../../domain/member-status'
import { Problem } from '../../domain/problem'
import type { Caller } from '../../ports/route'
import type { Services } from '../../ports/services'
import { consumeCode, consumeLink } from './consume-access-key'
import { openSession } from './open-session'
import { sessionRecord } from './session-record'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'passwords' | 'settings' | 'site' | 'log'>

/** Password, access link or code; each proves who calls, and all end in the same session. */
export async function logIn(
  deps: Deps,
  input: InputOf<typeof login>,
  caller: Caller,
): Promise<SessionRecord> {
  const ways = [input.password, input.hash, input.code].filter((way) => way !== undefined)
  if (ways.length !== 1) throw new Problem('login.one-way')
  const account = await findAccount(deps.db, input.email)
  const now = deps.clock.now()

  if (input.password !== undefined) {
    // An unknown account costs the same work, so that time tells nothing.
    const right = await deps.passwords.verify(account?.password_hash, input.password)
    if (!right || !account) throw new Problem('login.unknown')
  } else if (input.code !== undefined) {
    if (!account || !(await consumeCode(deps.db, account.id, input.code, now)))
      throw new Problem('code.expired')
  } else if (input.hash !== undefined) {
    if (!account || !(await consumeLink(deps.db, account.id, input.hash, now)))
      throw new Problem('link.expired')
  }
  if (!account) throw new Problem('login.unknown')

  const token = await withTransaction(deps, async (tx, emit) => {
    // The proof took its time: a ban or a new password that came meanwhile counts.
    await lockMember(tx, account.id)
    const current = await findAccount(tx, input.email)
    const proved = input.password === undefined || current?.password_hash === account.password_hash
    if (current?.id !== account.id || !proved) throw new Problem('login.unknown')
    const status = admitStatus(current, now, deps.site.contact)
    if (status !== current.status) {
      await tx.updateTable('member').set({ status }).where('id', '=', account.id).execute()
      await tx
        .updateTable('account')
        .set({ status_reason: null, status_until_ts: null })
        .where('member_id', '=', account.id)
        .execute()
      emit({ kind: 'member.changed', member_id: account.id })
    }
    return openSession(tx, { memberId: account.id, device: caller.device, now })
  })
  return sessionRecord(deps, account.id, token)
}

function findAccount(db: Reader, email: string) {
  return db
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where(sql`lower(a.email)`, '=', sql`lower(${email})`)
    .select(['m.id', 'm.status', 'm.profile_completed_ts'])
    .select(['a.password_hash', 'a.status_reason', 'a.status_until_ts'])
    .executeTakeFirst()
}
