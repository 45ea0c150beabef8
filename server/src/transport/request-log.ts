import type { FastifyInstance } from 'fastify'
import { isCall } from './is-call'

/** One line a call; files only when asked for. Query strings hold tokens, so only the route's pattern is written. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    const level = reply.statusCode >= 500 ? 'warn' : isCall(request.url) ? 'info' : 'debug'
    request.log[level](line, 'request')
  })
}
