import type { FastifyInstance, FastifyRequest } from 'fastify'

/** This many different callers with one address share a proxy rather than a household. */
const CALLERS = 25

/**
 * Rate limits count by address. If TRUST_PROXY is wrong, everybody has the address of the last proxy, and the first
 * who exceeds a limit locks out everyone else. Warns once if that seems to be the case; stops checking as soon as
 * two callers have different addresses.
 */
export function watchAddresses(app: FastifyInstance, warn: (message: string) => void): void {
  let only: string | undefined
  const callers = new Set<string>()
  let isDone = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isDone && isApiCall(request)) {
      only ??= request.ip
      if (request.ip !== only) isDone = true
      else callers.add(callerOf(request))
      if (!isDone && callers.size >= CALLERS) {
        isDone = true
        warn(
          `All callers seem to have the address ${only}. Set TRUST_PROXY to the number of proxies in front of the site, or to their addresses. Until then, rate limits count everybody as one caller.`,
        )
      }
      if (isDone) callers.clear()
    }
    done()
  })
}

/** Health checks come from the machine itself. */
const isApiCall = ({ url }: FastifyRequest): boolean => url.startsWith('/api/')

const callerOf = ({ headers }: FastifyRequest): string =>
  `${headers['x-forwarded-for'] ?? ''} ${headers['user-agent'] ?? ''}`.slice(0, 300)
