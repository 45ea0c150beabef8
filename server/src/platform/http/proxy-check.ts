import type { FastifyInstance, FastifyRequest } from 'fastify'

/** So many different callers at one address are no family: it is a proxy's. */
const CALLERS = 25

/**
 * Limits count by address. Where the number of proxies is set wrong, everybody has the address of the last one, and the
 * first who tries too often locks all others out. Tells once, when that is how it looks; looks no further once two
 * callers came from two addresses.
 */
export function watchAddresses(app: FastifyInstance, onAlike: (words: string) => void): void {
  let only: string | undefined
  const callers = new Set<string>()
  let isOver = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isOver && isFromAfar(request)) {
      only ??= request.ip
      if (request.ip !== only) isOver = true
      else callers.add(callerOf(request))
      if (!isOver && callers.size >= CALLERS) {
        isOver = true
        onAlike(
          `All callers seem to have the address ${only}: TRUST_PROXY must say how many proxies stand in front, or their addresses. Until then limits count everybody as one.`,
        )
      }
      if (isOver) callers.clear()
    }
    done()
  })
}

/** Checks of health come from the machine itself. */
const isFromAfar = ({ url }: FastifyRequest): boolean => url.startsWith('/api/')

const callerOf = ({ headers }: FastifyRequest): string =>
  `${headers['x-forwarded-for'] ?? ''} ${headers['user-agent'] ?? ''}`.slice(0, 300)
