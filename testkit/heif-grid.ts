// Builds HEIF files that heif-enc cannot write from a picture that it wrote.

interface Grid {
  columns: number
  rows: number
  /** The size of one tile. */
  width: number
  height: number
  /** Whether each tile is a coded picture of its own, or all use the same one. */
  tiles?: 'own' | 'same'
}

const u8 = (value: number) => Buffer.from([value])
function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
function box(type: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type), body])
}
const full = (type: string, version: number, flags: number, ...parts: Buffer[]) =>
  box(type, u32(version * 0x1000000 + flags), ...parts)

/** The first box of that type anywhere in the file. */
function found(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type, 0, 'latin1') - 4
  return file.subarray(at, at + file.readUInt32BE(at))
}

/** A grid of tiles that all look like `tile`, as phones store pictures. */
export function gridOf(tile: Buffer, { columns, rows, width, height, tiles = 'own' }: Grid): Buffer {
  const count = columns * rows
  const coded = tiles === 'own' ? count : 1
  const grid = coded + 1
  const items = Array.from({ length: coded }, (_, n) => n + 1)
  const data = found(tile, 'mdat').subarray(8)
  const size = (w: number, h: number) => full('ispe', 0, 0, u32(w), u32(h))
  const infe = (id: number, type: string, flags: number) =>
    full('infe', 2, flags, u16(id), u16(0), Buffer.from(`${type}\0`))
  // Property 1 is the codec's, 2 the size of the whole picture, 3 and up the size of each tile.
  const properties = [
    found(tile, 'hvcC'),
    size(columns * width, rows * height),
    ...items.map(() => size(width, height)),
  ]
  const links = [
    ...items.map((id) => Buffer.concat([u16(id), u8(2), u16(0x8001), u16(id + 2)])),
    Buffer.concat([u16(grid), u8(1), u16(2)]),
  ]
  const shape = Buffer.concat([
    Buffer.from([0, 1, rows - 1, columns - 1]),
    u32(columns * width),
    u32(rows * height),
  ])
  const references = Array.from({ length: count }, (_, n) => u16(tiles === 'own' ? n + 1 : 1))
  const place = (id: number, method: number, offset: number, length: number) =>
    Buffer.concat([u16(id), u16(method), u16(0), u16(1), u32(offset), u32(length)])
  const meta = (dataAt: number) =>
    full(
      'meta',
      0,
      0,
      full('hdlr', 0, 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      full('pitm', 0, 0, u16(grid)),
      full(
        'iloc',
        1,
        0,
        u16(0x4400),
        u16(grid),
        ...items.map((id) => place(id, 0, dataAt, data.length)),
        place(grid, 1, 0, shape.length),
      ),
      full('iinf', 0, 0, u16(grid), ...items.map((id) => infe(id, 'hvc1', 1)), infe(grid, 'grid', 0)),
      full('iref', 0, 0, box('dimg', u16(grid), u16(count), ...references)),
      box('iprp', box('ipco', ...properties), full('ipma', 0, 1, u32(grid), ...links)),
      box('idat', shape),
    )
  const ftyp = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'))
  const dataAt = ftyp.length + meta(0).length + 8
  return Buffer.concat([ftyp, meta(dataAt), box('mdat', data)])
}
