import type { MultipartFile } from '@fastify/multipart'
import { PHOTO_MAX_BYTES } from '@rosella/contract/photos/rules'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../domain/problem'
import type { Viewer } from '../domain/viewer'
import type { Upload } from '../ports/route'
import { watchProgress } from './arrival'
import { type Credentials, readCredentials } from './authenticate'
import { networkOf } from './rate-limit'
import { type UploadLimits, type UploadPlace, uploadLimits, uploadPlaces } from './upload-places'

type Authenticate = (credentials: Credentials | undefined) => Promise<Viewer>

export interface UploadReader {
  /**
   * Reads a form with one file; `authenticate` finds the member and lets them in, `use` gets both. The file counts
   * against its sender and against the memory for all until `use` is done with it.
   */
  receive<T>(
    request: FastifyRequest,
    authenticate: Authenticate,
    use: (viewer: Viewer, file: Upload['file']) => Promise<T>,
  ): Promise<T>
}

export function uploadReader(limits: UploadLimits = uploadLimits): UploadReader {
  const takePlace = uploadPlaces(limits)
  return {
    async receive(request, authenticate, use) {
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
        const { viewer, file } = await Promise.race([
          readForm(request, authenticate, place, over.signal),
          reasonOf(over.signal),
        ])
        return await use(viewer, file)
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

const formLimits = {
  fileSize: PHOTO_MAX_BYTES,
  files: 1,
  fields: 10,
  fieldSize: 4096,
  parts: 12,
  headerPairs: 100,
}

/**
 * Parts come in the sender's order: where email and token precede the file, a stranger is turned away before
 * the file is read; otherwise the session is looked up after it.
 */
async function readForm(
  request: FastifyRequest,
  authenticate: Authenticate,
  place: UploadPlace,
  signal: AbortSignal,
) {
  const fields: Record<string, unknown> = {}
  let viewer: Viewer | undefined
  let bytes: Buffer | undefined
  let name = ''
  let refusal: unknown
  try {
    for await (const part of request.parts({ limits: formLimits })) {
      if (part.type === 'field') {
        fields[part.fieldname] = part.value
        continue
      }
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
      bytes = await readFile(part, place, signal)
      name = part.filename
    }
  } catch (error) {
    // What the parser finds wrong with a form has no code; it is the sender's fault, whatever it is.
    const known = error === refusal || error instanceof Problem || (error as { code?: string }).code
    throw known ? error : new Problem('bad-upload')
  }
  if (!viewer) {
    viewer = await authenticate(readCredentials(request, fields))
    await place.enterAs(viewer)
  }
  const file: Upload['file'] = async () => {
    if (!bytes || bytes.length === 0) throw new Problem('photo.missing')
    return { bytes, name }
  }
  return { viewer, file }
}

const FIRST_BYTES = 64 * 1024

/** Into one buffer that doubles: kept piece by piece, a file sent a byte at a time would take up a hundredfold. */
async function readFile({ file }: MultipartFile, place: UploadPlace, signal: AbortSignal): Promise<Buffer> {
  const stop = () => file.destroy(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    let room = Buffer.alloc(0)
    let length = 0
    for await (const chunk of file as AsyncIterable<Buffer>) {
      const needed = length + chunk.length
      if (needed > room.length) {
        const size = Math.min(PHOTO_MAX_BYTES, Math.max(FIRST_BYTES, room.length * 2, needed))
        place.memory.hold(size)
        const grown = Buffer.allocUnsafeSlow(size)
        room.copy(grown, 0, 0, length)
        room = grown
      }
      chunk.copy(room, length)
      length = needed
    }
    if (file.truncated) throw new Problem('photo.too-large')
    place.memory.arrived()
    return room.subarray(0, length)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
