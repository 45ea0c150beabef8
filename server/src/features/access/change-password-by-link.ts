import type { changePassword as call } from '@rosella/contract/access/endpoints'
import type { InputOf } from '@rosella/contract/endpoint'
import { assertPasswordAllowed } from '../../members/credentials'
import { endSessions, lockSession } from '../../members/sessions'
import type { SessionOrigin } from '../../platform/database/tables'
import { withTransaction } from '../../platform/database/transaction'
import type { Viewer } from '../../platform/http/viewer'
import { Problem } from '../../platform/problem'
import type { Services } from '../../platform/services'
import { notifyCredentialChange } from './credentials'

const HOUR = 3600

/**
 * Sets a new password from the form behind an emailed link and ends every other session. The session must
 * have been opened by such a link within the last hour; any other token is not enough.
 */
export async function changePasswordByLink(
  deps: Services,
  viewer: Viewer,
  input: InputOf<typeof call>,
): Promise<{ message?: string }> {
  if (input.password !== input.repeatPassword) throw new Problem('password.mismatch')
  const now = deps.clock.now()
  const { username, hadPassword, ...session } = await readSession(deps, viewer)
  assertByLink(session, now)
  await assertPasswordAllowed(input.password, { username, email: viewer.email })
  const password_hash = await deps.passwords.hash(input.password)
  return withTransaction(deps, async (tx, emit) => {
    assertByLink(await lockSession(tx, viewer), now)
    // Choosing a first password replaces nothing, so there is nothing to undo.
    if (hadPassword) await notifyCredentialChange(tx, emit, { memberId: viewer.id, what: 'password', now })
    await tx.updateTable('account').set({ password_hash }).where('member_id', '=', viewer.id).execute()
    await endSessions(tx, emit, viewer.id, 'password', { except: viewer.session_id })
    return {}
  })
}

interface Session {
  opened_by: SessionOrigin
  created_ts: number
}

function assertByLink({ opened_by, created_ts }: Session, now: number): void {
  if (opened_by !== 'link' || created_ts <= now - HOUR) throw new Problem('password.way')
}

async function readSession(
  { db }: Services,
  { id, session_id }: Viewer,
): Promise<Session & { username: string | null; hadPassword: boolean }> {
  const row = await db
    .selectFrom('session as s')
    .innerJoin('member as m', 'm.id', 's.member_id')
    .innerJoin('account as a', 'a.member_id', 'm.id')
    .where('s.id', '=', session_id)
    .where('m.id', '=', id)
    .select(['s.opened_by', 's.created_ts', 'm.username'])
    .select('a.password_hash')
    .executeTakeFirst()
  if (!row) throw new Problem('session.none')
  const { password_hash, ...session } = row
  return { ...session, hadPassword: password_hash !== null }
}
