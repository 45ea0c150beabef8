import type { FastifyInstance } from 'fastify'

const PATIENCE_MS = 2000

/**
 * /healthz: the process is up and not about to stop, which is what a proxy asks. It leaves out what all processes
 * share: without Redis each of them goes on, and without the database each says so itself. /readyz: everything it
 * stands on answers as well.
 */
export function serveHealth(
  app: FastifyInstance,
  parts: Record<string, () => Promise<void>>,
  isDraining: () => boolean,
): void {
  app.get('/healthz', async (_request, reply) =>
    reply.code(isDraining() ? 503 : 200).send({ ok: !isDraining(), draining: isDraining() }),
  )
  app.get('/readyz', async (_request, reply) => {
    const states = await Promise.all(
      Object.entries(parts).map(async ([name, ping]) => [name, await answers(ping)] as const),
    )
    const ready = !isDraining() && states.every(([, ok]) => ok)
    return reply
      .code(ready ? 200 : 503)
      .send({ ready, draining: isDraining(), ...Object.fromEntries(states) })
  })
}

async function answers(ping: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PATIENCE_MS)
  })
  const answered = ping().then(
    () => true,
    () => false,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}
