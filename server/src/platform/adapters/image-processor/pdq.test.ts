import { createHash } from 'node:crypto'
import { scene } from '@rosella/testkit/pictures'
import type { Sharp } from 'sharp'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { hashDistance, MAX_DISTANCE, pictureDistance } from '../../ports/image-processor'
import { HashIndex } from './hash-index'
import { type Pixels, pdq, pdqVariants } from './pdq'
import { openImageProcessor } from './sharp'

const images = openImageProcessor()
afterAll(() => images.close())

const hex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')
async function pixelsOf(picture: Sharp): Promise<Pixels> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height, channels: info.channels }
}

/** The pixels of the picture in Meta's tests of its own implementation (ThreatExchange, test_pdq_hasher.py). */
const published =
  'iVBORw0KGgoAAAANSUhEUgAAABoAAAAcCAIAAADwcTiEAAAACXBIWXMAAAPoAAAD6AG1e1JrAAACo0lEQVRIx5VVPWgUQRT+' +
  '3tzc7Z0xhyQxMSsBo6IEGzFFbEIkhdhY2QgJaJlWg41NsBYDVgYrRUwnYqmNoDYWEayCSDQSSLzL4QVi7se7ec9if7Kzu6eX' +
  'xzLMzr73zbffe2+GSqUSbGuD3v/SbyrZL3uZUlNtNRSA4TwPOXy2x1weaE32tTUEaUZRuMofdf9b/sWWs9uOeIuACLK/0qvp' +
  '2nDzzqnmQI7T4VpCi2vO0vdczXgQAMFn4GERxSIPZTA32rx9qpklseC2m+rGp8JKNZPKP8kuCCWIjPfx0wv1o45Pk95+rcx8' +
  'LGzWY5tb9IJXQAEMKADBhOEWZHmiPlY0AMh99ntzTwCAFIRBKsGO/U8xn8i620Ovp+qDDhMe7ab9lMXo7vnszJnsySIpQq0l' +
  'O02U6zzxshG6QGS8H6+mGhpGInDw4ch/PZbH8yuF6eM65Jpz6IiDE0UFI/tbAivbWFzVGmzXhGcsIIDl8bSFZZkfKOGfLa1m' +
  'IuwS8l9y9dXRLDqZxU4A1IzY7BCFxs1znbFi7IKJhuFQzv1UEEFkrN/K8tLnxsKHRrlmQr0iNegT/Re7sT5LtYV39XKNbbe4' +
  'xeAsGXtzFovybtsqoHR2RtClccirG3bJvkqmkuxkJtwICz+jS3JvqBuia1Vz+mElCa1h2BagK1uvtiOBUTiWAKRrEYH1qvED' +
  'ySqKg6QiYj+qrdRA7Qt8QNvYYXBKLgjzG51OWnkwYq3Nb3TMbHABeKlIfpfOTZp+A3ijthL0nzKWjveGdxllSQcSpHVZvIzt' +
  'ho3ecCIgmruY0f6eKdpxSpNZp45XKN7xifERdWvSUW6vAkv8MZyilGFIMApgxB+NuEX15Ho+p0Qtz+bdogIDRvwxnCR71nAw' +
  'crirW6Tl2fzgYQLwF45qj/pL3TAaAAAAAElFTkSuQmCC'

test('[P4 §2] the published picture has the published hash', async () => {
  const { hash, quality } = pdq(await pixelsOf(sharp(Buffer.from(published, 'base64'))))
  expect(hex(hash)).toBe('ad64cd9875e131a177b1f2a0d6b38ae1de9ea80421e4c51dde1b0363deba3466')
  expect(quality).toBe(100)
})

/** The definition, step by step and in double precision, for pictures that are larger than the published one. */
function byDefinition({ data, width, height }: Pixels): Uint8Array {
  let rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => {
      const [r = 0, g = 0, b = 0] = data.subarray((y * width + x) * 3)
      return 0.299 * r + 0.587 * g + 0.114 * b
    }),
  )
  const box = (values: number[]) => {
    const size = Math.floor((values.length + 127) / 128)
    const after = Math.floor((size + 2) / 2) - 1
    return values.map((_, at) => {
      const some = values.slice(Math.max(0, at + after - size + 1), at + after + 1)
      return some.reduce((sum, value) => sum + value, 0) / some.length
    })
  }
  const turn = (matrix: number[][]) => (matrix[0] ?? []).map((_, x) => matrix.map((row) => row[x] as number))
  for (let pass = 0; pass < 2; pass++) rows = turn(turn(rows.map(box)).map(box))
  const at = (n: number, length: number) => Math.floor(((n + 0.5) * length) / 64)
  const samples = Array.from({ length: 64 }, (_, y) =>
    Array.from({ length: 64 }, (_, x) => rows[at(y, height)]?.[at(x, width)] as number),
  )
  const wave = (frequency: number, n: number) => Math.cos((Math.PI / 128) * frequency * (2 * n + 1))
  const values = Array.from({ length: 256 }, (_, n) => {
    const [v, h] = [Math.floor(n / 16) + 1, (n % 16) + 1]
    let sum = 0
    for (const [y, row] of samples.entries())
      for (const [x, value] of row.entries()) sum += value * wave(v, y) * wave(h, x)
    return sum
  })
  const median = values.toSorted((a, b) => a - b)[127] as number
  let bits = 0n
  for (const [n, value] of values.entries()) if (value > median) bits |= 1n << BigInt(n)
  return Buffer.from(bits.toString(16).padStart(64, '0'), 'hex')
}

