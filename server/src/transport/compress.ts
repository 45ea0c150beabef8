import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

const packed = promisify(gzip)

/** Fewer fit into the packet that is sent anyway. */
const WORTH_CHARACTERS = 1024
/** A list of cards is 4 % longer than at the level that is the default, for less than half of the work. */
const LEVEL = 1

/** gzip, or anything at all, and not refused by a weight of 0. */
const takesGzip = (accepted: string | undefined): boolean =>
  (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.replaceAll(' ', '').split(';q='))
    .some(([name, weight]) => (name === 'gzip' || name === '*') && Number(weight ?? 1) > 0)

/**
 * Whole answers, in one step: the stream that @fastify/compress puts in between takes five times as long as the packing.
 * Files have been packed when the site was built.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_CHARACTERS) return payload
    void reply.header('vary', 'accept-encoding')
    if (reply.hasHeader('content-encoding') || !takesGzip(request.headers['accept-encoding'])) return payload
    void reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return packed(payload, { level: LEVEL })
  })
}
