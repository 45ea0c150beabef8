import type { OwnKeys } from '@rosella/contract/access/key-shapes'
import { lockLiveSession } from '../../../database/live-session'
import { type Tx, withTransaction } from '../../../database/transaction'
import { Problem } from '../../../domain/problem'
import type { Viewer } from '../../../domain/viewer'
import { tellCredentialChange } from '../../../mail/queue-credential-mail'
import type { Services } from '../../../ports/services'
import { readOwnKeys } from '../own-keys'

type Deps = Pick<Services, 'db' | 'bus' | 'clock'>

export async function removePasskey(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
  id: number,
): Promise<OwnKeys> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    await lockLiveSession(tx, viewer)
    const { passkeys } = await readOwnKeys(tx, viewer.id)
    if (!passkeys.some((passkey) => passkey.id === id)) throw new Problem('passkey.unknown')
    if (passkeys.length === 1) await assertOtherWay(tx, viewer.id)
    await tellCredentialChange(tx, emit, { memberId: viewer.id, what: 'passkey-removed', now })
    await tx.updateTable('passkey').set({ ended_ts: now }).where('id', '=', id).execute()
    return readOwnKeys(tx, viewer.id)
  })
}

/** A password is a way in, and so is an address that was shown to be theirs: links and codes go there. */
async function assertOtherWay(tx: Tx, memberId: number): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .where('member_id', '=', memberId)
    .select(['password_hash', 'email_confirmed'])
    .executeTakeFirstOrThrow()
  if (account.password_hash === null && !account.email_confirmed) throw new Problem('passkey.last')
}
