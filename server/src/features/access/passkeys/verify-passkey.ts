import type { NewPasskey, PasskeyAnswer } from '@rosella/contract/access/shapes'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject } from '@simplewebauthn/server/helpers'
import type { Reader, Tx } from '../../../platform/database/transaction'
import type { Services } from '../../../platform/services'

type Site = Pick<Services['site'], 'url'>

/** EdDSA, ES256 and RS256: the algorithms of common authenticators. */
export const ALGORITHMS = [-8, -7, -257]

/** Passkeys belong to the host of the site's URL, and responses are accepted only from its pages. */
export function relyingParty({ url }: Site): { id: string; origin: string } {
  const { hostname, origin } = new URL(url)
  return { id: hostname, origin }
}

/** The challenge in a browser's response; the database decides whether it is one of ours. */
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

/** The authenticator's counter if the response belongs to this passkey, challenge and site; otherwise undefined. */
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
        // A counter of synced passkeys may stay at 0; usePasskey checks it again with the row locked.
        counter: passkey.counter,
      },
      requireUserVerification: true,
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    // Not logged, because the error contains the caller's data.
    return undefined
  }
}

/** Records a use. Fails if the passkey was removed meanwhile, or if its counter did not grow, which means a copy. */
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

/** The new passkey if the response is valid; otherwise undefined. */
export async function verifyNew(site: Site, answer: NewPasskey) {
  const party = relyingParty(site)
  try {
    // We don't request certificates. Validating a forged one may fetch URLs that it names.
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
