import type { NewPasskey, PasskeyAnswer } from '@rosella/contract/access/shapes'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { Reader, Tx } from '../../../platform/database/transaction'
import type { Services } from '../../../platform/services'

type Site = Pick<Services['site'], 'url'>

/** EdDSA, ES256, RS256: what authenticators know. */
export const ALGORITHMS = [-8, -7, -257]

/** Passkeys belong to the host of the site's address, and answers are taken from its pages alone. */
export function relyingParty({ url }: Site): { id: string; origin: string } {
  const { hostname, origin } = new URL(url)
  return { id: hostname, origin }
}

/** The challenge that a browser says it answers; whether it is one of ours is for the database to say. */
export function challengeOf({ response }: PasskeyAnswer | NewPasskey): string {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())
    const { challenge } = (data ?? {}) as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}

export type PasskeyFound = NonNullable<Awaited<ReturnType<typeof findPasskey>>>

export const findPasskey = (db: Reader, credentialId: string) =>
  db
    .selectFrom('passkey as p')
    .innerJoin('account as a', 'a.member_id', 'p.member_id')
    .where('p.credential_id', '=', credentialId)
    .where('p.ended_ts', 'is', null)
    .select(['p.id', 'p.member_id', 'p.credential_id', 'p.public_key', 'p.counter', 'a.user_handle'])
    .executeTakeFirst()

/** The authenticator's counter where the answer is that passkey's, to this challenge, on this site; else nothing. */
export async function verifyAnswer(
  site: Site,
  answer: PasskeyAnswer,
  passkey: PasskeyFound,
): Promise<number | undefined> {
  const { userHandle, ...response } = answer.response
  const owner = passkey.user_handle && Buffer.from(passkey.user_handle).toString('base64url')
  if (userHandle && userHandle !== owner) return undefined
  const party = relyingParty(site)
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.id,
        rawId: answer.rawId,
        type: 'public-key',
        response,
        clientExtensionResults: {},
      },
      expectedChallenge: challengeOf(answer),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(passkey.public_key),
        // Here it may stand still at 0, as synced ones do; usePasskey looks once more, with the row locked.
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // Whatever is wrong with it: what it says is the caller's, and is written nowhere.
    return undefined
  }
}

/** Notes a use. One removed meanwhile is none, and a counter that does not grow is a copy's. */
export async function usePasskey(
  tx: Tx,
  { id }: Pick<PasskeyFound, 'id'>,
  counter: number,
  now: number,
): Promise<boolean> {
  const used = await tx
    .updateTable('passkey')
    .set({ counter, last_used_ts: now })
    .where('id', '=', id)
    .where('ended_ts', 'is', null)
    .where((e) =>
      e.or([e('counter', '<', counter), e.and([e('counter', '=', 0), e(e.val(counter), '=', 0)])]),
    )
    .returning('id')
    .executeTakeFirst()
  return used !== undefined
}

/** The new passkey where the answer is good; else nothing. */
export async function verifyNew(site: Site, answer: NewPasskey) {
  const party = relyingParty(site)
  try {
    // Certificates are not asked for. Checking those of a made-up one may fetch addresses that they name.
    const attestation = decodeAttestationObject(Buffer.from(answer.response.attestationObject, 'base64url'))
    const hasCertificates = attestation.get('attStmt').get('x5c') !== undefined
    const isPlain = ['none', 'packed'].includes(attestation.get('fmt')) && !hasCertificates
    if (!isPlain) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...answer, authenticatorAttachment: undefined, clientExtensionResults: {} },
      expectedChallenge: challengeOf(answer),
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    return verified ? registrationInfo?.credential : undefined
  } catch {
    return undefined
  }
}
