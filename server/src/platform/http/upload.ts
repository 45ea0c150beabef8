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
   * Reads a form with files; `authenticate` finds the member and checks access, `use` receives both. Until `use` is
   * done, the files count against the sender's limit and the memory limit.
   */
  receive<T>(
    request: FastifyRequest,
    authenticate: Authenticate,
    use: (viewer: Viewer, form: Form) => Promise<T>,
    most: FileLimits,
  ): Promise<T>
}

export function uploadReader(limits: UploadLimits = uploadLimits): UploadReader {
  const acquireSlot = uploadSlots(limits)
  return {
    async receive(request, authenticate, use, most) {
      if (!request.isMultipart()) throw new Problem('bad-upload-type')
      const { raw } = request
      const over = new AbortController()
      const giveUp = (problem: Problem) => over.abort(problem)
      let isDone = false
      const progress = watchProgress(raw, limits.stallMs, () => {
        if (isDone) raw.destroy()
        else giveUp(new Problem('request-timeout'))
      })
      raw.once('close', () => raw.complete || giveUp(new Problem('bad-upload')))
      const slot = acquireSlot(networkOf(request.ip), giveUp, over.signal, progress)
      try {
        const { viewer, form } = await Promise.race([
          readForm(request, authenticate, slot, { most, signal: over.signal }),
          reasonOf(over.signal),
        ])
        return await use(viewer, form)
      } finally {
        isDone = true
        slot.leave()
        // A browser reads no response before it has sent everything, so the rest of a refused form is read and
        // dropped.
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
 * Parts arrive in the sender's order. If the credentials precede the file, strangers are refused before the file is
 * read; otherwise the session is looked up afterwards.
 */
async function readForm(
  request: FastifyRequest,
  authenticate: Authenticate,
  slot: UploadSlot,
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
        // Slots are needed only for files; a form that has not reached its file, however slow, blocks nobody.
        if (viewer) await slot.enterAs(viewer)
        else slot.enterAsStranger()
        name = part.filename
      }
      files.push(await readFile(part, slot, { most, signal }))
    }
  } catch (error) {
    // The parser's errors about a malformed form have no code; they are the sender's fault.
    const known = error === refusal || error instanceof Problem || (error as { code?: string }).code
    throw known ? error : new Problem('bad-upload')
  }
  slot.memory.arrived()
  if (!viewer) {
    viewer = await authenticate(readCredentials(request, fields))
    await slot.enterAs(viewer)
  }
  const file: Upload['file'] = async () => {
    const [bytes] = files
    if (!bytes || bytes.length === 0) throw new Problem('photo.missing')
    return { bytes, name }
  }
  return { viewer, form: { file, files, fields } }
}

const FIRST_BYTES = 64 * 1024

/** One buffer that doubles, because a file sent byte by byte would need a hundred times its size as chunks. */
async function readFile(
  { file }: MultipartFile,
  slot: UploadSlot,
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
        slot.memory.grow(size - room.length)
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
