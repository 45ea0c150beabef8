import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { findProgram } from '../tools/test/programs.mjs'

// Generated test pictures.

/** A soft picture that is unique to its seed: a few random colours, strongly blurred. */
export async function scene(seed: number, width = 1200, height = 900): Promise<Sharp> {
  let state = seed * 2_654_435_761
  const random = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 3_266_489_917) >>> 0
    return (state >>> 16) & 255
  }
  const data = Uint8Array.from({ length: 12 * 9 * 3 }, random)
  const raw = { width: 12, height: 9, channels: 3 } as const
  const grown = await sharp(data, { raw })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(grown)
}

/** Red and green above, blue and white below, so that every rotation and reflection is recognisable. */
export async function quarters(width = 600, height = 400): Promise<Sharp> {
  const field = (background: string, left: number, top: number) => ({
    input: { create: { width: width / 2, height: height / 2, channels: 3 as const, background } },
    left,
    top,
  })
  const whole = sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
  const fields = [field('#ff0000', 0, 0), field('#00ff00', width / 2, 0), field('#0000ff', 0, height / 2)]
  // Rendered now, because sharp applies composites after a rotation.
  return sharp(await whole.composite(fields).removeAlpha().png().toBuffer())
}

/** The position at which a stored pixel is shown, per EXIF orientation: '0th row right, 0th column top'. */
const seenAt: ((row: number, column: number, width: number, height: number) => [x: number, y: number])[] = [
  (row, column) => [column, row],
  (row, column, width) => [width - 1 - column, row],
  (row, column, width, height) => [width - 1 - column, height - 1 - row],
  (row, column, _, height) => [column, height - 1 - row],
  (row, column) => [row, column],
  (row, column, width) => [width - 1 - row, column],
  (row, column, width, height) => [width - 1 - row, height - 1 - column],
  (row, column, _, height) => [row, height - 1 - column],
]

/** A JPEG whose pixels are stored in the given EXIF orientation (1 to 8). */
export async function lying(tag: number, picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const [columns, rows] = tag < 5 ? [width, height] : [height, width]
  const stored = Buffer.alloc(data.length)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = seenAt[tag - 1]?.(row, column, width, height) ?? [0, 0]
      data.copy(stored, (row * columns + column) * 3, (y * width + x) * 3, (y * width + x) * 3 + 3)
    }
  }
  const raw = { width: columns, height: rows, channels: 3 as const }
  return sharp(stored, { raw }).withMetadata({ orientation: tag }).jpeg().toBuffer()
}

const encoded = new Map<string, Promise<Buffer>>()

/** Encoded once per picture and worker, because encoding takes longer than most tests. */
export async function heic(picture: Sharp, ...more: string[]): Promise<Buffer> {
  const png = await picture.png({ compressionLevel: 1 }).toBuffer()
  const key = createHash('sha256').update(more.join(' ')).update(png).digest('hex')
  const file = encoded.get(key) ?? encodeHeic(png, more)
  encoded.set(key, file)
  return Buffer.from(await file)
}

/** With heif-enc of Debian's libheif-examples, because nothing in npm writes HEVC. */
async function encodeHeic(png: Buffer, more: string[]): Promise<Buffer> {
  const dir = await mkdtemp(join(tmpdir(), 'rosella-heic-'))
  try {
    const [from, to] = [join(dir, 'from.png'), join(dir, 'to.heic')]
    await writeFile(from, png)
    const speed = ['-p', 'preset=ultrafast']
    await promisify(execFile)(findProgram('heifEnc'), ['-q', '60', ...speed, ...more, '-o', to, from])
    return await readFile(to)
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Adds a rotation by quarter turns (anticlockwise) to the container, as an upright phone does. */
export function turned(file: Buffer, quarterTurns: number): Buffer {
  const find = (type: string) => file.indexOf(type, 0, 'latin1') - 4
  const [meta, iprp, ipco, ipma, iloc] = ['meta', 'iprp', 'ipco', 'ipma', 'iloc'].map(find) as number[] as [
    number,
    number,
    number,
    number,
    number,
  ]
  const head = Buffer.from(file)
  const grow = (box: number, by: number) => head.writeUInt32BE(head.readUInt32BE(box) + by, box)
  for (const [box, by] of [
    [meta, 10],
    [iprp, 10],
    [ipco, 9],
    [ipma, 1],
  ] as const)
    grow(box, by)
  const items = head.readUInt16BE(iloc + 14)
  for (let item = 0; item < items; item++) grow(iloc + 16 + item * 18 + 4, 10)
  const ipcoEnd = ipco + file.readUInt32BE(ipco)
  const linksEnd = ipma + 19 + file.readUInt8(ipma + 18)
  let properties = 0
  for (let at = ipco + 8; at < ipcoEnd; at += file.readUInt32BE(at)) properties++
  head.writeUInt8(head.readUInt8(ipma + 18) + 1, ipma + 18)
  const irot = Buffer.from([0, 0, 0, 9, ...Buffer.from('irot'), quarterTurns])
  const link = Buffer.from([0x80 | (properties + 1)])
  return Buffer.concat([
    head.subarray(0, ipcoEnd),
    irot,
    head.subarray(ipcoEnd, linksEnd),
    link,
    head.subarray(linksEnd),
  ])
}

/** Changes the size in the first 'ispe' box, whatever the pixels are. */
export function claiming(file: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(file)
  const at = copy.indexOf('ispe', 0, 'latin1')
  copy.writeUInt32BE(width, at + 8)
  copy.writeUInt32BE(height, at + 12)
  return copy
}

/** A black one-bit PNG: a few kilobytes that expand to any size. */
export function bomb(side: number): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), body])
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    size.writeUInt32BE(body.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([size, named, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.writeUInt8(1, 8)
  const rows = deflateSync(Buffer.alloc((1 + Math.ceil(side / 8)) * side))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}
