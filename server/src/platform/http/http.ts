import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import cookie from '@fastify/cookie'
import multipart from '@fastify/multipart'
import proxyAddr from '@fastify/proxy-addr'
import { type FastifyInstance, fastify, LogController } from 'fastify'
import { Problem } from '../problem'
import type { Log } from '../services'
import { BODY_TIMEOUT_MS, limitBodyTime, UPLOAD_MS } from './body-timeout'
import { answerProblems, sendProblem } from './send-problem'

const packed = promisify(gzip)

/** Fewer fit into the packet that is sent anyway. */
const WORTH_CHARACTERS = 1024
/** A list of cards is 4 % longer than at the level that is the default, for less than half of the work. */
const LEVEL = 1

/** gzip, or anything at all, and not refused by a weight of 0. */
const takesGzip = (accepted: string | undefined): boolean =>
  (accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.replaceAll(' ', '').split(';q='))
    .some(([name, weight]) => (name === 'gzip' || name === '*') && Number(weight ?? 1) > 0)

/**
 * Whole answers, in one step: the stream that @fastify/compress puts in between takes five times as long as the packing.
 * Files have been packed when the site was built.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < WORTH_CHARACTERS) return payload
    void reply.header('vary', 'accept-encoding')
    if (reply.hasHeader('content-encoding') || !takesGzip(request.headers['accept-encoding'])) return payload
    void reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return packed(payload, { level: LEVEL })
  })
}

/** Calls lie below /api; a member's page may well be /apicius01. */
export const isApiPath = (url: string): boolean => /^\/api(\/|\?|$)/.test(url)

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session the call came with, once that is known. */
    memberId: number | null
    /** The admin who acts as that member. */
    actingId: number | null
  }
}

/** Told to the caller as well, so that one line of the log can be found by who saw it fail. */
const newRequestId = (): string => randomBytes(9).toString('base64url')

/**
 * One line a call; files only when asked for. Query strings hold tokens, so only the route's pattern is written, and
 * ids say who it was. Addresses only where the operator wants them.
 */
function logRequests(app: FastifyInstance, { addresses }: { addresses: boolean }): void {
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
    const level = reply.statusCode >= 500 ? 'warn' : isApiPath(request.url) ? 'info' : 'debug'
    request.log[level](line, 'request')
  })
}

/** How many proxies stand in front, or the addresses and ranges they have. */
export type TrustedProxies = number | readonly string[]

/** Whether a hop on the way here may name the one before it; hop 0 is who connected to us. */
export function trustOf(proxies: TrustedProxies): (address: string, hop: number) => boolean {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxyAddr.compile([...proxies])
}

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
    http: { headersTimeout: BODY_TIMEOUT_MS, connectionsCheckingInterval: 2000, maxHeaderSize: 16 * 1024 },
    frameworkErrors(_error, _request, reply) {
      // An address that cannot be read never reaches a route.
      void sendProblem(reply, new Problem('invalid'))
    },
    clientErrorHandler(error: NodeJS.ErrnoException, socket: Socket) {
      // Broken or overlong requests never reach a route: answer in kind and hang up.
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
  answerProblems(app)
  const guards = guardsOf(options)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(guards)
    // No other page has a use for the camera.
    if (CAMERA_PAGE.test(request.url)) void reply.header('permissions-policy', permissions('(self)'))
    done()
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (isApiPath(request.url)) void reply.header('cache-control', 'no-store')
    done()
  })
  compressAnswers(app)
  // Another site can make a browser post plain text, and no call reads any.
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

/** Whether a page of this site calls. A script without an Origin brings no cookies to abuse. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, origins: readonly string[]): boolean {
  if (origin === undefined || origins.includes(origin)) return true
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
}
