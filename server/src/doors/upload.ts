import { PHOTO_MAX_BYTES } from '@rosella/contract/photos/rules'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../domain/problem'
import type { Viewer } from '../domain/viewer'
import type { Upload } from '../ports/route'
import { type Credentials, readCredentials } from './authenticate'

type Enter = (credentials: Credentials | undefined) => Promise<Viewer>

/**
 * Reads a form with one file. Parts come in the sender's order: where email and token precede the file, a
 * stranger is turned away before the file is read; otherwise the session is looked up after it.
 */
export async function readForm(
  request: FastifyRequest,
  enter: Enter,
): Promise<{ viewer: Viewer; file: Upload['file'] }> {
  if (!request.isMultipart()) throw new Problem('bad-upload-type')
  const fields: Record<string, unknown> = {}
  let viewer: Viewer | undefined
  let bytes: Buffer | undefined
  let name = ''
  const parts = request.parts({
    limits: { fileSize: PHOTO_MAX_BYTES, files: 1, fields: 10, fieldSize: 4096, parts: 12, headerPairs: 100 },
  })
  for await (const part of parts) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value
      continue
    }
    const credentials = readCredentials(request, fields)
    if (credentials) viewer = await enter(credentials)
    bytes = await part.toBuffer()
    name = part.filename
  }
  viewer ??= await enter(readCredentials(request, fields))
  return {
    viewer,
    file: async () => {
      if (!bytes || bytes.length === 0) throw new Problem('photo.missing')
      return { bytes, name }
    },
  }
}
