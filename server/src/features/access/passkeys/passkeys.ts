import { randomBytes } from 'node:crypto'
import type {
  passkeyOptions as call,
  passkeyRegisterOptions as optionsCall,
  passkeyRegister,
} from '@rosella/contract/access/endpoints'
import { LOGIN_CHALLENGE_SECONDS, PASSKEYS_MAX } from '@rosella/contract/access/rules'
import type { OwnCredentials, PasskeyAnswer, SessionRecord } from '@rosella/contract/access/shapes'
import type { InputOf, ReplyOf } from '@rosella/contract/endpoint'
import { storableText } from '@rosella/contract/storable-text'
import { lockMember, lockSession } from '../../../members/sessions'
import { admitStatus } from '../../../members/status'
import { type Reader, type Tx, withTransaction } from '../../../platform/database/transaction'
import type { Caller } from '../../../platform/http/route'
import type { Viewer } from '../../../platform/http/viewer'
import { Problem } from '../../../platform/problem'
import { admitMember } from '../admit-member'
import { notifyCredentialChange, readOwnCredentials } from '../credentials'
import type { Deps } from '../deps'
import { findAccountOf } from '../find-account'
import { sessionFromHeaders } from '../find-viewer'
import { consumeLoginChallenge, createLoginChallenge } from '../login-challenges'
import { sessionRecord } from '../session-record'
import { trustDevice } from '../trusted-device'
import {
  ALGORITHMS,
  challengeOf,
  findPasskey,
  relyingParty,
  usePasskey,
  verifyAnswer,
  verifyNew,
} from './verify-passkey'

/**
 * Creates a challenge. Without a session it is the same for everyone and reveals nothing about any account;
 * with one it re-authenticates that session and lists the member's passkeys.
 */
export async function passkeyOptions(
  deps: Deps,
  { email, token }: InputOf<typeof call>,
): Promise<ReplyOf<typeof call>> {
  const now = deps.clock.now()
  const shown = token ? await sessionFromHeaders(deps.db, { email: email ?? '', token }, now) : undefined
  if (token && !shown) throw new Problem('session.none')
  if (shown && shown.admin_id !== null) throw new Problem('access.impersonating')
  const challenge = await createLoginChallenge(
    deps.db,
    shown
      ? { purpose: 'reauthenticate', memberId: shown.member_id, sessionId: shown.id }
      : { purpose: 'passkey-login' },
    now,
  )
  return {
    challenge,
    timeout: LOGIN_CHALLENGE_SECONDS * 1000,
    rpId: relyingParty(deps.site).id,
    allowCredentials: shown ? await listCredentials(deps.db, shown.member_id) : [],
    userVerification: 'required',
  }
}

/** The member's passkeys in the format that browsers expect. */
async function listCredentials(db: Reader, memberId: number) {
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

type Owner = Pick<Viewer, 'id' | 'session_id' | 'email'>

const HANDLE_BYTES = 32

/** A challenge for a new passkey, bound to this session. */
export async function registerOptions(deps: Deps, viewer: Owner): Promise<ReplyOf<typeof optionsCall>> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx) => {
    await lockSession(tx, viewer)
    await assertRoom(tx, viewer.id)
    const { username, handle } = await handleOf(tx, viewer.id)
    const ticket = { purpose: 'passkey-register', memberId: viewer.id, sessionId: viewer.session_id } as const
    return {
      rp: { id: relyingParty(deps.site).id, name: deps.site.name },
      user: { id: handle.toString('base64url'), name: viewer.email, displayName: username ?? viewer.email },
      challenge: await createLoginChallenge(tx, ticket, now),
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
      timeout: LOGIN_CHALLENGE_SECONDS * 1000,
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

/** Stores a new passkey. Re-authentication happened when the challenge was requested, minutes ago. */
export async function registerPasskey(
  deps: Deps,
  viewer: Owner,
  { name, passkey }: InputOf<typeof passkeyRegister>,
): Promise<OwnCredentials> {
  const now = deps.clock.now()
  const ticket = await consumeLoginChallenge(deps.db, challengeOf(passkey), 'passkey-register', now)
  if (ticket?.session_id !== viewer.session_id) throw new Problem('passkey.late')
  const made = await verifyNew(deps.site, passkey)
  if (!made) throw new Problem('passkey.refused')
  return withTransaction(deps, async (tx, emit) => {
    await lockSession(tx, viewer)
    await assertRoom(tx, viewer.id)
    await notifyCredentialChange(tx, emit, { memberId: viewer.id, what: 'passkey-added', now })
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
    return readOwnCredentials(tx, viewer.id)
  })
}

/** The account's identifier for authenticators: created with its first passkey and shared by all of them. */
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

export async function removePasskey(
  deps: Deps,
  viewer: Pick<Viewer, 'id' | 'session_id'>,
  id: number,
): Promise<OwnCredentials> {
  const now = deps.clock.now()
  return withTransaction(deps, async (tx, emit) => {
    await lockSession(tx, viewer)
    const { passkeys } = await readOwnCredentials(tx, viewer.id)
    if (!passkeys.some((passkey) => passkey.id === id)) throw new Problem('passkey.unknown')
    if (passkeys.length === 1) await assertOtherWay(tx, viewer.id)
    await notifyCredentialChange(tx, emit, { memberId: viewer.id, what: 'passkey-removed', now })
    await tx.updateTable('passkey').set({ ended_ts: now }).where('id', '=', id).execute()
    return readOwnCredentials(tx, viewer.id)
  })
}

/** At least a password, or a confirmed address for links and codes, must remain. */
async function assertOtherWay(tx: Tx, memberId: number): Promise<void> {
  const account = await tx
    .selectFrom('account')
    .where('member_id', '=', memberId)
    .select(['password_hash', 'email_confirmed'])
    .executeTakeFirstOrThrow()
  if (account.password_hash === null && !account.email_confirmed) throw new Problem('passkey.last')
}

/**
 * Needs no address and no two-step code: the passkey identifies the member, and its owner verified themselves
 * to it.
 */
export async function logInByPasskey(
  deps: Deps,
  answer: PasskeyAnswer,
  caller: Caller,
): Promise<SessionRecord> {
  const now = deps.clock.now()
  if (!(await consumeLoginChallenge(deps.db, challengeOf(answer), 'passkey-login', now)))
    throw new Problem('passkey.late')
  const passkey = await findPasskey(deps.db, answer.id)
  const counter = passkey && (await verifyAnswer(deps.site, answer, passkey))
  // No address was typed, so only the authenticator identifies the owner of the passkey.
  if (!passkey || counter === undefined || !answer.response.userHandle) throw new Problem('passkey.refused')

  const memberId = passkey.member_id
  const token = await withTransaction(deps, async (tx, emit) => {
    await lockMember(tx, memberId)
    const account = await findAccountOf(tx, memberId)
    if (!account || !(await usePasskey(tx, passkey, counter, now))) throw new Problem('passkey.refused')
    const status = admitStatus(account, now, deps.site.contact)
    const { deviceSecret } = deps
    return admitMember(tx, emit, account, { openedBy: 'passkey', status, caller, deviceSecret, now })
  })
  await trustDevice(deps, memberId, caller)
  return sessionRecord(deps, memberId, token)
}
