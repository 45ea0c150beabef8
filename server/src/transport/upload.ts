import type { MultipartFile } from '@fastify/multipart'
import { PHOTO_MAX_BYTES } from '@rosella/contract/photos/rules'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../domain/problem'
import type { Viewer } from '../domain/viewer'
import type { Upload } from '../ports/route'
import { type Credentials, readCredentials } from './authenticate'

type Enter = (credentials: Credentials | undefined) => Promise<Viewer>

export interface UploadReader {
  /** Reads a form with one file; `enter` finds the member and lets them in. */
  read(request: FastifyRequest, enter: Enter): Promise<{ viewer: Viewer; file: Upload['file'] }>
}

/** Each may hold 25 MB while it arrives: so many at a time, and few of callers nobody knows yet. */
const ARRIVING_AT_A_TIME = 24
const STRANGERS_AT_A_TIME = 3

/**
 * Parts come in the sender's order: where email and token precede the file, a stranger is turned away before
 * the file is read; otherwise the session is looked up after it.
 */
export function uploadReader(): UploadReader {
  let arriving = 0
  let strangers = 0

  /** Only a file takes up room: whoever has not come to theirs, however slowly, keeps nobody out. */
  async function readFile(part: MultipartFile, isStranger: boolean): Promise<Buffer> {
    if (arriving >= ARRIVING_AT_A_TIME) throw new Problem('busy')
    if (isStranger && strangers >= STRANGERS_AT_A_TIME) throw new Problem('busy')
    arriving++
    if (isStranger) strangers++
    try {
      return await part.toBuffer()
    } finally {
      arriving--
      if (isStranger) strangers--
    }
  }

  async function read(request: FastifyRequest, enter: Enter) {
    if (!request.isMultipart()) throw new Problem('bad-upload-type')
    const fields: Record<string, unknown> = {}
    let viewer: Viewer | undefined
    let bytes: Buffer | undefined
    let name = ''
    const parts = request.parts({
      limits: {
        fileSize: PHOTO_MAX_BYTES,
        files: 1,
        fields: 10,
        fieldSize: 4096,
        parts: 12,
        headerPairs: 100,
      },
    })
    let refusal: unknown
    try {
      for await (const part of parts) {
        if (part.type === 'field') {
          fields[part.fieldname] = part.value
          continue
        }
        const credentials = readCredentials(request, fields)
        if (credentials) {
          viewer = await enter(credentials).catch((error) => {
            refusal = error
            throw error
          })
        }
        bytes = await readFile(part, viewer === undefined)
        name = part.filename
      }
    } catch (error) {
      // What the parser finds wrong with a form has no code; it is the sender's fault, whatever it is.
      const known = error === refusal || error instanceof Problem || (error as { code?: string }).code
      throw known ? error : new Problem('bad-upload')
    }
    viewer ??= await enter(readCredentials(request, fields))
    const file: Upload['file'] = async () => {
      if (!bytes || bytes.length === 0) throw new Problem('photo.missing')
      return { bytes, name }
    }
    return { viewer, file }
  }

  return { read }
}
