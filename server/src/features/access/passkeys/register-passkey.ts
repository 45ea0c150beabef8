import { randomBytes } from 'node:crypto'
import type {
  passkeyRegisterOptions as optionsCall,
  passkeyRegister,
} from '@rosella/contract/access/key-endpoints'
import { PASSKEYS_MAX, TICKET_SECONDS } from '@rosella/contract/access/key-rules'
import type { OwnKeys } from '@rosella/contract/access/key-shapes'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { storableText } from '@rosella/contract/storable-text'
import { lockLiveSession } from '../../../database/live-session'
import { type Tx, withTransaction } from '../../../database/transaction'
import { Problem } from '../../../domain/problem'
import type { Viewer } from '../../../domain/viewer'
import { tellCredentialChange } from '../../../mail/queue-credential-mail'
import type { Services } from '../../../ports/services'
import { readOwnKeys } from '../own-keys'
import { newTicket, takeTicket } from '../tickets'
import { listCredentials } from './passkey-options'
import { ALGORITHMS, challengeOf, relyingParty, verifyNew } from './verify-passkey'

type Deps = Pick<Services, 'db' | 'bus' | 'clock' | 'site'>
type Owner = Pick<Viewer, 'id' | 'session_id' | 'email'>

const HANDLE_BYTES = 32

/** A challenge for a new passkey, which only this session can answer. */
export async function registerOptions(deps: Deps, viewer: Owner): Promise<ReplyOf<typeof optionsCall>> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx) => {
    await lockLiveSession(tx, viewer)
    await assertRoom(tx, viewer.id)
    const { username, handle } = await handleOf(tx, viewer.id)
    const ticket = { purpose: 'passkey-register', memberId: viewer.id, sessionId: viewer.session_id } as const
    return {
      rp: { id: relyingParty(deps.site).id, name: deps.site.name },
      user: { id: handle.toString('base64url'), name: viewer.email, displayName: username ?? viewer.email },
      challenge: await newTicket(tx, ticket, now),
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: TICKET_SECONDS * 1000,
      excludeCredentials: await listCredentials(tx, viewer.id),
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    }
  })
}

/** Keeps the passkey that the browser has made. The proof was given with the challenge, minutes ago. */
export async function registerPasskey(
  deps: Deps,
  viewer: Owner,
  { name, passkey }: InputOf<typeof passkeyRegister>,
): Promise<OwnKeys> {
  const now = deps.clock.now()
  const ticket = await takeTicket(deps.db, challengeOf(passkey), 'passkey-register', now)
  if (ticket?.session_id !== viewer.session_id) throw new Problem('passkey.late')
  const made = await verifyNew(deps.site, passkey)
  if (!made) throw new Problem('passkey.refused')
  return withTransaction(deps, async (tx, emit) => {
    await lockLiveSession(tx, viewer)
    await assertRoom(tx, viewer.id)
    await tellCredentialChange(tx, emit, { memberId: viewer.id, what: 'passkey-added', now })
    const added = await tx
      .insertInto('passkey')
      .values({
        member_id: viewer.id,
        credential_id: made.id,
        public_key: made.publicKey,
        counter: made.counter,
        transports: (made.transports ?? []).filter((transport) => /^[a-z-]+$/.test(transport)),
        name: storableText(name ?? '').trim() || 'Passkey',
        created_ts: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) throw new Problem('passkey.there')
    return readOwnKeys(tx, viewer.id)
  })
}

/** What authenticators know the account by: made with its first passkey, and the same for all of them. */
async function handleOf(tx: Tx, memberId: number): Promise<{ username: string | null; handle: Buffer }> {
  const { username, user_handle } = await tx
    .selectFrom('account as a')
    .innerJoin('member as m', 'm.id', 'a.member_id')
    .where('m.id', '=', memberId)
    .select(['m.username', 'a.user_handle'])
    .executeTakeFirstOrThrow()
  if (user_handle) return { username, handle: Buffer.from(user_handle) }
  const handle = randomBytes(HANDLE_BYTES)
  await tx.updateTable('account').set({ user_handle: handle }).where('member_id', '=', memberId).execute()
  return { username, handle }
}

async function assertRoom(tx: Tx, memberId: number): Promise<void> {
  if ((await listCredentials(tx, memberId)).length >= PASSKEYS_MAX)
    throw new Problem('passkey.limit', { n: PASSKEYS_MAX })
}
