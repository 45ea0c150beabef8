import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { SOCKET_PATH } from '@rosella/contract/messages/rules'
import type { SupervisorLink } from './worker'

/** The part of Socket.IO's engine that is used here. */
export interface Engine {
  generateId(request: IncomingMessage): string | PromiseLike<string>
  handleRequest(request: IncomingMessage, response: ServerResponse): unknown
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
}

/** The engine's own reply; the client then opens a new session. */
const UNKNOWN_SESSION = JSON.stringify({ code: 1, message: 'Session ID unknown' })

/**
 * Long polling, and the upgrade from it to a WebSocket, is several requests about one session. The session lives in one
 * worker, but any worker on the port may receive the requests. The session id names its worker, and the others forward
 * its requests. Routing by the caller's address instead would send everybody behind one proxy to one worker.
 */
export async function sharePolling(
  server: Server,
  engine: Engine,
  { workerName, socketPath }: SupervisorLink,
): Promise<{ close(): void }> {
  engine.generateId = () => `${workerName}-${randomBytes(15).toString('base64url')}`
  const ownerOf = ({ url = '' }: IncomingMessage): string | undefined => {
    if (!url.startsWith(SOCKET_PATH)) return undefined
    const name = /[?&]sid=(\d+)-/.exec(url)?.[1]
    return name === workerName ? undefined : name
  }
  intercept<[IncomingMessage, ServerResponse]>(server, 'request', (incoming, response) => {
    const owner = ownerOf(incoming)
    if (owner) forwardRequest(incoming, response, socketPath(owner))
    return owner !== undefined
  })
  intercept<[IncomingMessage, Duplex, Buffer]>(server, 'upgrade', (incoming, socket, head) => {
    const owner = ownerOf(incoming)
    if (owner) forwardUpgrade(incoming, socket, head, socketPath(owner))
    return owner !== undefined
  })

  const own = createServer((incoming, response) => void engine.handleRequest(incoming, response))
  own.on('upgrade', (incoming, socket, head) => engine.handleUpgrade(incoming, socket, head))
  own.listen({ path: socketPath(workerName), exclusive: true })
  await once(own, 'listening')
  return {
    close() {
      own.close()
      own.closeAllConnections()
    },
  }
}

/** Runs `handle` before the existing listeners, which receive only what it declines. */
function intercept<A extends unknown[]>(
  server: Server,
  event: string,
  handle: (...args: A) => boolean,
): void {
  const listeners = server.listeners(event)
  server.removeAllListeners(event)
  server.on(event, (...args) => {
    if (!handle(...(args as A))) for (const listener of listeners) listener.apply(server, args)
  })
}

function forwardRequest(incoming: IncomingMessage, response: ServerResponse, socketPath: string): void {
  const { connection, ...headers } = incoming.headers
  const onward = request({ socketPath, method: incoming.method, path: incoming.url, headers }, (reply) => {
    const { connection: _connection, 'keep-alive': _keepAlive, ...replyHeaders } = reply.headers
    response.writeHead(reply.statusCode ?? 502, replyHeaders)
    reply.pipe(response)
  })
  onward.on('error', () => {
    if (response.headersSent) response.destroy()
    else response.writeHead(400, { 'content-type': 'application/json' }).end(UNKNOWN_SESSION)
  })
  response.on('close', () => onward.destroy())
  incoming.pipe(onward)
}

function forwardUpgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer, path: string): void {
  const onward = connect(path, () => {
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`]
    for (let n = 0; n < incoming.rawHeaders.length; n += 2)
      lines.push(`${incoming.rawHeaders[n]}: ${incoming.rawHeaders[n + 1]}`)
    onward.write(`${lines.join('\r\n')}\r\n\r\n`)
    onward.write(head)
    socket.pipe(onward).pipe(socket)
  })
  onward.on('error', () => socket.destroy()).on('close', () => socket.destroy())
  socket.on('error', () => onward.destroy()).on('close', () => onward.destroy())
}
