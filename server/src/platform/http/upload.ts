import type { MultipartFile } from '@fastify/multipart'
import type { Endpoint } from '@rosella/contract/endpoint'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem'
import { type Credentials, readCredentials } from './authenticate'
import { watchProgress } from './body-timeout'
import { networkOf } from './rate-limit'
import type { Upload } from './route'
import { type UploadLimits, type UploadSlot, uploadLimits, uploadSlots } from './upload-slots'
import type { Viewer } from './viewer'

type FileLimits = Endpoint['files']
type Authenticate = (credentials: Credentials | undefined) => Promise<Viewer>

type Form = Upload & { fields: Record<string, unknown> }

export interface UploadReader {
  /**
   * Reads a form with its files; `authenticate` finds the member and lets them in, `use` gets both. The files count
   * against their sender and against the memory for all until `use` is done with them.
   */
  receive<T>(
    request: FastifyRequest,
    authenticate: Authenticate,
    use: (viewer: Viewer, form: Form) => Promise<T>,
    most: FileLimits,
  ): Promise<T>
}

export function uploadReader(limits: UploadLimits = uploadLimits): UploadReader {
  const takePlace = uploadSlots(limits)
  return {
    async receive(request, authenticate, use, most) {
      if (!request.isMultipart()) throw new Problem('bad-upload-type')
      const { raw } = request
      const over = new AbortController()
      const giveUp = (problem: Problem) => over.abort(problem)
      let isAnswered = false
      const progress = watchProgress(raw, limits.stallMs, () => {
        if (isAnswered) raw.destroy()
        else giveUp(new Problem('request-timeout'))
      })
      raw.once('close', () => raw.complete || giveUp(new Problem('bad-upload')))
      const place = takePlace(networkOf(request.ip), giveUp, over.signal, progress)
      try {
        const { viewer, form } = await Promise.race([
          readForm(request, authenticate, place, { most, signal: over.signal }),
          reasonOf(over.signal),
        ])
        return await use(viewer, form)
      } finally {
        isAnswered = true
        place.leave()
        // A browser reads no answer before it has sent everything: the rest of a refused form is read and dropped.
        raw.unpipe()
        raw.resume()
      }
    },
  }
}

const reasonOf = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

const formLimits = ({ count, bytes }: FileLimits) => ({
  fileSize: bytes,
  files: count,
  fields: 10,
  fieldSize: 4096,
  parts: 11 + count,
  headerPairs: 100,
})

/**
 * Parts come in the sender's order: where email and token precede the file, a stranger is turned away before
 * the file is read; otherwise the session is looked up after it.
 */
async function readForm(
  request: FastifyRequest,
  authenticate: Authenticate,
  place: UploadSlot,
  { most, signal }: { most: FileLimits; signal: AbortSignal },
) {
  const fields: Record<string, unknown> = {}
  const files: Buffer[] = []
  let viewer: Viewer | undefined
  let name = ''
  let refusal: unknown
  try {
    for await (const part of request.parts({ limits: formLimits(most) })) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value
        continue
      }
      if (files.length === 0) {
        const credentials = readCredentials(request, fields)
        if (credentials) {
          viewer = await authenticate(credentials).catch((error) => {
            refusal = error
            throw error
          })
        }
        // Only a file takes up room: whoever has not come to theirs, however slowly, keeps nobody out.
        if (viewer) await place.enterAs(viewer)
        else place.enterAsStranger()
        name = part.filename
      }
      files.push(await readFile(part, place, { most, signal }))
    }
  } catch (error) {
    // What the parser finds wrong with a form has no code; it is the sender's fault, whatever it is.
    const known = error === refusal || error instanceof Problem || (error as { code?: string }).code
    throw known ? error : new Problem('bad-upload')
  }
  place.memory.arrived()
  if (!viewer) {
    viewer = await authenticate(readCredentials(request, fields))
    await place.enterAs(viewer)
  }
  const file: Upload['file'] = async () => {
    const [bytes] = files
    if (!bytes || bytes.length === 0) throw new Problem('photo.missing')
    return { bytes, name }
  }
  return { viewer, form: { file, files, fields } }
}

const FIRST_BYTES = 64 * 1024

/** Into one buffer that doubles: kept piece by piece, a file sent a byte at a time would take up a hundredfold. */
async function readFile(
  { file }: MultipartFile,
  place: UploadSlot,
  { most, signal }: { most: FileLimits; signal: AbortSignal },
): Promise<Buffer> {
  const stop = () => file.destroy(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    let room = Buffer.alloc(0)
    let length = 0
    for await (const chunk of file as AsyncIterable<Buffer>) {
      const needed = length + chunk.length
      if (needed > room.length) {
        const size = Math.min(most.bytes, Math.max(FIRST_BYTES, room.length * 2, needed))
        place.memory.grow(size - room.length)
        const grown = Buffer.allocUnsafeSlow(size)
        room.copy(grown, 0, 0, length)
        room = grown
      }
      chunk.copy(room, length)
      length = needed
    }
    if (file.truncated) throw new Problem('photo.too-large')
    return room.subarray(0, length)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
