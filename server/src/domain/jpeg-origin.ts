const [APP1, APP2, APP13, COMMENT, SCAN] = [0xe1, 0xe2, 0xed, 0xfe, 0xda] as const
/** Description, make, model, software, time, artist, copyright, position: what a browser's canvas never writes. */
const TELLTALE = new Set([0x010e, 0x010f, 0x0110, 0x0131, 0x0132, 0x013b, 0x8298, 0x8825])

/**
 * Whether a picture may have come from a browser's canvas: a JPEG in which no camera app, phone or program has left
 * its name. Safari writes an EXIF block with sizes and colours alone, so it is what stands in it that tells.
 */
export function mayBeFromCanvas(file: Buffer): boolean {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return false
  for (let at = 2; at + 4 <= file.length; ) {
    if (file[at] !== 0xff) return false
    const marker = file[at + 1] as number
    if (marker === SCAN) return true
    const length = file.readUInt16BE(at + 2)
    if (isTelltale(marker, file.subarray(at + 4, at + 2 + length))) return false
    at += 2 + length
  }
  return false
}

function isTelltale(marker: number, body: Buffer): boolean {
  if (marker === COMMENT || marker === APP13) return true
  // Several pictures in one file, as phones write them.
  if (marker === APP2) return body.toString('latin1', 0, 4) === 'MPF\0'
  if (marker !== APP1) return false
  // The other thing that stands there is XMP, by which programs tell what they did.
  return (
    body.toString('latin1', 0, 6) !== 'Exif\0\0' ||
    exifTags(body.subarray(6)).some((tag) => TELLTALE.has(tag))
  )
}

/** The tags of the first directory; one that cannot be read has a tag that tells. */
function exifTags(tiff: Buffer): number[] {
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  try {
    const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
    return Array.from({ length: short(directory) }, (_, n) => short(directory + 2 + n * 12))
  } catch {
    return [...TELLTALE]
  }
}
