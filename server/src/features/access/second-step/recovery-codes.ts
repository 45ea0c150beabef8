import type { newRecoveryCodes as call } from '@rosella/contract/access/key-endpoints'
import type { ReplyOf } from '@rosella/contract/endpoint'
import { endRecoveryCodes, isSecondOn } from '../../../database/credential-change'
import { lockLiveSession } from '../../../database/live-session'
import { type Tx, withTransaction } from '../../../database/transaction'
import { Problem } from '../../../domain/problem'
import { hintOf, newRecoveryCodes } from '../../../domain/recovery-code'
import type { Viewer } from '../../../domain/viewer'
import { tellCredentialChange } from '../../../mail/queue-credential-mail'
import type { Services } from '../../../ports/services'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'passwords'>

interface HashedCode {
  shown: string
  hint: string
  code_hash: string
}

/** One after the other: ten at once would keep everybody else's passwords waiting. */
export async function hashNewCodes(passwords: Services['passwords']): Promise<HashedCode[]> {
  const codes: HashedCode[] = []
  for (const { plain, shown } of newRecoveryCodes())
    codes.push({ shown, hint: hintOf(plain), code_hash: await passwords.hash(plain) })
  return codes
}

export async function storeCodes(
  tx: Tx,
  member_id: number,
  codes: readonly HashedCode[],
  now: number,
): Promise<void> {
  await tx
    .insertInto('recovery_code')
    .values(codes.map(({ hint, code_hash }) => ({ member_id, hint, code_hash, created_ts: now })))
    .execute()
}

/** Ten new ones in place of those there were, used or not. */
export async function renewRecoveryCodes(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
): Promise<ReplyOf<typeof call>> {
  const now = deps.clock.now()
  if (!(await isSecondOn(deps.db, viewer.id))) throw new Problem('second.off')
  const codes = await hashNewCodes(deps.passwords)
  await withTransaction(deps, async (tx, emit) => {
    await lockLiveSession(tx, viewer)
    if (!(await isSecondOn(tx, viewer.id))) throw new Problem('second.off')
    await tellCredentialChange(tx, emit, { memberId: viewer.id, what: 'recovery-codes', now })
    await endRecoveryCodes(tx, viewer.id, now)
    await storeCodes(tx, viewer.id, codes, now)
  })
  return { recovery_codes: codes.map(({ shown }) => shown) }
}
