// `npm run bench:pdq [pictures] [hashes]`: how far copies of a photo are from it, how many different pictures look the
// same, and how long it takes to hash one and to search. Generated pictures, and portraits of the demo town.
import { randomFillSync } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { HashIndex } from '@rosella/server/platform/adapters/image-processor/hash-index'
import { openHashThread } from '@rosella/server/platform/adapters/image-processor/hash-thread'
import { pdqVariants } from '@rosella/server/platform/adapters/image-processor/pdq'
import { hashDistance, MAX_DISTANCE, pictureDistance } from '@rosella/server/platform/ports/image-processor'
import { scene } from '@rosella/testkit/pictures'
import sharp, { type Sharp } from 'sharp'
import { demoPeople } from '../tools/demo-town/people'
import { drawPortrait } from '../tools/demo-town/portraits'
import { sized } from './tiny'

/** Only for the ages of the people of the demo town. */
const NOW = 1_795_000_000
/** Pictures of each kind that are copied. */
const SOME = sized(30, 2)

/** As the site hashes a photo: its JPEG, scaled down to 512 px. */
async function hashesOf(picture: Sharp): Promise<Uint8Array> {
  const jpeg = await picture.jpeg({ quality: 84 }).toBuffer()
  const small = sharp(jpeg).resize(512, 512, { fit: 'inside', withoutEnlargement: true }).removeAlpha().raw()
  const { data, info } = await small.toBuffer({ resolveWithObject: true })
  return pdqVariants({ ...info, data })
}

/** Without this share of both sides. */
async function cropped(bytes: Buffer, share: number): Promise<Sharp> {
  const { width = 0, height = 0 } = await sharp(bytes).metadata()
  const [w, h] = [Math.round(width * (1 - share)), Math.round(height * (1 - share))]
  const corner = { left: Math.floor((width - w) / 2), top: Math.floor((height - h) / 2) }
  return sharp(bytes).extract({ ...corner, width: w, height: h })
}

const copies: Record<string, (bytes: Buffer) => Sharp | Promise<Sharp>> = {
  'JPEG of quality 50': async (bytes) => sharp(await sharp(bytes).jpeg({ quality: 50 }).toBuffer()),
  'JPEG of quality 20': async (bytes) => sharp(await sharp(bytes).jpeg({ quality: 20 }).toBuffer()),
  'WebP of quality 30': async (bytes) => sharp(await sharp(bytes).webp({ quality: 30 }).toBuffer()),
  'half the size': (bytes) => sharp(bytes).resize({ width: 240 }),
  'stretched by 20 %': (bytes) => sharp(bytes).resize(576, 600, { fit: 'fill' }),
  'brighter by 20 %': (bytes) => sharp(bytes).modulate({ brightness: 1.2 }),
  'darker by 20 %': (bytes) => sharp(bytes).modulate({ brightness: 0.8 }),
  greyscale: (bytes) => sharp(bytes).greyscale(),
  mirrored: (bytes) => sharp(bytes).flop(),
  ...Object.fromEntries(
    [0.02, 0.05, 0.06, 0.09, 0.12, 0.15].map((share) => [
      `cropped by ${Math.round(share * 100)} %`,
      (bytes: Buffer) => cropped(bytes, share),
    ]),
  ),
  'mirrored and cropped by 10 %': async (bytes) => (await cropped(bytes, 0.1)).flop(),
}

/** As when a moderator is shown a photo: the nearest of all variants of both. */
function distanceOf(one: Uint8Array, other: Uint8Array): number {
  let nearest = 256
  for (let at = 0; at < other.length; at += 32)
    nearest = Math.min(nearest, pictureDistance(one, other.subarray(at)) ?? 256)
  return nearest
}

