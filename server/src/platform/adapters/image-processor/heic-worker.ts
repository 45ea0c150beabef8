import { parentPort, workerData } from 'node:worker_threads'
import libheif from 'libheif-js/wasm-bundle.js'
import { separateReferences } from './heif-header'
import { shrunk } from './shrink'
import { wrapInTiff } from './tiff'

export interface HeicOrder {
  bytes: Uint8Array
  profile?: Uint8Array
  maxPixels: number
  maxMemoryBytes: number
}

export type HeicAnswer = { tiff: Uint8Array } | { failed: 'too-large' | 'damaged'; why: string }

const order: HeicOrder = workerData

// The thread's resource limits do not cover WASM memory, which grows only through this call. A file whose header
// understates its size fails here, as an allocation error inside libheif.
const grow = WebAssembly.Memory.prototype.grow
let isFull = false
WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
  isFull = this.buffer.byteLength + pages * 65_536 > order.maxMemoryBytes
  if (isFull) throw new RangeError('Decoding exceeded the memory limit')
  return grow.call(this, pages)
}

/**
 * Replaces libheif's default limits: 100 boxes in a box are too few for the grids that phones write, and a thousand
 * megapixels are more than we accept. The offsets are those of its struct heif_security_limits.
 */
function setSecurityLimits({ maxPixels }: HeicOrder): void {
  const limits = libheif._heif_get_global_security_limits()
  const memory = new DataView(libheif.HEAPU8.buffer)
  // Coded pictures are padded to whole blocks.
  memory.setBigUint64(limits + 8, BigInt(Math.ceil(maxPixels * 1.1)), true)
  memory.setUint32(limits + 60, MOST_CHILDREN, true)
}
const MOST_CHILDREN = 5000

/** One picture per thread, so that nothing is left over for the next. Applies the rotation in the container. */
async function decode({ bytes, profile, maxPixels }: HeicOrder): Promise<HeicAnswer> {
  setSecurityLimits(order)
  const context = libheif.heif_context_alloc()
  const file = separateReferences(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const parsed = libheif.heif_context_read_from_memory(context, file)
  if (parsed.code !== libheif.heif_error_code.heif_error_Ok) return failed(parsed.message)
  const handle = libheif.heif_js_context_get_primary_image_handle(context)
  if (!handle || 'code' in handle) return failed('No picture inside')

  const size = libheif.heif_image_handle_get_width(handle) * libheif.heif_image_handle_get_height(handle)
  if (size > maxPixels) return { failed: 'too-large', why: `${size} pixels` }

  const alpha = Boolean(libheif.heif_image_handle_has_alpha_channel(handle))
  const { heif_chroma_interleaved_RGB, heif_chroma_interleaved_RGBA } = libheif.heif_chroma
  const { channels, message } = await libheif.heif_js_decode_image2(
    handle,
    libheif.heif_colorspace.heif_colorspace_RGB,
    alpha ? heif_chroma_interleaved_RGBA : heif_chroma_interleaved_RGB,
  )
  const plane = channels?.[0]
  if (!plane) return failed(message ?? 'No pixels inside')
  return { tiff: wrapInTiff(shrunk({ ...plane, channels: alpha ? 4 : 3 }), profile) }
}

const failed = (why: string): HeicAnswer => ({ failed: isFull ? 'too-large' : 'damaged', why })

const answer = await decode(order).catch((error) => failed(String(error)))
parentPort?.postMessage(answer, 'tiff' in answer ? [answer.tiff.buffer as ArrayBuffer] : [])
