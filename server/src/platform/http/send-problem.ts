import { problems } from '@rosella/contract/problems'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ConfigurationFault, TransientError } from '../failure'
import { Busy } from '../ports/password-hash'
import { Problem } from '../problem'

const fastifyProblems: Record<string, ConstructorParameters<typeof Problem>[0]> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'bad-content-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'bad-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'bad-json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'bad-upload-type',
  FST_REQ_FILE_TOO_LARGE: 'photo.too-large',
  FST_PARTS_LIMIT: 'invalid',
  FST_FIELDS_LIMIT: 'invalid',
  FST_FILES_LIMIT: 'invalid',
  FST_PROTO_VIOLATION: 'invalid',
}

/** SQLSTATEs for values that PostgreSQL cannot store, such as a NUL character: invalid input. */
const UNFIT = /^(22021|22P05|22003|22P02)$/

const DISCONNECTED = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET'])

/** Turns any error into a problem. Unexpected errors reveal nothing about their cause. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof Busy) return new Problem('busy')
  if (error instanceof TransientError) return new Problem('unavailable')
  // A retry does not help, because the operator must act.
  if (error instanceof ConfigurationFault) return new Problem('misconfigured')
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>
  const known = code === undefined ? undefined : fastifyProblems[code]
  if (known) return new Problem(known)
  if (code !== undefined && UNFIT.test(code)) return new Problem('invalid')
  if (error instanceof SyntaxError && statusCode === 400) return new Problem('bad-json')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Problem('invalid')
  return new Problem('server-error')
}

/** The shape of every error reply, for the API documentation. */
const problemSchema = {
  $id: 'Problem',
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'string', enum: serverCodes(), description: 'Stable; for clients to act on.' },
    message: { type: 'string', description: 'A sentence for the user.' },
    values: {
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      description: 'The values inserted into the message.',
    },
    reauthenticate: {
      type: 'boolean',
      description: 'Only with access.reauthenticate: call POST /api/reauthenticate, then repeat the call.',
    },
  },
}
export const problemResponse = { '4xx': { $ref: 'Problem#' }, '5xx': { $ref: 'Problem#' } }

function serverCodes(): string[] {
  return Object.entries(problems)
    .filter(([, [status]]) => status !== 0)
    .map(([code]) => code)
}

export function handleErrors(app: FastifyInstance): void {
  app.addSchema(problemSchema)
  app.setErrorHandler((error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const problem = asProblem(error)
    // Callers may close the page while they upload or download.
    const hasLeft = DISCONNECTED.has(error.code) && request.raw.socket.destroyed
    if (hasLeft) request.log.info({ route: request.routeOptions.url }, 'caller disconnected')
    else if (problem.status >= 500) {
      const level = problem.code === 'server-error' ? 'error' : 'warn'
      request.log[level]({ err: error, route: request.routeOptions.url }, 'call failed')
    }
    return sendProblem(reply, problem)
  })
}

export function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
  const wait = problem.retryAfter ?? (problem.status === 503 ? 5 : undefined)
  if (wait !== undefined) void reply.header('retry-after', String(wait))
  // Anything else on this connection would be the rest of the abandoned request.
  if (problem.code === 'request-timeout') void reply.header('connection', 'close')
  return reply
    .code(problem.status)
    .send(problem.code === 'access.reauthenticate' ? { ...problem.body, reauthenticate: true } : problem.body)
}
