import type { passkeyOptions as call } from '@rosella/contract/access/key-endpoints'
import { TICKET_SECONDS } from '@rosella/contract/access/key-rules'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import type { Reader } from '../../../database/transaction'
import { Problem } from '../../../domain/problem'
import type { Services } from '../../../ports/services'
import { findShownSession } from '../shown-session'
import { newTicket } from '../tickets'
import { relyingParty } from './verify-passkey'

type Deps = Pick<Services, 'db' | 'clock' | 'site'>

/**
 * A challenge. Without a session it is the same for everybody, and says nothing of any account; with one it is for a
 * proof on that session, and names the member's passkeys.
 */
export async function passkeyOptions(
  deps: Deps,
  { email, token }: InputOf<typeof call>,
): Promise<ReplyOf<typeof call>> {
  const now = deps.clock.now()
  const shown = token ? await findShownSession(deps.db, { email: email ?? '', token }, now) : undefined
  if (token && !shown) throw new Problem('session.none')
  if (shown && shown.admin_id !== null) throw new Problem('access.impersonating')
  const challenge = await newTicket(
    deps.db,
    shown
      ? { purpose: 'prove', memberId: shown.member_id, sessionId: shown.id }
      : { purpose: 'passkey-login' },
    now,
  )
  return {
    challenge,
    timeout: TICKET_SECONDS * 1000,
    rpId: relyingParty(deps.site).id,
    allowCredentials: shown ? await listCredentials(deps.db, shown.member_id) : [],
    userVerification: 'required',
  }
}

/** The member's passkeys as browsers are told of them. */
export async function listCredentials(db: Reader, memberId: number) {
  const passkeys = await db
    .selectFrom('passkey')
    .where('member_id', '=', memberId)
    .where('ended_ts', 'is', null)
    .orderBy('id')
    .select(['credential_id', 'transports'])
    .execute()
  return passkeys.map(({ credential_id, transports }) => ({
    id: credential_id,
    type: 'public-key' as const,
    transports,
  }))
}
