import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { isCall } from './is-call'

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session the call came with, once that is known. */
    memberId: number | null
    /** The admin who acts as that member. */
    actingId: number | null
  }
}

/** Told to the caller as well, so that one line of the log can be found by who saw it fail. */
export const newRequestId = (): string => randomBytes(9).toString('base64url')

/**
 * One line a call; files only when asked for. Query strings hold tokens, so only the route's pattern is written, and
 * ids say who it was. Addresses only where the operator wants them.
 */
export function logRequests(app: FastifyInstance, { addresses }: { addresses: boolean }): void {
  app.decorateRequest('memberId', null)
  app.decorateRequest('actingId', null)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { memberId, actingId } = request
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(memberId === null ? {} : { member_id: memberId }),
      ...(actingId === null ? {} : { admin_id: actingId }),
      ...(addresses ? { address: request.ip } : {}),
    }
    const level = reply.statusCode >= 500 ? 'warn' : isCall(request.url) ? 'info' : 'debug'
    request.log[level](line, 'request')
  })
}
