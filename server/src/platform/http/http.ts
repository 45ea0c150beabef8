import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import proxyAddr from '@fastify/proxy-addr'
import { type FastifyInstance, type FastifyRequest, fastify, LogController } from 'fastify'
import { Problem } from '../problem'
import type { Log } from '../services'
import { BODY_TIMEOUT_MS, limitBodyTime, UPLOAD_MS } from './body-timeout'
import { handleErrors, sendProblem } from './send-problem'

const compress = promisify(gzip)

/** Shorter responses fit into one packet anyway. */
const MIN_CHARACTERS = 1024
/** A list of cards is 4% larger than at the default level, for less than half of the work. */
const LEVEL = 1

/** Accepts gzip or *, unless with a weight of 0. */
const acceptsGzip = (accepted: string | undefined): boolean =>
  (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.replaceAll(' ', '').split(';q='))
    .some(([name, weight]) => (name === 'gzip' || name === '*') && Number(weight ?? 1) > 0)

/**
 * Compresses whole responses in one step, because the stream of @fastify/compress takes five times as long as the
 * compression itself. Files are compressed when the site is built.
 */
export function compressResponses(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_CHARACTERS) return payload
    void reply.header('vary', 'accept-encoding')
    if (reply.hasHeader('content-encoding') || !acceptsGzip(request.headers['accept-encoding']))
      return payload
    void reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload, { level: LEVEL })
  })
}

/** API calls are below /api; a member's page may be /apicius01. */
export const isApiPath = (url: string): boolean => /^\/api(\/|\?|$)/.test(url)

declare module 'fastify' {
  interface FastifyRequest {
    /** The member of the session, once known. */
    memberId: number | null
    /** The admin who impersonates that member. */
    impersonatorId: number | null
  }
}

/** Also sent to the caller, so that a failed call can be found in the log. */
const newRequestId = (): string => randomBytes(9).toString('base64url')

/**
 * Logs one line per call, and files only at debug level. Query strings contain tokens, so only the route pattern
 * and ids are logged; addresses only where the operator wants them.
 */
function logRequests(app: FastifyInstance, { addresses }: { addresses: boolean }): void {
  app.decorateRequest('memberId', null)
  app.decorateRequest('impersonatorId', null)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { memberId, impersonatorId } = request
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(memberId === null ? {} : { member_id: memberId }),
      ...(impersonatorId === null ? {} : { admin_id: impersonatorId }),
      ...(addresses ? { address: request.ip } : {}),
    }
    const level = reply.statusCode >= 500 ? 'warn' : isApiPath(request.url) ? 'info' : 'debug'
    request.log[level](line, 'request')
  })
}

/** The number of proxies in front of the site, or their addresses and ranges. */
export type TrustedProxies = number | readonly string[]

/** Whether a hop may name the one before it; hop 0 is the peer that connected to us. */
export function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies])
}

const BODY_BYTES = 64 * 1024

export interface HttpOptions {
  log: Log
  proxies: TrustedProxies
  /** The origin of photos, if it is another one. */
  photoOrigin: string | undefined
  secure: boolean
  /** Whether the request log contains addresses. */
  logAddresses: boolean
}

/** The HTTP server with everything that applies to every call. Contains no product logic. */
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
    // Requests that arrive while it closes still get a response, which ends the connection.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    http: { headersTimeout: BODY_TIMEOUT_MS, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 },
    frameworkErrors(_error, _request, reply) {
      // A malformed URL never reaches a route.
      void sendProblem(reply, new Problem('invalid'))
    },
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket) {
      // Malformed or oversized requests never reach a route: respond and close the connection.
      const { status, problem } = clientProblem(error.code)
      const body = JSON.stringify(problem.body)
      if (socket.writable) {
        socket.end(
          `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
        )
      } else socket.destroy()
    },
  }) as unknown as FastifyInstance

  limitBodyTime(app)
  logRequests(app, { addresses: options.logAddresses })
  handleErrors(app)
  const headers = securityHeaders(options)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers)
    // Only this page needs the camera.
    if (CAMERA_PAGE.test(request.url)) void reply.header('permissions-policy', permissions('(self)'))
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isApiPath(request.url)) void reply.header('cache-control', 'no-store')
    done()
  })
  compressResponses(app)
  // Another site can make a browser post plain text, and no call uses it.
  app.removeContentTypeParser('text/plain')
  await app.register(multipart)
  await app.register(cookie)
  app.setNotFoundHandler((request) => {
    throw new Problem(isApiPath(request.url) ? 'unknown-call' : 'not-found')
  })
  return app
}

function clientProblem(code: string | undefined): { status: string; problem: Problem } {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return { status: '408 Request Timeout', problem: new Problem('request-timeout') }
  }
  const status = code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request'
  return { status, problem: new Problem('invalid') }
}

const CAMERA_PAGE = /^\/verify-photos(?:[?#]|$)/
const permissions = (camera: string): string =>
  `geolocation=(self), camera=${camera}, microphone=(), payment=()`

/** Security headers of every response, the same as helmet's, built once. */
const securityHeaders = ({ photoOrigin, secure }: HttpOptions): Record<string, string> => ({
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

/** Whether the call comes from a page of this site. A script without an Origin has no cookies to abuse. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes(origin)) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}

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

const INTERVAL_MS = 100
/** A new connection sends its request within this time, even on a busy machine. */
const UNUSED_MS = 3000
/** For responses in progress. A slow upload may be cut off; the client sends it again. */
const TIMEOUT_MS = 20_000

/**
 * Returns a function that lets a closing server finish. Otherwise these connections would keep it open: one whose
 * last response came after closing began, for its keep-alive time; one whose client does not read, for ever; and
 * one that a browser opened in advance and never used, until Node times it out. Idle connections are closed right
 * after reading, so that a request which a busy event loop has not read yet is not lost.
 */
export function closeIdleConnections(server: Server, timeoutMs = TIMEOUT_MS): () => void {
  const unused = new Map<Socket, number>()
  const forget = ({ socket }: IncomingMessage) => void unused.delete(socket)
  function onClose(this: Socket): void {
    unused.delete(this)
  }
  server.on('connection', (socket) => void unused.set(socket.once('close', onClose), performance.now()))
  server.on('request', forget).on('upgrade', forget)
  const closeIdle = () => {
    server.closeIdleConnections()
    const before = performance.now() - UNUSED_MS
    for (const [socket, opened] of unused) if (opened < before && socket.bytesRead === 0) socket.destroy()
  }
  return () => {
    const closing = setInterval(() => setImmediate(closeIdle), INTERVAL_MS)
    const end = setTimeout(() => server.closeAllConnections(), timeoutMs)
    server.once('close', () => {
      clearInterval(closing)
      clearTimeout(end)
    })
  }
}
