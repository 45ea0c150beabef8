import { expect, test } from 'vitest'
import { mayBeFromCanvas } from './send-verification'

/** The segments of a JPEG, without image data. */
const jpeg = (...segments: [marker: number, body: Buffer][]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    ...segments.map(([marker, body]) => {
      const head = Buffer.from([0xff, marker, 0, 0])
      head.writeUInt16BE(body.length + 2, 2)
      return Buffer.concat([head, body])
    }),
    Buffer.from([0xff, 0xda, 0, 2]),
  ])
const JFIF: [number, Buffer] = [0xe0, Buffer.from('JFIF\0')]

/** An EXIF block with these tags, in either byte order. */
function exif(tags: number[], little = true): [number, Buffer] {
  const tiff = Buffer.alloc(10 + tags.length * 12)
  tiff.write(little ? 'II*\0' : 'MM\0*', 'latin1')
  const short = (value: number, at: number) =>
    little ? tiff.writeUInt16LE(value, at) : tiff.writeUInt16BE(value, at)
  if (little) tiff.writeUInt32LE(8, 4)
  else tiff.writeUInt32BE(8, 4)
  short(tags.length, 8)
  for (const [n, tag] of tags.entries()) short(tag, 10 + n * 12)
  return [0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff])]
}

test('accepts JPEGs from browsers: plain, with a colour profile, and with Safari’s EXIF', () => {
  expect(mayBeFromCanvas(jpeg(JFIF))).toBe(true)
  expect(mayBeFromCanvas(jpeg(JFIF, [0xe2, Buffer.from('ICC_PROFILE\0')]))).toBe(true)
  for (const little of [true, false])
    expect(mayBeFromCanvas(jpeg(JFIF, exif([0x0112, 0x011a, 0x8769], little)))).toBe(true)
})

test('[P3 §8] refuses JPEGs with the metadata of a phone, camera or program', () => {
  for (const little of [true, false])
    for (const tag of [0x010f, 0x0110, 0x0131, 0x0132, 0x8825])
      expect(mayBeFromCanvas(jpeg(exif([0x0112, tag], little)))).toBe(false)
  const others: [number, Buffer][] = [
    [0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0')],
    [0xe2, Buffer.from('MPF\0')],
    [0xed, Buffer.from('Photoshop 3.0\0')],
    [0xfe, Buffer.from('Created with GIMP')],
  ]
  for (const segment of others) expect(mayBeFromCanvas(jpeg(JFIF, segment))).toBe(false)
})

test('refuses truncated files and files that are not JPEGs', () => {
  const broken = exif([0x0112])
  broken[1].writeUInt32LE(4_000_000, 10)
  for (const file of [Buffer.alloc(0), Buffer.from('PNG'), jpeg(JFIF).subarray(0, 9), jpeg(broken)])
    expect(mayBeFromCanvas(file)).toBe(false)
})