/** @internal a small form of it is a test */
export async function measureCopies(pictures: readonly Buffer[]) {
  const rows: { copy: string; whole: number; nearest: number; worst: number; found: number }[] = []
  const originals = await Promise.all(pictures.map((bytes) => hashesOf(sharp(bytes))))
  for (const [copy, make] of Object.entries(copies)) {
    const [whole, nearest]: [number[], number[]] = [[], []]
    for (const [n, bytes] of pictures.entries()) {
      const original = originals[n] as Uint8Array
      const hashes = await hashesOf(await make(bytes))
      if (original.length === 0 || hashes.length === 0) continue
      whole.push(hashDistance(original, hashes))
      nearest.push(distanceOf(original, hashes))
    }
    const found = nearest.filter((distance) => distance <= MAX_DISTANCE).length / nearest.length
    rows.push({ copy, whole: median(whole), nearest: median(nearest), worst: Math.max(...nearest), found })
  }
  return rows
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The number of pairs of different pictures that look the same, and the nearest distance of any whole pictures seen. */
async function countFalseMatches(count: number, draw: (n: number) => Promise<Sharp>) {
  const index = new HashIndex()
  let [pairs, plain] = [0, 0]
  for (let n = 0; n < count; n++) {
    const hashes = await hashesOf(await draw(n))
    if (hashes.length === 0) plain++
    else {
      pairs += index.find(hashes, 0, 1000).length
      index.add({ refs: Float64Array.of(n), owners: Float64Array.of(0), hashes })
    }
  }
  return { pairs, plain }
}

/** In the product's thread, while the event loop here has nothing else to do. */
async function measureSearch(hashes: number) {
  const thread = openHashThread()
  const each = 10_000
  for (let done = 0; done < hashes; done += each) {
    const some = Math.min(each, hashes - done)
    const refs = Float64Array.from({ length: some }, (_, n) => done + n)
    const entries = {
      refs,
      owners: new Float64Array(some),
      hashes: randomFillSync(new Uint8Array(some * 32)),
    }
    await thread.add('photo', entries)
  }
  const times: number[] = []
  const loop = monitorEventLoopDelay({ resolution: 1 })
  loop.enable()
  for (let n = 0; n < 100; n++) {
    const wanted = randomFillSync(new Uint8Array(8 * 32))
    const began = performance.now()
    await thread.find(wanted, { atMost: 50 })
    times.push(performance.now() - began)
  }
  void loop.disable()
  await thread.close()
  // The delay includes the timer of the measurement itself.
  const delay = loop.max / 1e6 - 1
  return {
    median: median(times),
    slow: times.toSorted((a, b) => a - b)[94],
    worst: Math.max(...times),
    delay,
  }
}

const percent = (share: number): string => `${(share * 100).toFixed(share === 1 ? 0 : 1)} %`

async function main(): Promise<void> {
  const pictures = Number(process.argv[2] ?? 10_000)
  const hashes = Number(process.argv[3] ?? 1_000_000)
  const print = (line: string) => void process.stdout.write(`${line}\n`)
  const people = demoPeople(SOME, NOW)
  const portraits: Buffer[] = []
  for (const person of people) portraits.push(await drawPortrait(person, 0))
  const generated: Buffer[] = []
  for (let seed = 0; seed < SOME; seed++)
    generated.push(await (await scene(seed, 480, 600)).jpeg({ quality: 90 }).toBuffer())
  for (const [name, some] of [
    ['Generated pictures', generated],
    ['Demo portraits', portraits],
  ] as const) {
    print(
      `\n${name} (${some.length})\n\n| copy | whole, median | nearest, median | nearest, worst | found |\n|---|---|---|---|---|`,
    )
    for (const { copy, whole, nearest, worst, found } of await measureCopies(some))
      print(`| ${copy} | ${whole} | ${nearest} | ${worst} | ${percent(found)} |`)
  }
  const generatedPairs = await countFalseMatches(pictures, (n) => scene(1_000_000 + n, 160, 200))
  print(
    `\n${pictures} generated pictures: ${generatedPairs.pairs} pairs match, ${generatedPairs.plain} without hashes`,
  )
  const many = demoPeople(sized(400, 4), NOW)
  const portraitPairs = await countFalseMatches(many.length, async (n) =>
    sharp(await drawPortrait(many[n] as (typeof many)[number], 0)),
  )
  print(
    `${many.length} portraits of different people: ${portraitPairs.pairs} pairs match, ${portraitPairs.plain} without hashes`,
  )
  const { median: usual, slow, worst, delay } = await measureSearch(hashes)
  print(
    `A search of ${hashes} hashes in the thread: ${usual.toFixed(1)} ms, 95 % within ${slow?.toFixed(1)} ms, at worst ${worst.toFixed(1)} ms; the event loop waited at most ${delay.toFixed(1)} ms`,
  )
  const bytes = generated[0] as Buffer
  const { data, info } = await sharp(bytes)
    .resize(512, 512, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const times = Array.from({ length: 20 }, () => {
    const began = performance.now()
    pdqVariants({ ...info, data })
    return performance.now() - began
  })
  print(`The eight hashes of 512 x 512 pixels: ${median(times).toFixed(1)} ms`)
}

if (process.argv[1]?.endsWith('bench/pdq.ts')) await main()
