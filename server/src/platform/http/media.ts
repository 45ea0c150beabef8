import { readPhotoPath } from '@rosella/contract/photos/sizes'
import type { FastifyInstance } from 'fastify'
import type { PhotoFile, PhotoSize } from '../ports/photo-store'
import { Problem } from '../problem'

export interface MediaQuery {
  exp?: string
  sig?: string
}
/** A photo that the caller may see; its file may still be missing. */
export interface FoundMedia {
  public: boolean
  open(): Promise<PhotoFile | undefined>
}
/** Undefined both for missing photos and for photos that the caller may not see. */
export type FindMedia = (size: PhotoSize, name: string, query: MediaQuery) => Promise<FoundMedia | undefined>

/** Photo files below /media: public ones by name, private ones only with a valid signature. */
export function serveMedia(app: FastifyInstance, find: FindMedia): void {
  app.get<{ Params: { folder: string; file: string }; Querystring: MediaQuery }>(
    '/media/:folder/:file',
    async (request, reply) => {
      const { folder, file } = request.params
      const asked = readPhotoPath(`${folder}/${file}`)
      const found = asked && (await find(asked.size, asked.name, request.query))
      if (!found) throw new Problem('not-found')
      // A file never changes under its name, so the name identifies its content.
      const etag = `"${asked.name}-${asked.size}"`
      const isKnown = found.public && includesTag(request.headers['if-none-match'], etag)
      const photo = isKnown ? undefined : await found.open()
      if (!isKnown && !photo) throw new Problem('not-found')
      void reply.header('cache-control', found.public ? 'public, max-age=3600' : 'private, no-store')
      if (found.public) void reply.header('etag', etag)
      if (!photo) return reply.code(304).send()
      return reply
        .type(file.endsWith('.avif') ? 'image/avif' : 'image/jpeg')
        .header('content-length', photo.bytes)
        .header('content-disposition', 'inline')
        .header('content-security-policy', "default-src 'none'")
        .send(photo.body)
    },
  )
}

/** RFC 9110, 13.1.2: a list of tags, weak or not, or a star. */
const includesTag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false
