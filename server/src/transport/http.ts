import type { Socket } from 'node:net'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import { problemMessage } from '@rosella/contract/problems'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import { Problem } from '../domain/problem'
import type { Log } from '../ports/services'
import { ARRIVAL_MS, limitArrival, UPLOAD_MS } from './arrival'
import { compressAnswers } from './compress'
import { isCall } from './is-call'
import { answerProblems, sendProblem } from './problems'
import { logRequests, newRequestId } from './request-log'
import { type TrustedProxies, trustOf } from './trusted-proxies'

const BODY_BYTES = 64 * 1024

export interface HttpOptions {
  log: Log
  proxies: TrustedProxies
  /** Where photos come from, when that is another origin. */
  photoOrigin: string | undefined
  secure: boolean
  /** Whether the log of requests names addresses. */
  logAddresses: boolean
}

/** The HTTP server with everything that holds for every call; knows no product words. */
export async function openHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustOf(options.proxies),
    genReqId: newRequestId,
    bodyLimit: BODY_BYTES,
    requestTimeout: UPLOAD_MS,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    // Who has sent a request while it closes gets an answer, and the connection ends with it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: ARRIVAL_MS, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 },
    frameworkErrors(_error, _request, reply) {
      // An address that cannot be read never reaches a route.
      void sendProblem(reply, new Problem('invalid'))
    },
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket) {
      // Broken or overlong requests never reach a route: answer in kind and hang up.
      const { status, message } = clientProblem(error.code)
      const body = JSON.stringify({ message })
      if (socket.writable) {
        socket.end(
          `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
        )
      } else socket.destroy()
    },
  }) as unknown as FastifyInstance

  limitArrival(app)
  logRequests(app, { addresses: options.logAddresses })
  answerProblems(app)
  const guards = guardsOf(options)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(guards)
    // No other page has a use for the camera.
    if (CAMERA_PAGE.test(request.url)) void reply.header('permissions-policy', permissions('(self)'))
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isCall(request.url)) void reply.header('cache-control', 'no-store')
    done()
  })
  compressAnswers(app)
  // Another site can make a browser post plain text, and no call reads any.
  app.removeContentTypeParser('text/plain')
  await app.register(multipart)
  await app.register(cookie)
  app.setNotFoundHandler((request) => {
    throw new Problem(isCall(request.url) ? 'unknown-call' : 'not-found')
  })
  return app
}

function clientProblem(code: string | undefined): { status: string; message: string } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: '408 Request Timeout', message: problemMessage('request-timeout') }
  }
  const status = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  return { status, message: problemMessage('invalid') }
}

const CAMERA_PAGE = /^\/verify-photos(?:[?#]|$)/
const permissions = (camera: string): string =>
  `geolocation=(self), camera=${camera}, microphone=(), payment=()`

/** Said with every answer: what a browser may do with it. The words are those of helmet, put together once. */
const guardsOf = ({ photoOrigin, secure }: HttpOptions): Record<string, string> => ({
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `img-src 'self' data: blob:${photoOrigin ? ` ${photoOrigin}` : ''}`,
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissions('()'),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
})
