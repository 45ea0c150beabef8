import type { FastifyInstance } from 'fastify'
import { answersInTime } from '../domain/answers-in-time'

/**
 * /healthz: the process is up and not about to stop, which is what a proxy asks. It leaves out what all processes
 * share: without Redis each of them goes on, and without the database each says so itself. /readyz: everything it
 * stands on answers as well.
 */
export function serveHealth(
  app: FastifyInstance,
  parts: Record<string, () => Promise<void>>,
  isDraining: () => boolean,
  /** Said as well, without being needed. */
  besides: () => Record<string, unknown> = () => ({}),
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.code(isDraining() ? 503 : 200).send({ ok: !isDraining(), draining: isDraining() }),
  )
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(parts).map(async ([name, ping]) => [name, await answersInTime(ping)] as const),
    )
    const ready = !isDraining() && states.every(([, ok]) => ok)
    return reply
      .code(ready ? 200 : 503)
      .send({ ready, draining: isDraining(), ...Object.fromEntries(states), ...besides() })
  })
}
