export interface Pixels {
  data: Uint8Array
  /** Bytes from one row to the next. */
  stride: number
  width: number
  height: number
  /** 3 for RGB, 4 for RGBA. */
  channels: 3 | 4
}

const rowsPerStrip = 64
const [short, long, undefinedBytes] = [3, 4, 7]

/**
 * Wraps decoded pixels in an uncompressed TIFF, a simple container that passes both pixels and colour profile to
 * sharp; its raw input cannot take a profile.
 */
export function wrapInTiff({ data, stride, width, height, channels }: Pixels, profile?: Uint8Array): Buffer {
  const row = width * channels
  const strips = Math.ceil(height / rowsPerStrip)
  const entries: { tag: number; type: number; values: number[] | Uint8Array }[] = [
    { tag: 256, type: long, values: [width] },
    { tag: 257, type: long, values: [height] },
    { tag: 258, type: short, values: Array(channels).fill(8) },
    { tag: 259, type: short, values: [1] },
    { tag: 262, type: short, values: [2] },
    { tag: 273, type: long, values: Array.from({ length: strips }, (_, i) => 8 + i * rowsPerStrip * row) },
    { tag: 277, type: short, values: [channels] },
    { tag: 278, type: long, values: [rowsPerStrip] },
    {
      tag: 279,
      type: long,
      values: Array.from(
        { length: strips },
        (_, i) => Math.min(rowsPerStrip, height - i * rowsPerStrip) * row,
      ),
    },
    { tag: 284, type: short, values: [1] },
    // Alpha is not premultiplied.
    ...(channels === 4 ? [{ tag: 338, type: short, values: [2] }] : []),
    ...(profile ? [{ tag: 34675, type: undefinedBytes, values: profile }] : []),
  ]

  const tail: Buffer[] = []
  const directory = Buffer.alloc(2 + entries.length * 12 + 4)
  const directoryAt = 8 + row * height + ((row * height) % 2)
  let tailAt = directoryAt + directory.length
  directory.writeUInt16LE(entries.length, 0)
  for (const [turn, { tag, type, values }] of entries.entries()) {
    const at = 2 + turn * 12
    const bytes = encode(type, values)
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(values.length, at + 4)
    if (bytes.length <= 4) bytes.copy(directory, at + 8)
    else {
      directory.writeUInt32LE(tailAt, at + 8)
      tail.push(bytes)
      tailAt += bytes.length
    }
  }

  const file = Buffer.alloc(tailAt)
  file.write('II*\0', 'latin1')
  file.writeUInt32LE(directoryAt, 4)
  for (let y = 0; y < height; y++) file.set(data.subarray(y * stride, y * stride + row), 8 + y * row)
  directory.copy(file, directoryAt)
  Buffer.concat(tail).copy(file, directoryAt + directory.length)
  return file
}

function encode(type: number, values: number[] | Uint8Array): Buffer {
  if (values instanceof Uint8Array) return Buffer.from(values.length % 2 ? [...values, 0] : values)
  const bytes = Buffer.alloc(values.length * (type === short ? 2 : 4))
  for (const [turn, value] of values.entries()) {
    if (type === short) bytes.writeUInt16LE(value, turn * 2)
    else bytes.writeUInt32LE(value, turn * 4)
  }
  return bytes.length % 2 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes
}
