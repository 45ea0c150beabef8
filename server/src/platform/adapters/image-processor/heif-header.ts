export interface HeifHeader {
  brands: string[]
  width: number
  height: number
  /** The picture's colour profile, if it has one. */
  profile?: Buffer
}

export interface Box {
  type: string
  body: Buffer
  /** Includes the header. */
  whole: Buffer
}

/** Yields consecutive ISO base media boxes; stops at the first invalid size. */
function* boxes(bytes: Buffer): Generator<Box> {
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
 * The header of a HEIC, HEIF or AVIF file, read before anything is decoded. The size is the largest that any of its
 * pictures claims; undefined if none does.
 */
export function readHeifHeader(bytes: Buffer): HeifHeader | undefined {
  const ftyp = inside(bytes, 'ftyp')
  const brands: string[] = []
  for (let at = 0; at + 4 <= ftyp.length; at += 4)
    if (at !== 4) brands.push(ftyp.toString('latin1', at, at + 4))

  // In 'meta', four bytes of version and flags precede the boxes.
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

/** An ICC profile for colour; a depth or gain map has a grey one or none. */
function profileIn(colr: Buffer): Buffer | undefined {
  const kind = colr.toString('latin1', 0, 4)
  const icc = colr.subarray(4)
  const forColour = (kind === 'prof' || kind === 'rICC') && icc.toString('latin1', 16, 20) === 'RGB '
  return forColour ? icc : undefined
}

/** One of the tables in 'meta' with an entry per item. */
interface Table {
  body: Buffer
  count: { at: number; bytes: number }
  id: { at: number; bytes: number }
  entries: Buffer[]
}

const MOST_COPIES = 900
const full = (body: Buffer) => ({ version: body.readUInt8(0), flags: body.readUIntBE(1, 3) })

/**
 * libheif refuses a picture that uses a part twice, as the standard allows for a grid of equal tiles. Each further
 * use becomes a separate item with the same data. The changed tables are appended to the file, so no data moves.
 */
export function separateReferences(file: Buffer): Buffer {
  const outer = [...boxes(file)]
  const meta = outer.find(({ type }) => type === 'meta')
  const parts = meta ? [...boxes(meta.body.subarray(4))] : []
  const [iref, iinf, iloc, iprp] = ['iref', 'iinf', 'iloc', 'iprp'].map((name) =>
    parts.find(({ type }) => type === name),
  )
  if (!meta || !iref || !iinf || !iloc || !iprp) return file

  const items = itemsOf(iinf.body)
  const lastId = Math.max(...items.entries.map((entry) => entry.readUIntBE(items.id.at, items.id.bytes)))
  const { references, copies } = renumber(iref.body, lastId)
  if (copies.size === 0 || copies.size > MOST_COPIES || lastId + copies.size > 0xffff) return file

  const changed = new Map<Box, Buffer>([
    [iref, references],
    [iinf, withCopies(items, copies)],
    [iloc, withCopies(placesOf(iloc.body), copies)],
    [iprp, withLinks(iprp.body, copies)],
  ])
  const rebuilt = parts.map((part) => (changed.has(part) ? boxOf(part.type, changed.get(part)) : part.whole))
  const tables = boxOf('meta', Buffer.concat([meta.body.subarray(0, 4), ...rebuilt]))
  return Buffer.concat([...outer.map((box) => (box === meta ? hidden(box) : sized(box))), tables])
}

/** Gives every repeated use of an item a new id; returns which id is a copy of which. */
function renumber(iref: Buffer, lastId: number) {
  const references = Buffer.from(iref)
  const idBytes = full(references).version === 0 ? 2 : 4
  const copies = new Map<number, number>()
  for (const { body } of boxes(references.subarray(4))) {
    const seen = new Set<number>()
    const count = body.readUInt16BE(idBytes)
    for (let n = 0; n < count; n++) {
      const at = idBytes + 2 + n * idBytes
      const to = body.readUIntBE(at, idBytes)
      if (seen.has(to)) {
        const copy = lastId + copies.size + 1
        copies.set(copy, to)
        body.writeUIntBE(Math.min(copy, 0xffff), at, idBytes)
      }
      seen.add(to)
    }
  }
  return { references, copies }
}

function itemsOf(body: Buffer): Table {
  const countBytes = full(body).version === 0 ? 2 : 4
  const entries = [...boxes(body.subarray(4 + countBytes))].map(({ whole }) => whole)
  const idBytes = entries.some((entry) => entry.readUInt8(8) > 2) ? 4 : 2
  return { body, count: { at: 4, bytes: countBytes }, id: { at: 12, bytes: idBytes }, entries }
}

function placesOf(body: Buffer): Table {
  const { version } = full(body)
  const idBytes = version < 2 ? 2 : 4
  const [sizes, more] = [body.readUInt8(4), body.readUInt8(5)]
  const extent = (sizes >> 4) + (sizes & 15) + (version > 0 ? more & 15 : 0)
  const head = idBytes + (version > 0 ? 4 : 2) + (more >> 4)
  const entries: Buffer[] = []
  for (let at = 6 + idBytes; at < body.length; ) {
    const length = head + 2 + body.readUInt16BE(at + head) * extent
    entries.push(body.subarray(at, at + length))
    at += length
  }
  return { body, count: { at: 6, bytes: idBytes }, id: { at: 0, bytes: idBytes }, entries }
}

function withLinks(iprp: Buffer, copies: Map<number, number>): Buffer {
  const parts = [...boxes(iprp)].map(({ type, body, whole }) => {
    if (type !== 'ipma') return whole
    const { version, flags } = full(body)
    const idBytes = version < 1 ? 2 : 4
    const entries: Buffer[] = []
    for (let at = 8; at < body.length; ) {
      const length = idBytes + 1 + body.readUInt8(at + idBytes) * (flags & 1 ? 2 : 1)
      entries.push(body.subarray(at, at + length))
      at += length
    }
    const table = { body, count: { at: 4, bytes: 4 }, id: { at: 0, bytes: idBytes }, entries }
    return boxOf(type, withCopies(table, copies))
  })
  return Buffer.concat(parts)
}

function withCopies({ body, count, id, entries }: Table, copies: Map<number, number>): Buffer {
  const byId = new Map(entries.map((entry) => [entry.readUIntBE(id.at, id.bytes), entry]))
  const added: Buffer[] = []
  for (const [copy, original] of copies) {
    const entry = byId.get(original)
    if (!entry) continue
    const own = Buffer.from(entry)
    own.writeUIntBE(copy, id.at, id.bytes)
    added.push(own)
  }
  const head = Buffer.from(body)
  head.writeUIntBE(head.readUIntBE(count.at, count.bytes) + added.length, count.at, count.bytes)
  return Buffer.concat([head, ...added])
}

function boxOf(type: string, body: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

function hidden({ whole }: Box): Buffer {
  const copy = Buffer.from(whole)
  copy.write('free', 4, 'latin1')
  return copy
}

/** The last box may leave its size open, to the end of the file; but here something follows it. */
function sized({ whole }: Box): Buffer {
  if (whole.readUInt32BE(0) !== 0) return whole
  const copy = Buffer.from(whole)
  copy.writeUInt32BE(whole.length)
  return copy
}