test('[P4 §2] larger pictures are hashed by the definition, whatever their shape', async () => {
  for (const [seed, width, height] of [
    [1, 512, 384],
    [2, 300, 511],
    [3, 129, 64],
    [4, 700, 90],
  ] as const) {
    const pixels = await pixelsOf(await scene(seed, width, height))
    expect(hashDistance(pdq(pixels).hash, byDefinition(pixels))).toBeLessThanOrEqual(2)
  }
})

test('[P4 §2] the second variant is the hash of the mirrored picture', async () => {
  for (const seed of [5, 6, 7]) {
    const mirrored = pdq(await pixelsOf((await scene(seed, 512, 512)).flop())).hash
    const variants = pdqVariants(await pixelsOf(await scene(seed, 512, 512)))
    expect(hashDistance(variants.subarray(32), mirrored)).toBe(0)
  }
})

test('a picture with too little detail has no hashes', async () => {
  const plain = sharp({ create: { width: 400, height: 300, channels: 3, background: '#7799bb' } })
  expect(pdqVariants(await pixelsOf(plain))).toHaveLength(0)
  expect(pdqVariants({ data: new Uint8Array(12), width: 2, height: 2, channels: 3 })).toHaveLength(0)
})

const hashesOf = async (picture: Sharp) => (await images.process(await picture.toBuffer())).pdq
/** The picture without this share of both sides. */
async function cut(seed: number, share: number): Promise<Sharp> {
  const [width, height] = [Math.round(1200 * (1 - share)), Math.round(900 * (1 - share))]
  const left = Math.floor((1200 - width) / 2)
  const top = Math.floor((900 - height) / 2)
  return (await scene(seed)).extract({ left, top, width, height })
}

test('[P4 §2] a copy is within 31 bits: recompressed, resized, brighter, mirrored or cropped by up to 15 %', async () => {
  for (const seed of [11]) {
    const original = await hashesOf((await scene(seed)).jpeg())
    const copies: Record<string, Sharp> = {
      'JPEG 30': (await scene(seed)).jpeg({ quality: 30 }),
      'WebP 20': (await scene(seed)).webp({ quality: 20 }),
      'a quarter': (await scene(seed)).resize(300).jpeg(),
      stretched: (await scene(seed)).resize(777, 600, { fit: 'fill' }).jpeg(),
      brighter: (await scene(seed)).modulate({ brightness: 1.15 }).jpeg(),
      mirrored: (await scene(seed)).flop().jpeg(),
      'mirrored and cropped': (await cut(seed, 0.1)).flop().jpeg(),
    }
    for (const share of [0.01, 0.04, 0.06, 0.09, 0.11, 0.15])
      copies[`cropped by ${share}`] = (await cut(seed, share)).jpeg()
    const index = new HashIndex()
    index.add({ refs: Float64Array.of(1), owners: Float64Array.of(0), hashes: original as Uint8Array })
    for (const [name, copy] of Object.entries(copies)) {
      const found = index.find((await hashesOf(copy)) as Uint8Array, 0, 5)
      expect([name, found.length]).toEqual([name, 1])
    }
    const other = await hashesOf((await scene(seed + 100)).jpeg())
    expect(pictureDistance(original, other)).toBeGreaterThan(MAX_DISTANCE)
  }
})

/** Random, and the same in every run. */
const random = (seed: string): Uint8Array => createHash('sha256').update(seed).digest()
function flipped(hash: Uint8Array, bits: number, seed: number): Uint8Array {
  const copy = Uint8Array.from(hash)
  const places = Array.from({ length: 256 }, (_, n) => n)
  for (let n = 0; n < bits; n++) {
    const [at = 0] = places.splice((seed * 7919 + n * 104_729) % places.length, 1)
    copy[at >> 3] = (copy[at >> 3] as number) ^ (1 << (at & 7))
  }
  return copy
}

test('[P4 §2] the index finds everything within 31 bits and nothing else, as comparing with each would', () => {
  const index = new HashIndex()
  const stored = Array.from({ length: 3000 }, (_, n) => random(`stored ${n}`))
  // Whatever the bits are: spread evenly, all in a few parts, or anywhere.
  for (let n = 0; n < 330; n++) stored.push(flipped(random(`wanted ${n % 8}`), n % 33, n))
  const wanted = Buffer.concat(Array.from({ length: 8 }, (_, n) => random(`wanted ${n}`)))
  const expected = stored.flatMap((hash, ref) => {
    const distances = Array.from({ length: 8 }, (_, n) => hashDistance(wanted.subarray(n * 32), hash))
    const distance = Math.min(...distances)
    return distance <= MAX_DISTANCE ? [{ ref, distance }] : []
  })
  for (const part of [stored.slice(0, 1500), stored.slice(1500)]) {
    const from = stored.indexOf(part[0] as Uint8Array)
    index.add({
      refs: Float64Array.from(part, (_, n) => from + n),
      owners: Float64Array.from(part, (_, n) => (from + n) % 2),
      hashes: Buffer.concat(part),
    })
  }
  const byDistance = (a: { ref: number; distance: number }, b: { ref: number; distance: number }) =>
    a.distance - b.distance || a.ref - b.ref
  expect(expected.length).toBeGreaterThan(300)
  expect(index.find(wanted, 0, 1000)).toEqual(expected.sort(byDistance))
  expect(index.find(wanted, 1, 1000)).toEqual(expected.filter(({ ref }) => ref % 2 === 0).sort(byDistance))
  expect(index.find(wanted, 0, 3)).toEqual(expected.slice(0, 3))
})
