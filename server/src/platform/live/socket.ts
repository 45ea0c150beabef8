import type { Server as HttpServer } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import { SOCKET_PATH } from '@rosella/contract/messages/rules'
import type { ClientEvents, ServerEvents } from '@rosella/contract/messages/socket'
import { type Socket as BaseSocket, Server } from 'socket.io'
import { authenticate, type FindViewer } from '../http/authenticate'
import { isOwnOrigin, type TrustedProxies, trustOf } from '../http/http'
import { asProblem } from '../http/send-problem'
import type { Viewer } from '../http/viewer'
import type { RateLimitStore } from '../ports/rate-limit-store'
import { Problem } from '../problem'
import { hashSecret } from '../secret'
import type { Log } from '../services'
import type { LiveConnections } from './live-connections'

interface SocketData {
  viewer: Viewer
}
export type Socket = BaseSocket<ClientEvents, ServerEvents, Record<string, never>, SocketData>

const PAYLOAD_BYTES = 32 * 1024
const SOCKETS_PER_MEMBER = 20
/** Connections that one session may open. A browser with many tabs reconnects all of them after a restart. */
const HANDSHAKES = { limit: 120, seconds: 60 }

export interface SocketServerOptions {
  server: HttpServer
  findViewer: FindViewer
  connections: LiveConnections
  proxies: TrustedProxies
  /** Origins browsers may connect from. */
  origins: readonly string[]
  log: Log
  rateLimits: RateLimitStore
  /** Handles an event and, during impersonation, records it in the audit log. */
  withImpersonation(viewer: Viewer, call: string, work: () => void): void
  /** Called before a member's socket connects; the returned function, after it has disconnected. */
  follow(memberId: number): Promise<() => void>
  onConnect(socket: Socket): void
}

export function openSocketServer(options: SocketServerOptions): Server {
  const isTrusted = trustOf(options.proxies)
  const io: Server<ClientEvents, ServerEvents, Record<string, never>, SocketData> = new Server(
    options.server,
    {
      path: SOCKET_PATH,
      serveClient: false,
      maxHttpBufferSize: PAYLOAD_BYTES,
      // Recovery would skip the middleware below and so outlive a session.
      connectionStateRecovery: undefined,
      pingInterval: 25_000,
      pingTimeout: 20_000,
      connectTimeout: 10_000,
      allowRequest: (request, callback) => callback(null, isOwnOrigin(request.headers, options.origins)),
    },
  )
  io.use((socket, next) => {
    const { email, token } = (socket.handshake.auth ?? {}) as Record<string, unknown>
    // A client without credentials counts as one with an invalid token.
    const credentials =
      typeof email === 'string' && typeof token === 'string' ? { email, token } : { email: '', token: '' }
    const address = proxyAddr(socket.request, isTrusted)
    countHandshake(options, credentials.token)
      .then(() =>
        authenticate(options.findViewer, credentials, address, {
          access: 'active',
          closedToImpersonation: false,
          reauthenticate: false,
        }),
      )
      .then(async (viewer) => {
        if (options.connections.countOf(viewer.id, 'socket') >= SOCKETS_PER_MEMBER)
          throw new Problem('live.too-many')
        socket.data.viewer = viewer
        const unfollow = await options.follow(viewer.id)
        // A socket whose connection has closed meanwhile never disconnects.
        if (socket.conn.readyState === 'open') socket.once('disconnect', unfollow)
        else unfollow()
        next()
      })
      .catch((error) => {
        const problem = asProblem(error)
        if (problem.status < 500)
          return next(Object.assign(new Error(problem.message), { data: problem.body }))
        // A refused client does not reconnect, but one whose connection is closed does.
        options.log.warn({ err: error }, 'socket not accepted')
        socket.conn.close()
      })
  })
  io.on('connection', (socket) => {
    const close = () => socket.disconnect(true)
    const forget = options.connections.add({
      kind: 'socket',
      viewer: socket.data.viewer,
      close,
    })
    socket.on('disconnect', forget)
    socket.on('error', (err) => options.log.debug({ err }, 'socket error'))
    const { viewer } = socket.data
    // During impersonation every event is recorded as the admin's.
    if (viewer.impersonator !== null)
      socket.use(([event], next) => options.withImpersonation(viewer, `socket ${event}`, next))
    options.onConnect(socket)
    // The handshake is no longer needed, and its request would stay in memory as long as the socket.
    Object.assign(socket, { handshake: { auth: {} } })
    Object.assign(socket.conn, { request: null })
  })
  return io
}

/** Refuses a session that keeps connecting, before it costs a query. Allows everything while the counts are unavailable. */
async function countHandshake({ rateLimits, log }: SocketServerOptions, token: string): Promise<void> {
  if (token === '') return
  const key = `handshakes ${hashSecret(token).toString('base64')}`
  const { allowed, waitSeconds } = await rateLimits.hit(key, HANDSHAKES).catch((err) => {
    log.warn({ err }, 'handshake was not counted')
    return { allowed: true, waitSeconds: 0 }
  })
  if (!allowed) throw new Problem('too-many', {}, undefined, waitSeconds)
}

/** An authenticated socket, as features use it. The payloads of its events are not validated yet. */
export interface LiveSocket {
  readonly handshake: { readonly auth: Record<string, unknown> }
  on(event: string, listener: (...args: unknown[]) => void): unknown
  onAny(listener: (...args: unknown[]) => void): unknown
  disconnect(close: boolean): unknown
  emit<E extends keyof ServerEvents>(event: E, ...args: Parameters<ServerEvents[E]>): unknown
}
