export interface HeifHeader {
  brands: string[]
  width: number
  height: number
  /** The colour profile of the picture, where it has one. */
  profile?: Buffer
}

export interface Box {
  type: string
  body: Buffer
  /** With its header. */
  whole: Buffer
}

/** ISO base media boxes side by side; ends at the first whose size makes no sense. */
export function* boxes(bytes: Buffer): Generator<Box> {
  let at = 0
  while (at + 8 <= bytes.length) {
    const short = bytes.readUInt32BE(at)
    const long = short === 1 && at + 16 <= bytes.length
    const head = long ? 16 : 8
    const size = long ? Number(bytes.readBigUInt64BE(at + 8)) : short === 0 ? bytes.length - at : short
    if (size < head || at + size > bytes.length) return
    const whole = bytes.subarray(at, at + size)
    yield { type: bytes.toString('latin1', at + 4, at + 8), body: whole.subarray(head), whole }
    at += size
  }
}

function inside(bytes: Buffer, type: string): Buffer {
  for (const box of boxes(bytes)) if (box.type === type) return box.body
  return Buffer.alloc(0)
}

/**
 * What a HEIC, HEIF or AVIF file says of itself, read before any of it is decoded. The size is the largest
 * that any of its pictures claims; undefined when none claims one.
 */
export function readHeifHeader(bytes: Buffer): HeifHeader | undefined {
  const ftyp = inside(bytes, 'ftyp')
  const brands: string[] = []
  for (let at = 0; at + 4 <= ftyp.length; at += 4)
    if (at !== 4) brands.push(ftyp.toString('latin1', at, at + 4))

  // 'meta' carries four bytes of version and flags before its boxes.
  const properties = inside(inside(inside(bytes, 'meta').subarray(4), 'iprp'), 'ipco')
  let [width, height] = [0, 0]
  let profile: Buffer | undefined
  for (const { type, body } of boxes(properties)) {
    if (type === 'ispe' && body.length >= 12) {
      const [w, h] = [body.readUInt32BE(4), body.readUInt32BE(8)]
      if (w * h > width * height) [width, height] = [w, h]
    }
    if (type === 'colr' && !profile) profile = profileIn(body)
  }
  return width > 0 ? { brands, width, height, profile } : undefined
}

/** An ICC profile for colours; a depth or gain map has a grey one or none. */
function profileIn(colr: Buffer): Buffer | undefined {
  const kind = colr.toString('latin1', 0, 4)
  const icc = colr.subarray(4)
  const forColour = (kind === 'prof' || kind === 'rICC') && icc.toString('latin1', 16, 20) === 'RGB '
  return forColour ? icc : undefined
}
