import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, PasskeyAnswer } from '@rosella/contract/access/shapes'

const ORIGIN = 'https://rosella.test'
const [PRESENT, VERIFIED, BACKUP, ATTESTED] = [0x01, 0x04, 0x18, 0x40]

interface Credential {
  id: string
  rpId: string
  userHandle: string
  key: KeyObject
  counter: number
}

interface Creation {
  rp: { id: string }
  user: { id: string }
  challenge: string
}
interface Request {
  rpId: string
  challenge: string
  allowCredentials: readonly { id: string }[]
}

interface Manner {
  /** The page that makes the request. */
  origin?: string
  /** For a copied authenticator or one whose counter went back. */
  counter?: number
  /** Whether the owner was verified by fingerprint or PIN. */
  verified?: boolean
}

/** A software authenticator with its browser, using ES256: either synced or with a counter. */
export class Authenticator {
  readonly credentials: Credential[] = []

  constructor(readonly kind: 'synced' | 'counting' = 'synced') {}

  create({ rp, user, challenge }: Creation, manner: Manner = {}): NewPasskey {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const bytes = randomBytes(32)
    const credential = { id: b64(bytes), rpId: rp.id, userHandle: user.id, key: privateKey, counter: 0 }
    this.credentials.push(credential)
    const cose = cborMap([
      [cborInt(1), cborInt(2)],
      [cborInt(3), cborInt(-7)],
      [cborInt(-1), cborInt(1)],
      [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ])
    const attested = Buffer.concat([Buffer.alloc(16), uint16(bytes.length), bytes, cose])
    const authData = Buffer.concat([this.#data(credential, manner, ATTESTED), attested])
    const attestationObject = cborMap([
      [cborText('fmt'), cborText('none')],
      [cborText('attStmt'), cborMap([])],
      [cborText('authData'), cborBytes(authData)],
    ])
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(clientData('webauthn.create', challenge, manner.origin)),
        attestationObject: b64(attestationObject),
        transports: ['internal', 'hybrid'],
      },
    }
  }

  /** Signs with the given passkey, or with the newest for the site. */
  get({ rpId, challenge, allowCredentials }: Request, manner: Manner = {}): PasskeyAnswer {
    const allowed = allowCredentials.map(({ id }) => id)
    const credential = this.credentials.findLast(
      (one) => one.rpId === rpId && (allowed.length === 0 || allowed.includes(one.id)),
    )
    if (!credential) throw new Error('The authenticator has no such passkey.')
    if (this.kind === 'counting') credential.counter++
    const authenticatorData = this.#data(credential, manner)
    const data = clientData('webauthn.get', challenge, manner.origin)
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(data).digest()])
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: b64(data),
        authenticatorData: b64(authenticatorData),
        signature: b64(sign('sha256', signed, credential.key)),
        userHandle: credential.userHandle,
      },
    }
  }

  #data(credential: Credential, { counter = credential.counter, verified = true }: Manner, more = 0): Buffer {
    const flags = PRESENT | (verified ? VERIFIED : 0) | (this.kind === 'synced' ? BACKUP : 0) | more
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([createHash('sha256').update(credential.rpId).digest(), Buffer.from([flags]), count])
  }
}

const b64 = (bytes: Buffer): string => bytes.toString('base64url')
const clientData = (type: string, challenge: string, origin = ORIGIN): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** The subset of CBOR (RFC 8949) that passkeys use. */
function cborHead(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value])
  if (value < 256) return Buffer.from([(major << 5) | 24, value])
  return Buffer.concat([Buffer.from([(major << 5) | 25]), uint16(value)])
}
const cborInt = (value: number): Buffer => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value))
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string): Buffer => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborMap = (pairs: [Buffer, Buffer][]): Buffer =>
  Buffer.concat([cborHead(5, pairs.length), ...pairs.flat()])
