import type { FastifyInstance } from 'fastify'
import { Problem } from '../domain/problem'
import type { PhotoFile, PhotoSize } from '../ports/photo-store'

export interface MediaQuery {
  exp?: string
  sig?: string
}
/** Finds the file a caller may have; undefined for what is not there and for what is not theirs alike. */
export type FindMedia = (
  size: PhotoSize,
  name: string,
  query: MediaQuery,
) => Promise<(PhotoFile & { public: boolean }) | undefined>

/** Photo files below /media: public by name, private ones only with a good signature. */
export function serveMedia(app: FastifyInstance, find: FindMedia): void {
  app.get<{ Params: { size: string; file: string }; Querystring: MediaQuery }>(
    '/media/:size/:file',
    async (request, reply) => {
      const { size, file } = request.params
      const name = /^([A-Za-z0-9_-]{22,64})\.jpg$/.exec(file)?.[1]
      const found =
        name && (size === 'tmb' || size === 'lg') ? await find(size, name, request.query) : undefined
      if (!found) throw new Problem('not-found')
      const cache = found.public ? 'public, max-age=3600' : 'private, no-store'
      return reply
        .type('image/jpeg')
        .header('content-length', found.bytes)
        .header('cache-control', cache)
        .header('content-disposition', 'inline')
        .header('content-security-policy', "default-src 'none'")
        .send(found.body)
    },
  )
}
