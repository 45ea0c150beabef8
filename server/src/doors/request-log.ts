import type { FastifyInstance } from 'fastify'

/** One line a request. Query strings hold tokens, so only the route's pattern is written. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.log[reply.statusCode >= 500 ? 'warn' : 'info'](line, 'request')
  })
}
