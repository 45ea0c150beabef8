import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'

/** DER: tag, length and content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const time = (date: Date) =>
  der(0x17, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

const ECDSA_SHA256 = sequence(oid('2a8648ce3d040302'))
const DAY_MS = 86_400_000

/** A self-signed certificate for these names, valid for a day by default. */
export function selfSigned(names: readonly string[], days = 1): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const name = sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('Test push service')))))
  const alternatives = sequence(...names.map((host) => der(0x82, Buffer.from(host))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    name,
    sequence(time(new Date(Date.now() - DAY_MS)), time(new Date(Date.now() + days * DAY_MS))),
    name,
    publicKey,
    der(0xa3, sequence(sequence(oid('551d11'), der(0x04, alternatives)))),
  )
  const signature = sign('sha256', body, createPrivateKey(privateKey))
  const cert = sequence(body, ECDSA_SHA256, der(0x03, Buffer.from([0]), signature))
  const lines = cert.toString('base64').replace(/.{1,64}/g, '$&\n')
  return { key: privateKey, cert: `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n` }
}
